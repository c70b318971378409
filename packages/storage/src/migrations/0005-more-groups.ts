// Sums by degraded, cost and feedback, beside those of before: the decisions that are still kept are counted. And a column for
// what was asked for, to list decisions by; of those made earlier it stands only in their records, which SQL cannot read.
import { countGroups } from "./count-groups.ts";
import type { Migration } from "./migration.ts";

const COST = `case when d.usd is null then 'unknown' when d.usd < 0.0001 then '0-0.0001'
  when d.usd < 0.001 then '0.0001-0.001' when d.usd < 0.01 then '0.001-0.01' when d.usd < 0.1 then '0.01-0.1'
  when d.usd < 1 then '0.1-1' else '1-' end`;

export const moreGroups: Migration = {
  version: 5,
  name: "more groups",
  statements: [
    "alter table decisions add column operation text not null default ''",
    countGroups("degraded", "case when d.degraded = 1 then 'true' else 'false' end"),
    countGroups("cost", COST),
    countGroups(
      "feedback",
      "case when f.value is null then 'none' when f.value >= 0.5 then 'good' else 'bad' end",
    ),
  ],
};
