// Passkeys sign in without a password. Challenges that were answered are kept until they expire, so that no answer counts
// twice.
import type { Migration } from "./migration.ts";

export const passkeys: Migration = {
  version: 8,
  name: "passkeys",
  statements: [
    `create table passkeys (id text primary key, credential_id text not null unique,
      user_id text not null references users(id) on delete cascade, name text not null, public_key text not null, counter bigint not null, transports text not null,
      created_at_ms bigint not null, last_used_at_ms bigint)`,
    `create index passkeys_by_user on passkeys (user_id)`,
    `create table used_challenges (challenge_hash text primary key, expires_at_ms bigint not null)`,
  ],
};
