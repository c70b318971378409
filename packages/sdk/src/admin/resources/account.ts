import type {
  Account,
  AlertTest,
  AlertWebhook,
  AuditEntry,
  AuditQuery,
  InvitedMember,
  InviteMember,
  Member,
  Page,
  PageQuery,
  UpdateAccount,
  UpdateMember,
  ApiKey,
  ApiKeyWithSecret,
  CreateKey,
  KeysQuery,
  RotateKey,
  UpdateKey,
  PrivacyCount,
  PrivacyErase,
  PrivacyErased,
  PrivacySelection,
} from "@signalbox/contracts";
import type { CallOptions, Transport } from "../../transport/transport.ts";

export function accountResource(transport: Transport) {
  return {
    get: (options?: CallOptions) => transport.json<Account>({ method: "GET", path: "/account", ...options }),
    update: (body: UpdateAccount) => transport.json<Account>({ method: "PATCH", path: "/account", body }),
    /** The address where alerts are posted, and the secret that signs the posts. */
    alertWebhook: (options?: CallOptions) =>
      transport.json<AlertWebhook>({ method: "GET", path: "/account/alert-webhook", ...options }),
    /** Sends a test to where alerts go. */
    testAlerts: () => transport.json<AlertTest>({ method: "POST", path: "/account/test-alerts", body: {} }),
    /** Deletes the account and everything in it. `confirm` is its name, typed again. */
    remove: (confirm: string) =>
      transport.json<unknown>({ method: "DELETE", path: "/account", body: { confirm } }),
    /** Everything the account holds, as NDJSON. */
    exportUrl: () => transport.url("/account/export"),
    /** The whole audit log, as NDJSON. */
    auditLogExportUrl: () => transport.url("/audit-log/export"),
    auditLog: (query: AuditQuery = {}, options?: CallOptions) =>
      transport.json<Page<AuditEntry>>({ method: "GET", path: "/audit-log", query, ...options }),
  };
}

const at = (id: string): string => `/members/${encodeURIComponent(id)}`;

export function membersResource(transport: Transport) {
  return {
    list: (query: PageQuery = {}, options?: CallOptions) =>
      transport.json<Page<Member>>({ method: "GET", path: "/members", query, ...options }),
    invite: (body: InviteMember) => transport.json<InvitedMember>({ method: "POST", path: "/members", body }),
    update: (id: string, body: UpdateMember) =>
      transport.json<Member>({ method: "PATCH", path: at(id), body }),
    remove: (id: string) => transport.json<unknown>({ method: "DELETE", path: at(id) }),
  };
}

const keyPath = (id: string): string => `/keys/${encodeURIComponent(id)}`;

export function keysResource(transport: Transport) {
  return {
    list: (query: KeysQuery = {}, options?: CallOptions) =>
      transport.json<Page<ApiKey>>({ method: "GET", path: "/keys", query, ...options }),
    /** The answer holds the secret; it is shown this once. */
    create: (body: CreateKey) => transport.json<ApiKeyWithSecret>({ method: "POST", path: "/keys", body }),
    update: (id: string, body: UpdateKey) =>
      transport.json<ApiKey>({ method: "PATCH", path: keyPath(id), body }),
    revoke: (id: string) => transport.json<unknown>({ method: "DELETE", path: keyPath(id) }),
    /** A new secret; the old key works for `overlap_s` more seconds. */
    rotate: (id: string, body: RotateKey = {}) =>
      transport.json<ApiKeyWithSecret>({ method: "POST", path: `${keyPath(id)}/rotate`, body }),
  };
}

export function privacyResource(transport: Transport) {
  return {
    /** How many decisions a selection chooses. Changes nothing. */
    count: (body: PrivacySelection): Promise<PrivacyCount> =>
      transport.json<PrivacyCount>({ method: "POST", path: "/privacy/count", body }),
    /** Everything that is kept of them, as NDJSON. */
    export: (body: PrivacySelection): Promise<Response> =>
      transport.raw({ method: "POST", path: "/privacy/export", body }),
    /** Erases them for good. Repeat with `remaining` as `decisions` until nothing remains. */
    erase: (body: PrivacyErase): Promise<PrivacyErased> =>
      transport.json<PrivacyErased>({ method: "POST", path: "/privacy/erase", body }),
  };
}
