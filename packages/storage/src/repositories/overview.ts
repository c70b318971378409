// The overview reads hourly sums only; see journal/hourly-sums.ts for what they hold.
import { sql } from "kysely";

import type { Context } from "../database/context.ts";
import type {
  OverviewBaseline,
  OverviewBucket,
  OverviewInput,
  OverviewModel,
  OverviewRepository,
} from "../interface/overview.ts";
import { HOUR_MS, hourOf } from "../journal/hourly-sums.ts";
import { baselineOf, extremeOf, latencyOf, meanOf, totalsOf, type HourRow } from "./overview-totals.ts";

/** Labels are the callers' words: a page shows the most frequent ones. */
const LABELS_MAX = 200;
/** Of these the most offered and the most picked are chosen. */
const LABELS_READ = 2_000;
const WINDOW_HOURS_MAX = 24 * 366 * 3;

interface Window {
  readonly accountId: string;
  readonly fromMs: number;
  readonly toMs: number;
  readonly widthMs: number;
}

function windowOf(input: OverviewInput): Window {
  const toMs = hourOf(input.toMs + HOUR_MS - 1);
  const fromMs = Math.max(hourOf(input.fromMs), toMs - WINDOW_HOURS_MAX * HOUR_MS);
  const widthMs = Math.min(Math.max(Math.floor(input.bucketHours), 1), 8_784) * HOUR_MS;
  return { accountId: input.accountId, fromMs, toMs, widthMs };
}

type Timed = "decisionHours" | "decisionLabels" | "decisionLatencies" | "feedbackHours";

function rowsOf(context: Context, table: Timed, window: Window) {
  return context.db
    .selectFrom(table as "decisionHours")
    .where("accountId", "=", window.accountId)
    .where("hourMs", ">=", window.fromMs)
    .where("hourMs", "<", window.toMs);
}

function bucketsOf(rows: readonly HourRow[], window: Window): readonly OverviewBucket[] {
  const groups = new Map<number, HourRow[]>();
  for (const row of rows) {
    const startMs =
      window.fromMs + Math.floor((row.hourMs - window.fromMs) / window.widthMs) * window.widthMs;
    const group = groups.get(startMs);
    if (group === undefined) groups.set(startMs, [row]);
    else group.push(row);
  }
  return Array.from(groups, ([startMs, group]) => Object.assign(totalsOf(group), { startMs }));
}

const sumOf = (column: string) => sql<number>`sum(${sql.ref(column)})`;

interface LabelSums {
  readonly label: string;
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

async function labelSums(context: Context, window: Window): Promise<readonly LabelSums[]> {
  return rowsOf(context, "decisionLabels", window)
    .select([
      sql<string>`label`.as("label"),
      sumOf("offered").as("offered"),
      sumOf("offered_usd_sum").as("offeredUsd"),
      sumOf("offered_success_sum").as("offeredSuccess"),
      sumOf("routed_usd_sum").as("routedUsd"),
      sumOf("routed_success_sum").as("routedSuccess"),
      sumOf("picked").as("picked"),
      sumOf("picked_usd_sum").as("pickedUsd"),
      sumOf("picked_priced").as("pickedPriced"),
      sumOf("picked_success_sum").as("pickedSuccess"),
    ])
    .groupBy(sql`label`)
    .orderBy(sql`sum(offered) + sum(picked)`, "desc")
    .orderBy(sql`label`)
    .limit(LABELS_READ)
    .execute();
}

function mostOf(labels: readonly LabelSums[], count: "offered" | "picked"): readonly LabelSums[] {
  return labels
    .filter((sums) => sums[count] > 0)
    .toSorted((a, b) => b[count] - a[count])
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

/** Pairs of bucket start and picks, by label. */
async function picksByBucket(
  context: Context,
  window: Window,
): Promise<ReadonlyMap<string, readonly (readonly [number, number])[]>> {
  const { fromMs, widthMs } = window;
  const start = sql<number>`(hour_ms - ${sql.lit(fromMs)}) / ${sql.lit(widthMs)}`;
  const rows = await rowsOf(context, "decisionLabels", window)
    .select([sql<string>`label`.as("label"), start.as("bucket"), sumOf("picked").as("decisions")])
    .where(sql<boolean>`picked > 0`)
    .groupBy([sql`label`, start])
    .orderBy(start)
    .execute();
  const byLabel = new Map<string, (readonly [number, number])[]>();
  for (const { label, bucket, decisions } of rows) {
    const pair = [fromMs + bucket * widthMs, decisions] as const;
    const pairs = byLabel.get(label);
    if (pairs === undefined) byLabel.set(label, [pair]);
    else pairs.push(pair);
  }
  return byLabel;
}

async function pickedModels(
  context: Context,
  window: Window,
  labels: readonly LabelSums[],
): Promise<readonly OverviewModel[]> {
  const byBucket = await picksByBucket(context, window);
  return mostOf(labels, "picked").map(({ label, picked, pickedUsd, pickedPriced, pickedSuccess }) => ({
    label,
    decisions: picked,
    usd: pickedUsd,
    pricedDecisions: pickedPriced,
    successMean: meanOf(pickedSuccess, picked),
    byBucket: byBucket.get(label) ?? [],
  }));
}

async function latencies(context: Context, window: Window) {
  const rows = await rowsOf(context, "decisionLatencies", window)
    .select([sql<number>`bucket`.as("bucket"), sumOf("decisions").as("count")])
    .groupBy(sql`bucket`)
    .orderBy(sql`bucket`)
    .execute();
  return latencyOf(rows);
}

async function judged(context: Context, window: Window) {
  const row = await rowsOf(context, "feedbackHours", window)
    .select([
      sql<number>`coalesce(sum(judged), 0)`.as("count"),
      sql<number>`coalesce(sum(predicted_sum), 0)`.as("predicted"),
      sql<number>`coalesce(sum(reported_sum), 0)`.as("reported"),
      sql<number>`coalesce(sum(squared_error_sum), 0)`.as("squaredError"),
    ])
    .executeTakeFirstOrThrow();
  return {
    count: row.count,
    predictedMean: meanOf(row.predicted, row.count),
    reportedMean: meanOf(row.reported, row.count),
    brier: meanOf(row.squaredError, row.count),
  };
}

export function createOverviewRepository(context: Context): OverviewRepository {
  return {
    read: async (input) => {
      const window = windowOf(input);
      const hours = await rowsOf(context, "decisionHours", window).selectAll().orderBy("hourMs").execute();
      const labels = await labelSums(context, window);
      return {
        totals: totalsOf(hours),
        buckets: bucketsOf(hours, window),
        models: await pickedModels(context, window, labels),
        fixed: fixedBaselines(labels),
        cheapest: extremeOf(hours, "cheapest"),
        best: extremeOf(hours, "best"),
        latency: await latencies(context, window),
        feedback: await judged(context, window),
      };
    },
    purge: ({ accountId, beforeMs }) =>
      context.transaction(async ({ db }) => {
        const tables = ["decisionLabels", "decisionLatencies", "feedbackHours", "decisionHours"] as const;
        let hours = 0n;
        for (const table of tables) {
          const result = await db
            .deleteFrom(table as "decisionHours")
            .where("accountId", "=", accountId)
            .where("hourMs", "<", hourOf(beforeMs))
            .executeTakeFirst();
          hours = result.numDeletedRows;
        }
        return Number(hours);
      }),
  };
}
