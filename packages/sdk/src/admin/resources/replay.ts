import type {
  CreateReplay,
  Done,
  Drift,
  EndedExperiment,
  Experiment,
  ExperimentsQuery,
  Page,
  PageQuery,
  Replay,
} from "@signalbox/contracts";

import type { CallOptions, Transport } from "../../transport/transport.ts";

export function replayResource(transport: Transport) {
  return {
    /** Starts policy A against B over the journal; read it again until it is done. */
    create: (body: CreateReplay) => transport.json<Replay>({ method: "POST", path: "/replay", body }),
    get: (id: string, options?: CallOptions) =>
      transport.json<Replay>({ method: "GET", path: `/replay/${encodeURIComponent(id)}`, ...options }),
    /** Those that are kept, newest first. */
    list: (query: PageQuery = {}, options?: CallOptions) =>
      transport.json<Page<Replay>>({ method: "GET", path: "/replay", query, ...options }),
    delete: (id: string) =>
      transport.json<Done>({ method: "DELETE", path: `/replay/${encodeURIComponent(id)}` }),
    /** Experiments that have ended, newest first. */
    experiments: (query: ExperimentsQuery = {}, options?: CallOptions) =>
      transport.json<Page<EndedExperiment>>({ method: "GET", path: "/experiments", query, ...options }),
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
