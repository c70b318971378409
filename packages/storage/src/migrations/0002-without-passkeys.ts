import type { Migration } from "./migrate.ts";

export const withoutPasskeys: Migration = {
  version: 2,
  name: "without passkeys",
  statements: [
    "drop table passkeys",
    "drop table used_challenges",
    // The proof is gone: such a session ends, and the person signs in again.
    "delete from browser_sessions where signed_in_by = 'passkey'",
  ],
};
