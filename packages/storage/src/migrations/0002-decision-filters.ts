// The journal is listed by preference and by key; without these both look at every row of the account.
import type { Migration } from "./migration.ts";

export const decisionFilters: Migration = {
  version: 2,
  name: "decision filters",
  statements: [
    `create index decisions_by_preference on decisions (account_id, preference_id, created_at_ms, session_id)
      where preference_id is not null`,
    `create index decisions_by_key on decisions (account_id, key_id, created_at_ms, session_id)
      where key_id is not null`,
  ],
};
