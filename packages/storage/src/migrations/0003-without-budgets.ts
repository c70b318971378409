import type { Migration } from "./migrate.ts";

export const withoutBudgets: Migration = {
  version: 3,
  name: "without budgets",
  statements: [
    "drop table budgets",
    // Only budgets followed a key over its rotations.
    "alter table api_keys drop column lineage_id",
    // No watch closes these alerts any more.
    "update alerts set resolved_at_ms = updated_at_ms where kind = 'budget' and resolved_at_ms is null",
  ],
};
