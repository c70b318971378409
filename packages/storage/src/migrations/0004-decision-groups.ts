// Sums by key, preference, field and the like, so that the dashboard groups a million decisions without reading them. The
// decisions that are still kept are counted; what they were asked to do stands in their records, which SQL cannot read.
import type { Migration } from "./migration.ts";

const HOUR = "d.created_at_ms - d.created_at_ms % 3600000";

const VALUES = [
  ["label", "d.label"],
  ["key", "coalesce(d.key_id, '')"],
  ["preference", "coalesce(d.preference_id, '')"],
  ["version", "coalesce(d.preference_id || '@' || coalesce(d.preference_version, 0), '')"],
  ["field", "d.field"],
  ["language", "d.language"],
  ["operation", "''"],
] as const;

const count = (dimension: string, value: string): string => `insert into decision_groups
  select d.account_id, '${dimension}', ${HOUR}, ${value}, count(*), sum(d.degraded), sum(d.explored),
    sum(case when d.rejected_count > 0 then 1 else 0 end), sum(d.success), count(d.usd), coalesce(sum(d.usd), 0),
    count(f.value), coalesce(sum(case when f.value is null then 0 else d.success end), 0), coalesce(sum(f.value), 0)
  from decisions d left join feedback f on f.session_id = d.session_id and f.label = d.label
    and f.value is not null and f.withdrawn_at_ms is null
  group by 1, 3, 4`;

export const decisionGroups: Migration = {
  version: 4,
  name: "decision groups",
  statements: [
    `create table decision_groups (account_id text not null references accounts(id) on delete cascade,
      dimension text not null, hour_ms bigint not null, value text not null, decisions bigint not null,
      degraded bigint not null, explored bigint not null, with_rejections bigint not null,
      success_sum double precision not null, priced bigint not null, usd_sum double precision not null,
      judged bigint not null, predicted_sum double precision not null, reported_sum double precision not null,
      primary key (account_id, dimension, hour_ms, value))`,
    ...VALUES.map(([dimension, value]) => count(dimension, value)),
  ],
};
