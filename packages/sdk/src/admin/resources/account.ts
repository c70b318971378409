import type {
  Account,
  AlertTest,
  AlertWebhook,
  AuditEntry,
  AuditProof,
  AuditProofQuery,
  AuditQuery,
  InvitedMember,
  InviteMember,
  Member,
  Page,
  PageQuery,
  UpdateAccount,
  UpdateMember,
} from "@signalbox/contracts";

import type { CallOptions, Transport } from "../../transport/transport.ts";

export function accountResource(transport: Transport) {
  return {
    get: (options?: CallOptions) => transport.json<Account>({ method: "GET", path: "/account", ...options }),
    update: (body: UpdateAccount) => transport.json<Account>({ method: "PATCH", path: "/account", body }),
    /** Where alerts are posted, and the secret that signs the posts. */
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
    /** Whether the seals of the audit log agree. `since` is a `head` of before that must still be there. */
    verifyAuditLog: (query: AuditProofQuery = {}, options?: CallOptions) =>
      transport.json<AuditProof>({ method: "GET", path: "/audit-log/proof", query, ...options }),
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
