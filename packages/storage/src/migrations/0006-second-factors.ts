// A code from an app beside the password. Sessions that began before are taken for signed in by password alone.
import type { Migration } from "./migration.ts";

const PERSON = "user_id text not null references users(id) on delete cascade";

export const secondFactors: Migration = {
  version: 6,
  name: "second factors",
  statements: [
    `create table second_factors (${PERSON}, secret text not null, last_step bigint not null,
      created_at_ms bigint not null, confirmed_at_ms bigint, primary key (user_id))`,
    `create table recovery_codes (${PERSON}, code_hash text not null, primary key (user_id, code_hash))`,
    `alter table browser_sessions add column signed_in_by text not null default 'password'`,
  ],
};
