import { sql, type RawBuilder, type SqlBool } from "kysely";

import type { Context } from "../database/context.ts";
import { decodeCursor, encodeCursor, fromPlace, pageLimit, toPage, type Place } from "../database/page.ts";
import type {
  DecisionFilter,
  DecisionRepository,
  DecisionRow,
  DecisionSummary,
  TextPurge,
} from "../interface/decisions.ts";
import type { Page, PageInput } from "../interface/common.ts";
import { SUMMARY_COLUMNS, toDecision, toSummary } from "../journal/decision-columns.ts";
import { HOUR_MS, hourOf } from "../journal/hourly-sums.ts";
import { decisionsOf, indexedPart, isScanned, isSessionId, matching } from "./decision-filter.ts";

const COLUMNS = ["decisions.created_at_ms", "decisions.session_id"] as const;
const NEWEST_FIRST = { columns: COLUMNS, direction: "desc" } as const;
const OLDEST_FIRST = { columns: COLUMNS, direction: "asc" } as const;
const CHAIN_MAX = 1_000;
const STREAM_ROWS = 100;
/** Rows that one page of a text search looks at. */
const SEARCH_ROWS = 20_000;

type Timed = { readonly createdAtMs: number; readonly sessionId: string };
const placeOf = (row: Timed): Place => [row.createdAtMs, row.sessionId];

/** Where the search of one page ends: the row after so many; undefined when the journal ends before. */
async function searchEnd(
  context: Context,
  filter: DecisionFilter,
  place: Place | undefined,
): Promise<Place | undefined> {
  const row = await fromPlace(
    decisionsOf(context.db, indexedPart(filter)).select(["createdAtMs", "sessionId"]),
    NEWEST_FIRST,
    place,
  )
    .offset(SEARCH_ROWS - 1)
    .limit(1)
    .executeTakeFirst();
  return row && placeOf(row);
}

async function search(
  context: Context,
  input: DecisionFilter & PageInput & { readonly q: string },
): Promise<Page<DecisionSummary>> {
  const limit = pageLimit(input);
  const base = decisionsOf(context.db, input);
  const place = decodeCursor(input.cursor, [0, ""]);
  const end = isSessionId(input.q) ? undefined : await searchEnd(context, input, place);
  let query = base.select(SUMMARY_COLUMNS);
  if (input.q !== "") query = matching(query, input.q);
  if (end !== undefined)
    query = query.where(sql<boolean>`(created_at_ms, session_id) >= (${end[0]}, ${end[1]})`);
  const rows = await fromPlace(query, NEWEST_FIRST, place)
    .limit(limit + 1)
    .execute();
  const page = toPage(rows, limit, { item: toSummary, place: placeOf });
  if (page.nextCursor !== null || end === undefined) return page;
  return { items: page.items, nextCursor: encodeCursor(end) };
}

async function list(context: Context, input: DecisionFilter & PageInput): Promise<Page<DecisionSummary>> {
  const q = input.q?.trim() ?? "";
  if (q !== "" || isScanned(input)) return search(context, { ...input, q });
  const limit = pageLimit(input);
  const query = decisionsOf(context.db, input).select(SUMMARY_COLUMNS);
  const rows = await fromPlace(query, NEWEST_FIRST, decodeCursor(input.cursor, [0, ""]))
    .limit(limit + 1)
    .execute();
  return toPage(rows, limit, { item: toSummary, place: placeOf });
}

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
    for (const row of rows) yield toDecision(row);
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

function listDigests(
  { db }: Context,
  { accountId, afterMs, limit }: Parameters<DecisionRepository["listDigests"]>[0],
): ReturnType<DecisionRepository["listDigests"]> {
  return db
    .selectFrom("decisions")
    .select(["sessionId", "keyId", "label", "createdAtMs", "requestDigest"])
    .where("accountId", "=", accountId)
    .where("createdAtMs", ">", afterMs)
    .orderBy("createdAtMs", "desc")
    .orderBy("sessionId", "desc")
    .limit(limit)
    .execute();
}

/** `in ()` is no SQL, so an empty list is spelt out. */
function byPreferences(chosen: TextPurge["preferences"]): RawBuilder<SqlBool> {
  const { ids, isExcept } = chosen ?? { ids: [], isExcept: true };
  if (ids.length === 0) return isExcept ? sql`1 = 1` : sql`1 = 0`;
  const named = sql`preference_id in (${sql.join(ids)})`;
  return isExcept ? sql`(preference_id is null or not ${named})` : sql`${named}`;
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
        .where("accountId", "=", accountId)
        .where("sessionId", "in", sessionIds)
        .executeTakeFirst();
      return Number(result.numDeletedRows);
    },
    purge: async ({ accountId, beforeMs, limit }) => {
      const result = await db
        .deleteFrom("decisions")
        .where("sessionId", "in", older(accountId, beforeMs, limit))
        .executeTakeFirst();
      return Number(result.numDeletedRows);
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

export function createDecisionRepository(context: Context): DecisionRepository {
  const { db } = context;
  return {
    find: async ({ accountId, sessionId }) => {
      const row = await db
        .selectFrom("decisions")
        .selectAll()
        .where("sessionId", "=", sessionId)
        .where("accountId", "=", accountId)
        .executeTakeFirst();
      return row && toDecision(row);
    },
    findSummary: async ({ accountId, sessionId }) => {
      const row = await db
        .selectFrom("decisions")
        .select(SUMMARY_COLUMNS)
        .where("sessionId", "=", sessionId)
        .where("accountId", "=", accountId)
        .executeTakeFirst();
      return row && toSummary(row);
    },
    neighbours: async ({ accountId, ...at }) => {
      const next = async (order: typeof NEWEST_FIRST | typeof OLDEST_FIRST): Promise<string | undefined> => {
        const query = db.selectFrom("decisions").select("sessionId").where("accountId", "=", accountId);
        return (await fromPlace(query, order, placeOf(at)).limit(1).executeTakeFirst())?.sessionId;
      };
      return { newer: await next(OLDEST_FIRST), older: await next(NEWEST_FIRST) };
    },
    list: (input) => list(context, input),
    listDigests: (input) => listDigests(context, input),
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
        .selectFrom("decisionHours")
        .select((eb) => eb.fn.sum<number | null>("decisions").as("count"))
        .where("accountId", "=", accountId);
      const row = await query
        .where("hourMs", ">=", sinceMs === undefined ? -HOUR_MS : hourOf(sinceMs))
        .executeTakeFirst();
      return row?.count ?? 0;
    },
    ...removals(context),
  };
}
