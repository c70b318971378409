// Who has seen an alert and for how long it is silent, what an account may spend, and how the service itself has done.
import type { Migration } from "./migration.ts";

export const alertsAndBudgets: Migration = {
  version: 7,
  name: "alerts and budgets",
  statements: [
    "alter table alerts add column acknowledged_at_ms bigint",
    "alter table alerts add column muted_until_ms bigint",
    "alter table alerts add column handled_by text",
    "alter table alerts add column note text",
    `create table budgets (id text primary key, account_id text not null references accounts(id) on delete cascade,
      scope text not null, subject text not null, period text not null, usd_max double precision not null,
      alert_share double precision not null, is_hard integer not null, updated_at_ms bigint not null, updated_by text)`,
    "create unique index budgets_by_subject on budgets (account_id, scope, subject)",
    `create table service_counts (hour_ms bigint not null, name text not null, bucket bigint not null,
      count bigint not null, primary key (hour_ms, name, bucket))`,
  ],
};
