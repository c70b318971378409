// Each row of the audit log carries a digest of the one before; rows of earlier releases keep none. And whom a decision is about,
// as a keyed digest of the id that the caller gave: what is erased or exported by person is found by it.
import type { Migration } from "./migration.ts";

export const proofAndErasure: Migration = {
  version: 11,
  name: "proof and erasure",
  statements: [
    "alter table audit_log add column seq bigint",
    "alter table audit_log add column digest text",
    "create unique index audit_log_by_seq on audit_log (account_id, seq) where seq is not null",
    `create table audit_heads (account_id text not null primary key references accounts(id) on delete cascade,
      seq bigint not null, digest text not null, truncated_at_ms bigint not null)`,
    "alter table decisions add column subject_digest text",
    `create index decisions_by_subject on decisions (account_id, subject_digest, created_at_ms, session_id)
      where subject_digest is not null`,
  ],
};
