// What an experiment showed when it ended, kept beyond the decisions that it was read from. Names are those of that day: either
// preference may be deleted since. Without a report it is still to be counted.
import type { Migration } from "./migration.ts";

export const endedExperiments: Migration = {
  version: 9,
  name: "ended experiments",
  statements: [
    `create table experiments (account_id text not null references accounts(id) on delete cascade, id text not null,
      preference_id text not null, preference_name text not null, challenger_id text not null,
      challenger_name text not null, share double precision not null, started_at_ms bigint not null,
      ended_at_ms bigint not null, ended_by text not null, report text, primary key (account_id, id))`,
    "create index experiments_by_age on experiments (account_id, ended_at_ms, id)",
    "create index experiments_uncounted on experiments (ended_at_ms) where report is null",
  ],
};
