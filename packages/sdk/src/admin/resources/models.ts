import type {
  Model,
  ModelOverride,
  ModelsAnswer,
  ModelsQuery,
  SavedModelOverride,
  Alert,
  UpdateAlert,
} from "@signalbox/contracts";
import type { CallOptions, Transport } from "../../transport/transport.ts";

const at = (id: string): string => `/models/overrides/${encodeURIComponent(id)}`;

export function modelsResource(transport: Transport) {
  return {
    /** The catalogue as the account sees it, its overrides applied. */
    list: ({ q, limit, is_brief, ...options }: ModelsQuery & CallOptions = {}) =>
      transport.json<ModelsAnswer>({
        method: "GET",
        path: "/models",
        query: { q, limit, is_brief },
        ...options,
      }),
    /** Corrects a known model, or adds one of the account's own. */
    override: (id: string, body: ModelOverride): Promise<SavedModelOverride | Model> =>
      transport.json({ method: "PUT", path: at(id), body }),
    removeOverride: (id: string) => transport.json<unknown>({ method: "DELETE", path: at(id) }),
  };
}

export function alertsResource(transport: Transport) {
  return {
    /** Acknowledges or mutes an alert. */
    update: (id: string, body: UpdateAlert) =>
      transport.json<Alert>({ method: "PATCH", path: `/health/alerts/${encodeURIComponent(id)}`, body }),
  };
}
