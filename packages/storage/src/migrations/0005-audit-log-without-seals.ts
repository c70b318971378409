import type { Migration } from "./migrate.ts";

export const auditLogWithoutSeals: Migration = {
  version: 5,
  name: "audit log without seals",
  statements: [
    "drop table audit_heads",
    "drop index audit_log_by_seq",
    "alter table audit_log drop column seq",
    "alter table audit_log drop column digest",
  ],
};
