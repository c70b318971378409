import type { CreateReplay, Drift, Experiment, Replay } from "@signalbox/contracts";

import type { CallOptions, Transport } from "../../transport/transport.ts";

export function replayResource(transport: Transport) {
  return {
    /** Starts policy A against B over the journal; read it again until it is done. */
    create: (body: CreateReplay) => transport.json<Replay>({ method: "POST", path: "/replay", body }),
    get: (id: string, options?: CallOptions) =>
      transport.json<Replay>({ method: "GET", path: `/replay/${encodeURIComponent(id)}`, ...options }),
    /** What the experiment of a preference has shown. @param preferenceId the one whose policy names the experiment */
    experiment: (preferenceId: string, options?: CallOptions) =>
      transport.json<Experiment>({
        method: "GET",
        path: `/experiments/${encodeURIComponent(preferenceId)}`,
        ...options,
      }),
    drift: (options?: CallOptions) =>
      transport.json<Drift>({ method: "GET", path: "/health/drift", ...options }),
  };
}
