import type {
  ApiKey,
  ApiKeyWithSecret,
  CreateKey,
  KeysQuery,
  Page,
  RotateKey,
  UpdateKey,
} from "@signalbox/contracts";

import type { CallOptions, Transport } from "../../transport/transport.ts";

const at = (id: string): string => `/keys/${encodeURIComponent(id)}`;

export function keysResource(transport: Transport) {
  return {
    list: (query: KeysQuery = {}, options?: CallOptions) =>
      transport.json<Page<ApiKey>>({ method: "GET", path: "/keys", query, ...options }),
    /** The answer holds the secret; it is shown this once. */
    create: (body: CreateKey) => transport.json<ApiKeyWithSecret>({ method: "POST", path: "/keys", body }),
    update: (id: string, body: UpdateKey) => transport.json<ApiKey>({ method: "PATCH", path: at(id), body }),
    revoke: (id: string) => transport.json<unknown>({ method: "DELETE", path: at(id) }),
    /** A new secret; the old key works for `overlap_s` more seconds. */
    rotate: (id: string, body: RotateKey = {}) =>
      transport.json<ApiKeyWithSecret>({ method: "POST", path: `${at(id)}/rotate`, body }),
  };
}
