import { sql, type RawBuilder, type SqlBool } from "kysely";
import { compileOnce } from "../database/compile-once.ts";
import type { Context } from "../database/context.ts";
import { ofAccount, fromPlace, pageLimit, type Place } from "../database/page.ts";
import { parseMaybe, readStored } from "../database/json.ts";
import type {
  DecisionRepository,
  DecisionRow,
  DecisionSummary,
  TextPurge,
  ChainsInput,
} from "../interface/decisions.ts";
import {
  SUMMARY_COLUMNS,
  toDecision,
  toSummary,
  completeRequest,
  partsOfRequest,
} from "../journal/decision-columns.ts";
import { HOUR_MS, hourOf } from "../journal/hours.ts";
import { WHOLE, tagDimension } from "../interface/groups.ts";
import { decisionsOf, matching } from "./decision-filter.ts";
import { listDecisions, listSortedDecisions, NEWEST_FIRST, OLDEST_FIRST, placeOf } from "./list-decisions.ts";
import { addOnConflict } from "../database/add-on-conflict.ts";
import type { DecisionGroupsTable } from "../database/journal-tables.ts";
import { addDecision, emptyGroup, inKeyOrder, tagGroupsOf } from "../journal/group-sums.ts";
import { addBill } from "./feedback-rows.ts";
import { completeRecord, partsOfRecord } from "../journal/decision-codec.ts";
import { keyOfDigest } from "../journal/decision-parts.ts";

// Rows of decisions name what they have in common by its digest (see journal/decision-parts.ts). The parts are put in before a
// record or a request is read.

interface Kept {
  readonly explanation: Uint8Array;
  readonly request?: string;
}

/** Databases bound how many values one query may name. */
const KEYS_MAX = 500;
const BYTES_MAX = 4_194_304;

/** The content behind a digest never changes, and is the same for every reader of the digest. */
let contents = new Map<string, Uint8Array>();
let contentBytes = 0;

function keep(key: string, content: Uint8Array): void {
  if (contentBytes > BYTES_MAX) {
    contents = new Map();
    contentBytes = 0;
  }
  contents.set(key, content);
  contentBytes += content.length;
}

