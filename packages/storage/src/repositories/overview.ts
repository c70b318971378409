// The overview reads hourly sums only; see journal/hourly-sums.ts for what they hold.

import { sql } from "kysely";
import type { Context } from "../database/context.ts";
import type {
  OverviewFeedback,
  OverviewRepository,
  OverviewBaseline,
  OverviewModel,
  OverviewLatency,
  OverviewInput,
  SavingsBucket,
  SavingsRepository,
} from "../interface/overview.ts";
import { hourOf, HOUR_MS } from "../journal/hours.ts";
import { latencyOfBucket } from "../journal/hourly-sums.ts";
import { cleanText } from "../journal/decision-columns.ts";

// The cost of routing beside that of single labels, bucket by bucket and over the same decisions, in hourly sums.

/** Labels of one query, and shown of those offered and of those picked; the rest is left out. */
const LABELS_MAX = 200;

type Totals = { -readonly [Member in keyof Omit<SavingsBucket, "startMs">]: number };
type ByBucket = Map<number, Totals>;

/** One pass over the span, whatever the number of labels: rows are ordered by hour first. */
async function readTotals(
  context: Context,
  window: Window,
  labels: readonly string[],
): Promise<ReadonlyMap<string, ByBucket>> {
  const found = new Map<string, ByBucket>();
  const bucket = bucketOf(window);
  for await (const slice of slicesOf(context, window)) {
    const rows = await rowsOf(context, "decisionLabels", slice)
      .where(sql<boolean>`label in (${sql.join(labels)})`)
      .select([
        sql<string>`label`.as("label"),
        bucket.as("bucket"),
        sumOf("offered").as("decisions"),
        sumOf("offered_usd_sum").as("usd"),
        sumOf("routed_usd_sum").as("routedUsd"),
      ])
      .groupBy([sql`label`, bucket])
      .execute();
    for (const { label, bucket: at, ...row } of rows) {
      const totals: ByBucket = found.get(label) ?? new Map();
      const total = totals.get(at) ?? { decisions: 0, usd: 0, routedUsd: 0 };
      total.decisions += row.decisions;
      total.usd += row.usd;
      total.routedUsd += row.routedUsd;
      found.set(label, totals.set(at, total));
    }
  }
  return found;
}

const bucketsOf = (totals: ByBucket, window: Window): readonly SavingsBucket[] =>
  [...totals]
    .filter(([, { decisions }]) => decisions > 0)
    .toSorted(([a], [b]) => a - b)
    .map(([at, total]) => Object.assign(total, { startMs: startOf(window, at) }));

export function createSavingsRepository(context: Context): SavingsRepository {
  return {
    read: async ({ labels, ...input }) => {
      const window = windowOf(input);
      const wanted = new Map(labels.slice(0, LABELS_MAX).map((label) => [label, cleanText(label)]));
      if (wanted.size === 0) return new Map();
      const found = await readTotals(context, window, [...new Set(wanted.values())]);
      return new Map(
        Array.from(wanted, ([label, clean]) => [label, bucketsOf(found.get(clean) ?? new Map(), window)]),
      );
    },
  };
}

// The span of hourly sums that an overview reads, and the slices in which it reads the wide tables.

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

// Turns sums into the means and baselines of the overview.

export function meanOf(sum: number, count: number): number | null {
  return count === 0 ? null : sum / count;
}

interface BaselineSums {
  readonly label: string;
  readonly count: number;
  readonly usd: number;
  readonly success: number;
  readonly routedUsd: number;
  readonly routedSuccess: number;
}

function baselineOf(sums: BaselineSums): OverviewBaseline {
  return {
    label: sums.label,
    decisions: sums.count,
    usd: sums.usd,
    successMean: meanOf(sums.success, sums.count),
    routedUsd: sums.routedUsd,
    routedSuccessMean: meanOf(sums.routedSuccess, sums.count),
  };
}

/** Percentiles of a histogram given in the order of its buckets. */
export function latencyOf(
  buckets: readonly { readonly bucket: number; readonly count: number }[],
): OverviewLatency {
  const count = buckets.reduce((total, row) => total + row.count, 0);
  const percentile = (share: number): number | null => {
    let below = 0;
    for (const row of buckets) {
      below += row.count;
      if (below >= share * count) return latencyOfBucket(row.bucket);
    }
    return null;
  };
  return {
    count,
    p50Us: percentile(0.5),
    p90Us: percentile(0.9),
    p95Us: percentile(0.95),
    p99Us: percentile(0.99),
  };
}

// Counts of offers and picks, by label. Labels are the callers' words and may be many: the most frequent ones count.

/** Rows of label and bucket that one slice may bring. */
const SLICE_ROWS_MAX = 20_000;

interface Sums {
  readonly offered: number;
  readonly offeredUsd: number;
  readonly offeredSuccess: number;
  readonly routedUsd: number;
  readonly routedSuccess: number;
  readonly picked: number;
  readonly pickedUsd: number;
  readonly pickedPriced: number;
  readonly pickedSuccess: number;
}

const MEMBERS = {
  offered: "offered",
  offeredUsd: "offered_usd_sum",
  offeredSuccess: "offered_success_sum",
  routedUsd: "routed_usd_sum",
  routedSuccess: "routed_success_sum",
  picked: "picked",
  pickedUsd: "picked_usd_sum",
  pickedPriced: "picked_priced",
  pickedSuccess: "picked_success_sum",
} as const satisfies Record<keyof Sums, string>;

interface LabelSums extends Sums {
  readonly label: string;
  /** Start of a bucket and the picks in it. */
  readonly picks: ReadonlyMap<number, number>;
}

interface SliceRow extends Sums {
  readonly label: string;
  /** Counted from the start of the whole window. */
  readonly bucket: number;
}

