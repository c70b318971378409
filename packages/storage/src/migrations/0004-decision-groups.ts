// Sums by key, preference, field and the like, so that the dashboard groups a million decisions without reading them. The
// decisions that are still kept are counted; what they were asked to do stands in their records, which SQL cannot read.
import { countGroups } from "./count-groups.ts";
import type { Migration } from "./migration.ts";

const VALUES = [
  ["label", "d.label"],
  ["key", "coalesce(d.key_id, '')"],
  ["preference", "coalesce(d.preference_id, '')"],
  ["version", "coalesce(d.preference_id || '@' || coalesce(d.preference_version, 0), '')"],
  ["field", "d.field"],
  ["language", "d.language"],
  ["operation", "''"],
] as const;

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
    ...VALUES.map(([dimension, value]) => countGroups(dimension, value)),
  ],
};
