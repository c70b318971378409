// Lists of decisions: newest first by place, a search that looks at a bounded number of rows a page, and other orders among
// the newest rows.
import { sql } from "kysely";

import type { Context } from "../database/context.ts";
import { decodeCursor, encodeCursor, fromPlace, pageLimit, toPage, type Place } from "../database/page.ts";
import type { Page, PageInput } from "../interface/common.ts";
import type { DecisionFilter, DecisionRepository, DecisionSummary } from "../interface/decisions.ts";
import { SUMMARY_COLUMNS, toSummary } from "../journal/decision-columns.ts";
import { decisionsOf, indexedPart, isScanned, isSessionId, matching } from "./decision-filter.ts";

const COLUMNS = ["decisions.created_at_ms", "decisions.session_id"] as const;
export const NEWEST_FIRST = { columns: COLUMNS, direction: "desc" } as const;
export const OLDEST_FIRST = { columns: COLUMNS, direction: "asc" } as const;
/** Rows that one page of a text search looks at. */
const SEARCH_ROWS = 20_000;

type Timed = { readonly createdAtMs: number; readonly sessionId: string };
export const placeOf = (row: Timed): Place => [row.createdAtMs, row.sessionId];

interface Stretch {
  readonly filter: DecisionFilter;
  /** The place where it begins; absent: with the newest. */
  readonly place: Place | undefined;
  readonly rows: number;
}

/** The place where a stretch of so many rows ends; undefined when the journal ends before. */
async function endOf(context: Context, { filter, place, rows }: Stretch): Promise<Place | undefined> {
  const row = await fromPlace(
    decisionsOf(context.db, indexedPart(filter)).select(["createdAtMs", "sessionId"]),
    NEWEST_FIRST,
    place,
  )
    .offset(rows - 1)
    .limit(1)
    .executeTakeFirst();
  return row && placeOf(row);
}

/** The rows that fit, down to where the stretch ends. */
function downTo(context: Context, filter: DecisionFilter, end: Place | undefined) {
  const q = filter.q?.trim() ?? "";
  const base = decisionsOf(context.db, filter).select(SUMMARY_COLUMNS);
  const query = q === "" ? base : matching(base, q);
  return end === undefined
    ? query
    : query.where(sql<boolean>`(created_at_ms, session_id) >= (${end[0]}, ${end[1]})`);
}

async function search(
  context: Context,
  input: DecisionFilter & PageInput & { readonly q: string },
): Promise<Page<DecisionSummary>> {
  const limit = pageLimit(input);
  const place = decodeCursor(input.cursor, [0, ""]);
  const stretch = { filter: input, place, rows: SEARCH_ROWS };
  const end = isSessionId(input.q) ? undefined : await endOf(context, stretch);
  const rows = await fromPlace(downTo(context, input, end), NEWEST_FIRST, place)
    .limit(limit + 1)
    .execute();
  const page = toPage(rows, limit, { item: toSummary, place: placeOf });
  if (page.nextCursor !== null || end === undefined) return page;
  return { items: page.items, nextCursor: encodeCursor(end) };
}

export async function listDecisions(
  context: Context,
  input: DecisionFilter & PageInput,
): Promise<Page<DecisionSummary>> {
  const q = input.q?.trim() ?? "";
  if (q !== "" || isScanned(input)) return search(context, { ...input, q });
  const limit = pageLimit(input);
  const query = decisionsOf(context.db, input).select(SUMMARY_COLUMNS);
  const rows = await fromPlace(query, NEWEST_FIRST, decodeCursor(input.cursor, [0, ""]))
    .limit(limit + 1)
    .execute();
  return toPage(rows, limit, { item: toSummary, place: placeOf });
}

/** Unknown amounts come last in either direction, on either database. */
const ORDERS = {
  usd: sql`coalesce(usd, -1) desc`,
  seconds: sql`coalesce(seconds, -1) desc`,
  success: sql`success asc`,
  decideUs: sql`decide_us desc`,
} as const;

/** The cursor counts rows behind the moment of the first page, so that later decisions move no row. */
export async function listSortedDecisions(
  context: Context,
  input: Parameters<DecisionRepository["listSorted"]>[0],
): Promise<Page<DecisionSummary>> {
  const { sort, rowsMax, ...filter } = input;
  const limit = pageLimit(input);
  const [skipped = 0, untilMs = filter.toMs] = decodeCursor(input.cursor, [0, 0]) ?? [];
  const fixed = { ...filter, toMs: Number(untilMs) };
  const end = await endOf(context, { filter: fixed, place: undefined, rows: rowsMax });
  const rows = await downTo(context, fixed, end)
    .orderBy(ORDERS[sort])
    .orderBy("createdAtMs", "desc")
    .orderBy("sessionId", "desc")
    .offset(Number(skipped))
    .limit(limit + 1)
    .execute();
  return toPage(rows, limit, { item: toSummary, place: () => [Number(skipped) + limit, Number(untilMs)] });
}
