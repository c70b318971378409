import type {
  CreatePreference,
  DraftResult,
  DryRun,
  DryRunResult,
  Page,
  PageQuery,
  Preference,
  PreferenceVersion,
  PutDraft,
  UpdatePreference,
} from "@signalbox/contracts";

import type { CallOptions, Transport } from "../../transport/transport.ts";

const at = (id: string): string => `/preferences/${encodeURIComponent(id)}`;

export function preferencesResource(transport: Transport) {
  return {
    list: (query: PageQuery = {}, options?: CallOptions) =>
      transport.json<Page<Preference>>({ method: "GET", path: "/preferences", query, ...options }),
    get: (id: string, options?: CallOptions) =>
      transport.json<Preference>({ method: "GET", path: at(id), ...options }),
    create: (body: CreatePreference) =>
      transport.json<Preference>({ method: "POST", path: "/preferences", body }),
    /** Makes a new version, also from an earlier one (`restore`). @throws conflict when `expected_version` is no longer the current one */
    update: (id: string, body: UpdatePreference) =>
      transport.json<Preference>({ method: "PUT", path: at(id), body, isRepeatable: false }),
    remove: (id: string) => transport.json<unknown>({ method: "DELETE", path: at(id) }),
    versions: (id: string, query: PageQuery = {}, options?: CallOptions) =>
      transport.json<Page<PreferenceVersion>>({
        method: "GET",
        path: `${at(id)}/versions`,
        query,
        ...options,
      }),
    /** The caller's own, kept on the server; null where there is none. */
    draft: (id: string, options?: CallOptions) =>
      transport.json<DraftResult>({ method: "GET", path: `${at(id)}/draft`, ...options }),
    putDraft: (id: string, body: PutDraft, options?: CallOptions) =>
      transport.json<DraftResult>({ method: "PUT", path: `${at(id)}/draft`, body, ...options }),
    discardDraft: (id: string) => transport.json<unknown>({ method: "DELETE", path: `${at(id)}/draft` }),
    /** The changes that a policy would make, decided on conversations or on the last decisions; nothing is stored. */
    dryRun: (id: string, body: DryRun, options?: CallOptions) =>
      transport.json<DryRunResult>({
        method: "POST",
        path: `${at(id)}/dry-run`,
        body,
        isRepeatable: true,
        ...options,
      }),
  };
}