function readSlice(context: Context, whole: Window, slice: Window): Promise<readonly SliceRow[]> {
  const bucket = bucketOf(whole);
  const sums = (Object.keys(MEMBERS) as (keyof Sums)[]).map((member) => sumOf(MEMBERS[member]).as(member));
  return rowsOf(context, "decisionLabels", slice)
    .select([sql<string>`label`.as("label"), bucket.as("bucket"), ...sums])
    .groupBy([sql`label`, bucket])
    .orderBy(sql`sum(offered) + sum(picked)`, "desc")
    .orderBy(sql`label`)
    .limit(SLICE_ROWS_MAX)
    .execute();
}

type Growing = { -readonly [Member in keyof Sums]: number } & {
  readonly label: string;
  readonly picks: Map<number, number>;
};

function emptySums(label: string): Growing {
  const zeros = Object.fromEntries(Object.keys(MEMBERS).map((member) => [member, 0]));
  return { ...(zeros as Record<keyof Sums, number>), label, picks: new Map() };
}

function add(total: Growing, row: SliceRow, startMs: number): void {
  for (const member of Object.keys(MEMBERS) as (keyof Sums)[]) total[member] += row[member];
  if (row.picked > 0) total.picks.set(startMs, (total.picks.get(startMs) ?? 0) + row.picked);
}

async function readLabels(context: Context, window: Window): Promise<readonly LabelSums[]> {
  const totals = new Map<string, Growing>();
  for await (const slice of slicesOf(context, window))
    for (const row of await readSlice(context, window, slice)) {
      let total = totals.get(row.label);
      if (total === undefined) totals.set(row.label, (total = emptySums(row.label)));
      add(total, row, startOf(window, row.bucket));
    }
  return [...totals.values()];
}

function mostOf(labels: readonly LabelSums[], count: "offered" | "picked"): readonly LabelSums[] {
  return labels
    .filter((sums) => sums[count] > 0)
    .toSorted((a, b) => b[count] - a[count] || (a.label < b.label ? -1 : 1))
    .slice(0, LABELS_MAX);
}

function fixedBaselines(labels: readonly LabelSums[]): readonly OverviewBaseline[] {
  return mostOf(labels, "offered").map(
    ({ label, offered, offeredUsd, offeredSuccess, routedUsd, routedSuccess }) =>
      baselineOf({
        label,
        count: offered,
        usd: offeredUsd,
        success: offeredSuccess,
        routedUsd,
        routedSuccess,
      }),
  );
}

function pickedModels(labels: readonly LabelSums[]): readonly OverviewModel[] {
  return mostOf(labels, "picked").map(({ label, picked, pickedUsd, pickedPriced, pickedSuccess, picks }) => ({
    label,
    decisions: picked,
    usd: pickedUsd,
    pricedDecisions: pickedPriced,
    successMean: meanOf(pickedSuccess, picked),
    byBucket: [...picks].toSorted(([a], [b]) => a - b),
  }));
}

async function latencies(context: Context, window: Window) {
  const counts = new Map<number, number>();
  for await (const slice of slicesOf(context, window)) {
    const rows = await rowsOf(context, "decisionLatencies", slice)
      .select([sql<number>`bucket`.as("bucket"), sumOf("decisions").as("count")])
      .groupBy(sql`bucket`)
      .execute();
    for (const { bucket, count } of rows) counts.set(bucket, (counts.get(bucket) ?? 0) + count);
  }
  const rows = Array.from(counts, ([bucket, count]) => ({ bucket, count }));
  return latencyOf(rows.toSorted((a, b) => a.bucket - b.bucket));
}

async function judged(context: Context, window: Window) {
  const bucket = bucketOf(window);
  const rows = await rowsOf(context, "feedbackHours", window)
    .select([
      bucket.as("bucket"),
      sumOf("judged").as("count"),
      sumOf("predicted_sum").as("predicted"),
      sumOf("reported_sum").as("reported"),
      sumOf("squared_error_sum").as("squaredError"),
    ])
    .groupBy(bucket)
    .orderBy(bucket)
    .execute();
  const total = (member: "count" | "predicted" | "reported" | "squaredError"): number =>
    rows.reduce((sum, row) => sum + row[member], 0);
  const meansOf = ({ count, predicted, reported }: Judged): OverviewFeedback => ({
    count,
    predictedMean: meanOf(predicted, count),
    reportedMean: meanOf(reported, count),
  });
  const count = total("count");
  const whole = meansOf({ count, predicted: total("predicted"), reported: total("reported") });
  return {
    feedback: { ...whole, brier: meanOf(total("squaredError"), count) },
    feedbackBuckets: rows
      .filter((row) => row.count > 0)
      .map((row) => Object.assign(meansOf(row), { startMs: startOf(window, row.bucket) })),
  };
}

interface Judged {
  readonly count: number;
  readonly predicted: number;
  readonly reported: number;
}

export function createOverviewRepository(context: Context): OverviewRepository {
  return {
    read: async (input) => {
      const window = windowOf(input);
      // A separate server works at several of them; in this process they take turns.
      const [labels, latency, reports] = await Promise.all([
        readLabels(context, window),
        latencies(context, window),
        judged(context, window),
      ]);
      return {
        models: pickedModels(labels),
        fixed: fixedBaselines(labels),
        latency,
        ...reports,
      };
    },
    purge: ({ accountId, beforeMs }) =>
      context.transaction(async ({ db }) => {
        for (const table of [
          "decisionLabels",
          "decisionLatencies",
          "decisionGroups",
          "feedbackHours",
        ] as const)
          await db
            .deleteFrom(table as "decisionGroups")
            .where("accountId", "=", accountId)
            .where("hourMs", "<", hourOf(beforeMs))
            .execute();
      }),
  };
}
