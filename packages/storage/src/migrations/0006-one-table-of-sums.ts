import type { Migration } from "./migrate.ts";

const add = (column: string, type: string): string =>
  `alter table decision_groups add column ${column} ${type} not null default 0`;

/** Every decision is in one group by outcome, so the sums of the account are the sums of that dimension. */
export const oneTableOfSums: Migration = {
  version: 6,
  name: "one table of sums",
  statements: [
    add("refused", "bigint"),
    add("billed", "bigint"),
    add("billed_usd_sum", "double precision"),
    add("billed_expected_sum", "double precision"),
    add("compared", "bigint"),
    add("compared_usd_sum", "double precision"),
    add("named_usd_sum", "double precision"),
    `update decision_groups set dimension = 'outcome', value = case value when 'true' then 'degraded' else 'picked' end
      where dimension = 'degraded'`,
    "drop table decision_hours",
    "drop table reported_hours",
  ],
};
