// The span of hourly sums that an overview reads, and the slices in which it reads the wide tables.
import { sql } from "kysely";

import type { Context } from "../database/context.ts";
import type { OverviewInput } from "../interface/overview.ts";
import { HOUR_MS, hourOf } from "../journal/hours.ts";

const WINDOW_HOURS_MAX = 24 * 366 * 3;
/** A year of sums read in one go would hold up every decision for the better part of a second. */
const SLICE_MS = 14 * 24 * HOUR_MS;
/** A server adds up elsewhere: there each slice is a question more to wait for. */
const REMOTE_SLICE_MS = 8 * SLICE_MS;

export interface Window {
  readonly accountId: string;
  readonly fromMs: number;
  /** Exclusive. */
  readonly toMs: number;
  /** Width of a bucket. */
  readonly widthMs: number;
}

export function windowOf(input: OverviewInput): Window {
  const toMs = hourOf(input.toMs + HOUR_MS - 1);
  const fromMs = Math.max(hourOf(input.fromMs), toMs - WINDOW_HOURS_MAX * HOUR_MS);
  const widthMs = Math.min(Math.max(Math.floor(input.bucketHours), 1), 8_784) * HOUR_MS;
  return { accountId: input.accountId, fromMs, toMs, widthMs };
}

type Timed = "decisionLabels" | "decisionLatencies" | "decisionGroups" | "feedbackHours";

export function rowsOf(context: Context, table: Timed, window: Window) {
  return context.db
    .selectFrom(table as "decisionGroups")
    .where("accountId", "=", window.accountId)
    .where("hourMs", ">=", window.fromMs)
    .where("hourMs", "<", window.toMs);
}

/** The bucket of a row's hour, counted from the start of the window. */
export const bucketOf = ({ fromMs, widthMs }: Window) =>
  sql<number>`(hour_ms - ${sql.lit(fromMs)}) / ${sql.lit(widthMs)}`;

/** When a bucket begins. */
export const startOf = ({ fromMs, widthMs }: Window, bucket: number): number => fromMs + bucket * widthMs;

/** @param column by its name in the database, or as the schema spells it */
export const sumOf = (column: string) => sql<number>`sum(${sql.ref(column)})`;

/** Lets whatever waits for the event loop run before each further slice. */
export async function* slicesOf({ dialect }: Context, window: Window): AsyncGenerator<Window> {
  const sliceMs = dialect.isRemote ? REMOTE_SLICE_MS : SLICE_MS;
  for (let fromMs = window.fromMs; fromMs < window.toMs; fromMs += sliceMs) {
    if (fromMs > window.fromMs)
      await new Promise<void>((resolve) => {
        setImmediate(resolve);
      });
    yield { ...window, fromMs, toMs: Math.min(window.toMs, fromMs + sliceMs) };
  }
}
