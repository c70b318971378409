// Filters of the decision list. Every equality has an index that ends in the time order; a text search looks at a
// bounded number of rows a page instead.
import { sql, type Kysely, type SelectQueryBuilder } from "kysely";

import type { Database } from "../database/schema.ts";
import type { DecisionFilter } from "../interface/decisions.ts";

export type DecisionQuery<O> = SelectQueryBuilder<Database, "decisions", O>;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isSessionId(text: string): boolean {
  return UUID.test(text.trim());
}

/** Filters that no index serves: a page of them looks at a bounded number of rows. */
export function isScanned(filter: DecisionFilter): boolean {
  const { language, explored, rejected, preferenceVersion } = filter;
  return [language, explored, rejected, preferenceVersion].some((value) => value !== undefined);
}

export function decisionsOf(db: Kysely<Database>, filter: DecisionFilter): DecisionQuery<object> {
  let query: DecisionQuery<object> = db
    .selectFrom("decisions")
    .where("decisions.accountId", "=", filter.accountId);
  if (filter.label !== undefined) query = query.where("decisions.label", "=", filter.label);
  if (filter.field !== undefined) query = query.where("decisions.field", "=", filter.field);
  if (filter.preferenceId !== undefined) query = query.where("preferenceId", "=", filter.preferenceId);
  if (filter.preferenceVersion !== undefined)
    query = query.where("preferenceVersion", "=", filter.preferenceVersion);
  if (filter.keyId !== undefined) query = query.where("keyId", "=", filter.keyId);
  if (filter.fromMs !== undefined) query = query.where("decisions.createdAtMs", ">=", filter.fromMs);
  if (filter.toMs !== undefined) query = query.where("decisions.createdAtMs", "<", filter.toMs);
  if (filter.language !== undefined) query = query.where("decisions.language", "=", filter.language);
  if (filter.explored !== undefined)
    query = query.where(sql<boolean>`explored = ${sql.lit(filter.explored ? 1 : 0)}`);
  if (filter.rejected !== undefined)
    query = query.where(
      filter.rejected ? sql<boolean>`rejected_count > 0` : sql<boolean>`rejected_count = 0`,
    );
  if (filter.degraded === true) query = query.where(sql<boolean>`degraded = 1`);
  if (filter.degraded === false) query = query.where(sql<boolean>`degraded = 0`);
  return query;
}

/** Rows that hold the words, without regard to case. */
export function matching<O>(query: DecisionQuery<O>, q: string): DecisionQuery<O> {
  const words = q.trim().toLowerCase();
  if (isSessionId(words)) return query.where("sessionId", "=", words);
  const pattern = `%${words.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  const columns = ["session_id", "label", "provider", "model", "model_id", "field", "language", "text"];
  const tests = columns.map(
    (name) => sql`lower(${sql.ref(`decisions.${name}`)}) like ${pattern} escape '\\'`,
  );
  return query.where(sql<boolean>`(${sql.join(tests, sql` or `)})`);
}
