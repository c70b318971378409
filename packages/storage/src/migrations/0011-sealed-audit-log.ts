// Each row of the audit log carries a digest of the one before. Rows of earlier releases keep none.
import type { Migration } from "./migration.ts";

export const sealedAuditLog: Migration = {
  version: 11,
  name: "sealed audit log",
  statements: [
    "alter table audit_log add column seq bigint",
    "alter table audit_log add column digest text",
    "create unique index audit_log_by_seq on audit_log (account_id, seq) where seq is not null",
    `create table audit_heads (account_id text not null primary key references accounts(id) on delete cascade,
      seq bigint not null, digest text not null, truncated_at_ms bigint not null)`,
  ],
};
