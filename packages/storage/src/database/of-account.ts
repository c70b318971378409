import { sql, type RawBuilder } from "kysely";

/**
 * Beside ids that name the rows: a condition that no index serves. SQLite keeps no statistics of ours, and would rather walk all
 * rows of an account than look up fifty ids.
 */
export function ofAccount(accountId: string): RawBuilder<boolean> {
  return sql<boolean>`coalesce(account_id, '') = ${accountId}`;
}