async function fetchParts(
  { db }: Context,
  accountId: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, Uint8Array>> {
  const found = new Map<string, Uint8Array>();
  for (let at = 0; at < keys.length; at += KEYS_MAX) {
    const digests = keys.slice(at, at + KEYS_MAX).map((key) => Buffer.from(key, "hex"));
    const rows = await db
      .selectFrom("decisionParts")
      .select(["digest", "content"])
      .where("accountId", "=", accountId)
      .where("digest", "in", digests)
      .execute();
    for (const { digest, content } of rows) found.set(keyOfDigest(digest), Uint8Array.from(content));
  }
  return found;
}

const keysOf = (rows: readonly Kept[]): ReadonlySet<string> =>
  new Set(
    rows.flatMap(({ explanation, request }) => [
      ...partsOfRecord(explanation),
      ...(request === undefined ? [] : partsOfRequest(request)),
    ]),
  );

/**
 * The rows of one account with all that they name in them.
 * @throws SignalboxError dependency_unavailable when a part is missing: the database is damaged
 */
export async function completeRows<R extends Kept>(
  context: Context,
  accountId: string,
  rows: readonly R[],
): Promise<readonly R[]> {
  const keys = readStored(() => keysOf(rows));
  const missing = [...keys].filter((key) => !contents.has(key));
  const known = contents;
  const fetched = await fetchParts(context, accountId, missing);
  for (const [key, content] of fetched) keep(key, content);
  const contentOf = (key: string): Uint8Array => {
    const content = fetched.get(key) ?? known.get(key);
    if (content === undefined) throw new Error(`decision_parts has no row ${key}`);
    return content;
  };
  const complete = (row: R): R => {
    const explanation = completeRecord(row.explanation, contentOf);
    return row.request === undefined
      ? { ...row, explanation }
      : { ...row, explanation, request: completeRequest(row.request, contentOf) };
  };
  return readStored(() => rows.map(complete));
}

// Takes decisions that are about to be erased out of the sums by tag. The values of tags are the callers' own words and may name
// somebody, so a value that no decision has any more goes with its row.

type Db = Context["db"];

const taggedRows = (db: Db, accountId: string, sessionIds: readonly string[]) =>
  db
    .selectFrom("decisions")
    .leftJoin("feedback as report", (join) =>
      join
        .onRef("report.sessionId", "=", "decisions.sessionId")
        .onRef("report.label", "=", "decisions.label")
        .on("report.withdrawnAtMs", "is", null),
    )
    .select([
      "decisions.createdAtMs",
      "decisions.tags",
      "decisions.label",
      "decisions.degraded",
      "decisions.explored",
      "decisions.rejectedCount",
      "decisions.success",
      "decisions.usd",
      "report.value as reported",
      "report.usage",
    ])
    .where("decisions.accountId", "=", accountId)
    .where("decisions.sessionId", "in", sessionIds)
    .where("decisions.tags", "is not", null)
    .execute();

type Tagged = Awaited<ReturnType<typeof taggedRows>>[number];

function takeOut(sums: DecisionGroupsTable, row: Tagged): void {
  addDecision(sums, { ...row, degraded: row.degraded === 1, explored: row.explored === 1 }, -1);
  addBill(sums, row.usage === null ? undefined : { usage: row.usage, withdrawnAtMs: null }, {
    usd: row.usd,
    sign: -1,
  });
  if (row.reported === null) return;
  sums.judged -= 1;
  sums.predictedSum -= row.success;
  sums.reportedSum -= row.reported;
}

async function takeOutOfTagSums(db: Db, accountId: string, sessionIds: readonly string[]): Promise<void> {
  const changes = new Map<string, DecisionGroupsTable>();
  for (const row of await taggedRows(db, accountId, sessionIds)) {
    const hourMs = hourOf(row.createdAtMs);
    for (const key of tagGroupsOf({ tags: parseMaybe(row.tags) })) {
      const place = `${hourMs} ${key.dimension}=${key.value}`;
      const sums = changes.get(place) ?? emptyGroup(accountId, hourMs, key);
      takeOut(sums, row);
      changes.set(place, sums);
    }
  }
  for (const sums of inKeyOrder([...changes.values()]))
    await addOnConflict(db, "decisionGroups", [sums]).execute();
  if (changes.size === 0) return;
  await db
    .deleteFrom("decisionGroups")
    .where("accountId", "=", accountId)
    .where("dimension", "like", `${tagDimension("")}%`)
    .where("hourMs", "in", [...new Set([...changes.values()].map(({ hourMs }) => hourMs))])
    .where(sql<boolean>`decisions <= 0`)
    .execute();
}

const ORDERS = { latest: "lastMs", usd: "usd", turns: "turns" } as const;

async function sumChains({ db }: Context, input: ChainsInput): ReturnType<DecisionRepository["sumChains"]> {
  const { accountId, fromMs, toMs, keyId, turnsMin, order, limit, rowsMax } = input;
  const newest = db
    .selectFrom("decisions")
    .select(["chainId", "createdAtMs", "usd"])
    .where("accountId", "=", accountId)
    .where("createdAtMs", ">=", fromMs)
    .where("createdAtMs", "<", toMs)
    .$if(keyId !== undefined, (all) => all.where("keyId", "=", keyId ?? ""))
    .orderBy("createdAtMs", "desc")
    .limit(rowsMax)
    .as("newest");
  const chains = await db
    .selectFrom(newest)
    .select((eb) => [
      "newest.chainId",
      eb.fn.countAll<number>().as("turns"),
      eb.fn.min<number>("newest.createdAtMs").as("firstMs"),
      eb.fn.max<number>("newest.createdAtMs").as("lastMs"),
      sql<number>`coalesce(sum(newest.usd), 0)`.as("usd"),
      eb.fn.count<number>("newest.usd").as("pricedTurns"),
    ])
    .groupBy("newest.chainId")
    .having(sql<boolean>`count(*) >= ${turnsMin}`)
    .orderBy(ORDERS[order], "desc")
    .orderBy("newest.chainId")
    .limit(limit)
    .execute();
  const looked = await db
    .selectFrom(newest)
    .select((eb) => [
      eb.fn.countAll<number>().as("rows"),
      eb.fn.min<number | null>("newest.createdAtMs").as("oldestMs"),
    ])
    .executeTakeFirstOrThrow();
  return { chains, countedFromMs: looked.rows < rowsMax ? null : looked.oldestMs };
}

const CHAIN_MAX = 1_000;
const STREAM_ROWS = 100;
const PARTS_KEPT_MS = 24 * HOUR_MS;
async function* stream(
  context: Context,
  input: Parameters<DecisionRepository["stream"]>[0],
): AsyncGenerator<DecisionRow> {
  const order = input.newestFirst === true ? NEWEST_FIRST : OLDEST_FIRST;
  let left = input.limit ?? Infinity;
  let place: Place | undefined;
  while (left > 0) {
    const base = decisionsOf(context.db, input).selectAll("decisions");
    const query = input.q === undefined || input.q.trim() === "" ? base : matching(base, input.q);
    const rows = await fromPlace(query, order, place).limit(Math.min(left, STREAM_ROWS)).execute();
    for (const row of await completeRows(context, input.accountId, rows)) yield toDecision(row);
    const last = rows.at(-1);
    if (last === undefined || rows.length < STREAM_ROWS) return;
    left -= rows.length;
    place = placeOf(last);
  }
}

async function listChain(
  context: Context,
  accountId: string,
  chainId: string,
): Promise<readonly DecisionSummary[]> {
  const rows = () =>
    context.db.selectFrom("decisions").select(SUMMARY_COLUMNS).where("accountId", "=", accountId);
  const first = await rows().where("sessionId", "=", chainId).where("chainId", "=", chainId).execute();
  const later = await rows()
    .where("chainId", "=", chainId)
    .where(sql<boolean>`turn > 1`)
    .orderBy("turn")
    .orderBy("createdAtMs")
    .limit(CHAIN_MAX - 1)
    .execute();
  return [...first, ...later].map(toSummary);
}

async function listTexts(
  { db }: Context,
  { accountId, sessionIds, charsMax }: Parameters<DecisionRepository["listTexts"]>[0],
): ReturnType<DecisionRepository["listTexts"]> {
  if (sessionIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("decisions")
    .select(["sessionId", "text"])
    .where("sessionId", "in", sessionIds)
    .where(ofAccount(accountId))
    .where(sql<boolean>`length(text) <= ${charsMax}`)
    .execute();
  return new Map(rows.map(({ sessionId, text }) => [sessionId, parseMaybe(text) ?? {}]));
}

function listDigests(
  { db }: Context,
  { accountId, afterMs, limit }: Parameters<DecisionRepository["listDigests"]>[0],
): ReturnType<DecisionRepository["listDigests"]> {
  return db
    .selectFrom("decisions")
    .select(["sessionId", "keyId", "chainId", "createdAtMs", "requestDigest", "subjectDigest"])
    .where("accountId", "=", accountId)
    .where("createdAtMs", ">", afterMs)
    .orderBy("createdAtMs", "desc")
    .orderBy("sessionId", "desc")
    .limit(limit)
    .execute();
}

async function chainsOf(
  { db }: Context,
  { accountId, sessionIds }: Parameters<DecisionRepository["chainsOf"]>[0],
): ReturnType<DecisionRepository["chainsOf"]> {
  if (sessionIds.length === 0) return [];
  return db
    .selectFrom("decisions")
    .select(["sessionId", "chainId", "subjectDigest"])
    .where("accountId", "=", accountId)
    .where("sessionId", "in", sessionIds)
    .execute();
}

const chainLookups = (
  context: Context,
): Pick<DecisionRepository, "listDigests" | "chainsOf" | "sumChains"> => ({
  sumChains: (input) => sumChains(context, input),
  listDigests: (input) => listDigests(context, input),
  chainsOf: (input) => chainsOf(context, input),
});

/** `in ()` is no SQL, so an empty list is spelt out. */
function byPreferences(chosen: TextPurge["preferences"]): RawBuilder<SqlBool> {
  const { ids, isExcept } = chosen ?? { ids: [], isExcept: true };
  if (ids.length === 0) return isExcept ? sql`1 = 1` : sql`1 = 0`;
  const named = sql`preference_id in (${sql.join(ids)})`;
  return isExcept ? sql`(preference_id is null or not ${named})` : sql`${named}`;
}

function erasure(context: Context): Pick<DecisionRepository, "measure" | "erase"> {
  return {
    measure: ({ limit, ...filter }) =>
      context.db
        .selectFrom(decisionsOf(context.db, filter).select("decisions.createdAtMs").limit(limit).as("some"))
        .select((eb) => [
          eb.fn.countAll<number>().as("decisions"),
          eb.fn.min<number | null>("createdAtMs").as("firstMs"),
          eb.fn.max<number | null>("createdAtMs").as("lastMs"),
        ])
        .executeTakeFirstOrThrow(),
    erase: ({ limit, ...filter }) =>
      context.transaction(async ({ db, notify }) => {
        const { accountId } = filter;
        const rows = await decisionsOf(db, filter)
          .select("decisions.sessionId")
          .orderBy("decisions.createdAtMs")
          .limit(limit)
          .execute();
        const ids = rows.map(({ sessionId }) => sessionId);
        if (ids.length === 0) return { decisions: 0, feedback: 0 };
        const { reports } = await db
          .selectFrom("feedback")
          .select((eb) => eb.fn.countAll<number>().as("reports"))
          .where("sessionId", "in", ids)
          .executeTakeFirstOrThrow();
        await takeOutOfTagSums(db, accountId, ids);
        const result = await db
          .deleteFrom("decisions")
          .where("sessionId", "in", ids)
          .where(ofAccount(accountId))
          .executeTakeFirst();
        notify({ topic: "erased", accountId, id: null });
        return { decisions: Number(result.numDeletedRows), feedback: reports };
      }),
  };
}

/**
 * Deletes the parts that no decision since has used. A part's use is noted to the hour, and by processes that may believe to
 * have noted it for a while, so those of the last day stay.
 */
async function purgeParts({ db }: Context, accountId: string, beforeMs: number): Promise<void> {
  await db
    .deleteFrom("decisionParts")
    .where("accountId", "=", accountId)
    .where("usedAtMs", "<", Math.min(hourOf(beforeMs) - HOUR_MS, Date.now() - PARTS_KEPT_MS))
    .execute();
}

function removals(context: Context): Pick<DecisionRepository, "delete" | "purge" | "purgeText"> {
  const { db } = context;
  const older = (accountId: string, beforeMs: number, limit: number) =>
    db
      .selectFrom("decisions")
      .select("sessionId")
      .where("accountId", "=", accountId)
      .where("createdAtMs", "<", beforeMs)
      .orderBy("createdAtMs")
      .limit(limit);
  return {
    delete: async ({ accountId, sessionIds }) => {
      if (sessionIds.length === 0) return 0;
      const result = await db
        .deleteFrom("decisions")
        .where("sessionId", "in", sessionIds)
        .where(ofAccount(accountId))
        .executeTakeFirst();
      return Number(result.numDeletedRows);
    },
    purge: async ({ accountId, beforeMs, limit }) => {
      const result = await db
        .deleteFrom("decisions")
        .where("sessionId", "in", older(accountId, beforeMs, limit))
        .executeTakeFirst();
      const purged = Number(result.numDeletedRows);
      if (purged < limit) await purgeParts(context, accountId, beforeMs);
      return purged;
    },
    purgeText: async ({ accountId, beforeMs, limit, preferences }) => {
      const all = older(accountId, beforeMs, limit).where(sql<boolean>`text is not null`);
      const withText = all.$if(preferences !== undefined, (any) => any.where(byPreferences(preferences)));
      const result = await db
        .updateTable("decisions")
        .set({ text: null })
        .where("sessionId", "in", withText)
        .executeTakeFirst();
      return Number(result.numUpdatedRows);
    },
  };
}

async function find(
  context: Context,
  { accountId, sessionId }: Parameters<DecisionRepository["find"]>[0],
): Promise<DecisionRow | undefined> {
  const row = await context.db
    .selectFrom("decisions")
    .selectAll()
    .where("sessionId", "=", sessionId)
    .where("accountId", "=", accountId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const [complete = row] = await completeRows(context, accountId, [row]);
  return toDecision(complete);
}

const findSummary = compileOnce(
  ["accountId", "sessionId"],
  ({ db }, { accountId, sessionId }: Parameters<DecisionRepository["findSummary"]>[0]) =>
    db
      .selectFrom("decisions")
      .select(SUMMARY_COLUMNS)
      .where("sessionId", "=", sessionId)
      .where("accountId", "=", accountId),
);

export function createDecisionRepository(context: Context): DecisionRepository {
  const { db } = context;
  return {
    find: (input) => find(context, input),
    findSummary: async (ref) => {
      const row = await findSummary(context, ref);
      return row && toSummary(row);
    },
    neighbours: async ({ accountId, ...at }) => {
      const next = async (order: typeof NEWEST_FIRST | typeof OLDEST_FIRST): Promise<string | undefined> => {
        const query = db.selectFrom("decisions").select("sessionId").where("accountId", "=", accountId);
        return (await fromPlace(query, order, placeOf(at)).limit(1).executeTakeFirst())?.sessionId;
      };
      return { newer: await next(OLDEST_FIRST), older: await next(NEWEST_FIRST) };
    },
    list: (input) => listDecisions(context, input),
    listSorted: (input) => listSortedDecisions(context, input),
    listTexts: (input) => listTexts(context, input),
    ...chainLookups(context),
    listAfter: async ({ accountId, afterMs, limit }) => {
      const rows = await db
        .selectFrom("decisions")
        .select(SUMMARY_COLUMNS)
        .where("accountId", "=", accountId)
        .where("createdAtMs", ">", afterMs)
        .orderBy("createdAtMs")
        .orderBy("sessionId")
        .limit(pageLimit({ limit }))
        .execute();
      return rows.map(toSummary);
    },
    listChain: ({ accountId, chainId }) => listChain(context, accountId, chainId),
    stream: (input) => stream(context, input),
    count: async ({ accountId, sinceMs }) => {
      const query = db
        .selectFrom("decisionGroups")
        .select((eb) => eb.fn.sum<number | null>("decisions").as("count"))
        .where("accountId", "=", accountId)
        .where("dimension", "=", WHOLE);
      const row = await query
        .where("hourMs", ">=", sinceMs === undefined ? -HOUR_MS : hourOf(sinceMs))
        .executeTakeFirst();
      return row?.count ?? 0;
    },
    ...erasure(context),
    ...removals(context),
  };
}
