// Verified addresses of people, owners and addresses of keys. People from before are let in unasked (the time 0 says so), and
// who made a key owns it: an upgrade locks nobody out.
import type { Migration } from "./migration.ts";

const MAKER = `select users.id from users join memberships on memberships.user_id = users.id
    where memberships.account_id = api_keys.account_id and users.email = api_keys.created_by`;

export const saferAccounts: Migration = {
  version: 10,
  name: "safer accounts",
  statements: [
    `alter table users add column email_verified_at_ms bigint`,
    `update users set email_verified_at_ms = 0`,
    `create table email_verifications (token_hash text primary key,
      user_id text not null unique references users(id) on delete cascade, email text not null,
      created_at_ms bigint not null, expires_at_ms bigint not null)`,
    `alter table api_keys add column owner_id text`,
    `alter table api_keys add column maker_id text`,
    `alter table api_keys add column lineage_id text`,
    `alter table api_keys add column addresses text`,
    `update api_keys set owner_id = (${MAKER}), maker_id = (${MAKER})`,
  ],
};
