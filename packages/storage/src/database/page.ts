// Keyset pages: the cursor is the last row's place in the order, so that a page costs the same wherever it is.
import { SignalboxError } from "@signalbox/contracts";
import { sql, type SelectQueryBuilder, type RawBuilder } from "kysely";
import type { Page, PageInput } from "../interface/common.ts";

const LIMIT_DEFAULT = 50;
const LIMIT_MAX = 500;

export type Place = readonly (number | string)[];

export function pageLimit(input: PageInput): number {
  const limit = Math.floor(input.limit ?? LIMIT_DEFAULT);
  return Math.min(Math.max(Number.isFinite(limit) ? limit : LIMIT_DEFAULT, 1), LIMIT_MAX);
}

export function encodeCursor(place: Place): string {
  return Buffer.from(JSON.stringify(place)).toString("base64url");
}

/** Whether a column could hold it at all: others are refused here, and not by one of the databases. */
function isKeepable(part: unknown): boolean {
  if (typeof part === "string") return !part.includes("\0") && part.isWellFormed();
  return Number.isSafeInteger(part);
}

/** @throws bad_request when the cursor was not made by a list with the same order */
export function decodeCursor(cursor: string | undefined, shape: Place): Place | undefined {
  if (cursor === undefined || cursor === "") return undefined;
  const fault = (cause?: unknown): SignalboxError =>
    new SignalboxError(
      "bad_request",
      "`cursor` is not one that this list gave out. Leave it out to start from the beginning.",
      {
        cause,
      },
    );
  let place: unknown;
  try {
    place = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
  } catch (cause) {
    throw fault(cause);
  }
  const fits =
    Array.isArray(place) &&
    place.length === shape.length &&
    place.every((part, index) => typeof part === typeof shape[index] && isKeepable(part));
  if (!fits) throw fault();
  return place as Place;
}

/** Cuts the one row read beyond the limit and makes the cursor from the last row kept. */
export function toPage<Row, Item>(
  rows: readonly Row[],
  limit: number,
  read: { readonly item: (row: Row) => Item; readonly place: (row: Row) => Place },
): Page<Item> {
  const kept = rows.slice(0, limit);
  const last = kept.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  return {
    items: kept.map((row) => read.item(row)),
    nextCursor: hasMore ? encodeCursor(read.place(last)) : null,
  };
}

export interface KeysetOrder {
  /** Qualified snake_case column names, most significant first. */
  readonly columns: readonly string[];
  readonly direction: "asc" | "desc";
}

/** Orders the query and starts it behind the place. */
export function fromPlace<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  order: KeysetOrder,
  place: Place | undefined,
): SelectQueryBuilder<DB, TB, O> {
  const names = order.columns.map((name) => sql.ref(name));
  let ordered = query;
  for (const name of names) ordered = ordered.orderBy(name, order.direction);
  if (place === undefined) return ordered;
  const comparison = sql.raw(order.direction === "asc" ? ">" : "<");
  const values = sql.join(place.map((part) => sql`${part}`));
  return ordered.where(sql<boolean>`(${sql.join(names)}) ${comparison} (${values})`);
}

/**
 * Beside ids that name the rows: a condition that no index serves. SQLite keeps no statistics of ours, and would rather walk all
 * rows of an account than look up fifty ids.
 */
export function ofAccount(accountId: string): RawBuilder<boolean> {
  return sql<boolean>`coalesce(account_id, '') = ${accountId}`;
}
