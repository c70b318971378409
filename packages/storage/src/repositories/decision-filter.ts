// Filters of the decision list. Every equality has an index that ends in the time order; a text search looks at a
// bounded number of rows a page instead.
import { sql, type Kysely, type RawBuilder, type SelectQueryBuilder } from "kysely";

import type { Database } from "../database/schema.ts";
import type { DecisionFilter } from "../interface/decisions.ts";
import type { FeedbackKind } from "../interface/groups.ts";

type DecisionQuery<O> = SelectQueryBuilder<Database, "decisions", O>;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isSessionId(text: string): boolean {
  return UUID.test(text.trim());
}

/** The part of a filter that indexes serve; a page of the rest looks at a bounded number of rows. */
export const indexedPart = ({
  accountId,
  label,
  field,
  preferenceId,
  keyId,
  degraded,
  fromMs,
  toMs,
}: DecisionFilter): DecisionFilter => ({
  accountId,
  label,
  field,
  preferenceId: preferenceId ?? undefined,
  keyId: keyId ?? undefined,
  degraded,
  fromMs,
  toMs,
});

export function isScanned(filter: DecisionFilter): boolean {
  const { language, operation, callRole, refused, explored, rejected, priced, feedback, tags } = filter;
  const { usdMin, usdMax, preferenceVersion, preferenceId, keyId } = filter;
  const scanned = [
    language,
    operation,
    tags,
    callRole,
    refused,
    explored,
    rejected,
    priced,
    feedback,
    usdMin,
    usdMax,
    preferenceVersion,
  ];
  return scanned.some((value) => value !== undefined) || preferenceId === null || keyId === null;
}

const EQUAL = ["label", "field", "language", "operation", "callRole", "preferenceVersion"] as const;
const HALF = sql.lit(0.5);

/** A report about the pick that counts. */
const reported = (worth: RawBuilder<unknown>) => sql<boolean>`exists (select 1 from feedback f
  where f.session_id = decisions.session_id and f.label = decisions.label
    and f.withdrawn_at_ms is null and ${worth})`;

const FEEDBACK: Readonly<Record<FeedbackKind | "any", RawBuilder<boolean>>> = {
  any: reported(sql`f.value is not null`),
  none: sql<boolean>`not ${reported(sql`f.value is not null`)}`,
  bad: reported(sql`f.value < ${HALF}`),
  good: reported(sql`f.value >= ${HALF}`),
};

/** The text of the member as it is in the kept JSON, where quotes within a value are escaped: it is nowhere else. */
const tagged = ([name, value]: readonly [string, string]) =>
  sql<boolean>`replace(decisions.tags, ${`${JSON.stringify(name)}:${JSON.stringify(value)}`}, '') <> decisions.tags`;

/** Those of the row's own columns that are no equality. */
function conditions(filter: DecisionFilter): readonly RawBuilder<boolean>[] {
  const { refused, degraded, explored, rejected, usdMin, usdMax, priced, feedback, tags = {} } = filter;
  const flag = (name: string, value: boolean) => sql<boolean>`${sql.ref(name)} = ${sql.lit(value ? 1 : 0)}`;
  return [
    refused === undefined
      ? undefined
      : refused
        ? sql<boolean>`decisions.label = ''`
        : sql<boolean>`decisions.label <> ''`,
    degraded === undefined ? undefined : flag("decisions.degraded", degraded),
    explored === undefined ? undefined : flag("decisions.explored", explored),
    rejected === undefined
      ? undefined
      : rejected
        ? sql<boolean>`rejected_count > 0`
        : sql<boolean>`rejected_count = 0`,
    usdMin === undefined ? undefined : sql<boolean>`usd >= ${usdMin}`,
    usdMax === undefined ? undefined : sql<boolean>`usd < ${usdMax}`,
    priced === undefined ? undefined : priced ? sql<boolean>`usd is not null` : sql<boolean>`usd is null`,
    feedback === undefined ? undefined : FEEDBACK[feedback],
    ...Object.entries(tags).map(tagged),
  ].filter((condition) => condition !== undefined);
}

function ofSubject(subjectDigest: string | null | undefined): RawBuilder<boolean> | undefined {
  if (subjectDigest === undefined) return undefined;
  return subjectDigest === null
    ? sql<boolean>`decisions.subject_digest is null`
    : sql<boolean>`decisions.subject_digest = ${subjectDigest}`;
}

/**
 * The decisions of some sessions. Of a chain, the first decision has the chain's own id; an index finds the others. Each
 * alternative stands by itself, so that an index serves it. `in ()` is no SQL.
 */
function ofSessions({ sessionIds, chains }: NonNullable<DecisionFilter["sessions"]>): RawBuilder<boolean> {
  const bySubject = Map.groupBy(chains, ({ subjectDigest }) => subjectDigest);
  const alternatives = [...bySubject].flatMap(([subjectDigest, same]) => {
    const ids = sql.join(same.map(({ chainId }) => chainId));
    const subject = ofSubject(subjectDigest);
    const and = subject === undefined ? sql`` : sql` and ${subject}`;
    return [
      sql<boolean>`(decisions.session_id in (${ids})${and})`,
      sql<boolean>`(decisions.turn > 1 and decisions.chain_id in (${ids})${and})`,
    ];
  });
  const own = sql<boolean>`decisions.session_id in (${sql.join([...sessionIds, ""])})`;
  return sql<boolean>`(${sql.join([own, ...alternatives], sql` or `)})`;
}

export function decisionsOf(db: Kysely<Database>, filter: DecisionFilter): DecisionQuery<object> {
  let query: DecisionQuery<object> = db
    .selectFrom("decisions")
    .where("decisions.accountId", "=", filter.accountId);
  for (const name of EQUAL) {
    const value = filter[name];
    if (value !== undefined) query = query.where(`decisions.${name}`, "=", value);
  }
  for (const name of ["keyId", "preferenceId"] as const) {
    const value = filter[name];
    if (value === null) query = query.where(`decisions.${name}`, "is", null);
    else if (value !== undefined) query = query.where(`decisions.${name}`, "=", value);
  }
  if (filter.subjectDigests !== undefined)
    query = query.where("decisions.subjectDigest", "in", filter.subjectDigests);
  if (filter.sessions !== undefined) query = query.where(ofSessions(filter.sessions));
  if (filter.fromMs !== undefined) query = query.where("decisions.createdAtMs", ">=", filter.fromMs);
  if (filter.toMs !== undefined) query = query.where("decisions.createdAtMs", "<", filter.toMs);
  for (const condition of conditions(filter)) query = query.where(condition);
  return query;
}

/** Rows that hold the words, without regard to case. */
export function matching<O>(query: DecisionQuery<O>, q: string): DecisionQuery<O> {
  const words = q.trim().toLowerCase();
  if (isSessionId(words)) return query.where("decisions.sessionId", "=", words);
  const pattern = `%${words.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  const columns = ["session_id", "label", "provider", "model", "model_id", "field", "language", "text"];
  const tests = columns.map(
    (name) => sql`lower(${sql.ref(`decisions.${name}`)}) like ${pattern} escape '\\'`,
  );
  return query.where(sql<boolean>`(${sql.join(tests, sql` or `)})`);
}
