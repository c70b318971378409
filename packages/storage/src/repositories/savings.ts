// The cost of routing beside one way of not routing, bucket by bucket and over the same decisions, in hourly sums.
import { sql } from "kysely";

import type { Context } from "../database/context.ts";
import type {
  ReportedDollars,
  SavingsBucket,
  SavingsInput,
  SavingsRepository,
} from "../interface/overview.ts";
import { cleanText } from "../journal/decision-columns.ts";
import { bucketOf, rowsOf, slicesOf, startOf, sumOf, windowOf, type Window } from "./overview-window.ts";

/** Names in one query; more would be more than a mix has. */
const LABELS_MAX = 200;
/** Callers may name models as they like. */
const MODELS_MAX = 50;
const OTHER_MODELS = "…";

interface Sums {
  readonly bucket: number;
  readonly decisions: number;
  readonly usd: number;
  readonly routedUsd: number;
}

type Totals = { -readonly [Member in keyof Sums]: Sums[Member] };

/** Adds what the slices of the window bring, and turns it into buckets in the order of time. */
class Buckets {
  readonly #totals = new Map<number, Totals>();

  add(row: Sums): void {
    const total = this.#totals.get(row.bucket);
    if (total === undefined) {
      this.#totals.set(row.bucket, { ...row });
      return;
    }
    total.decisions += row.decisions;
    total.usd += row.usd;
    total.routedUsd += row.routedUsd;
  }

  list(window: Window): readonly SavingsBucket[] {
    return [...this.#totals.values()]
      .filter(({ decisions }) => decisions > 0)
      .toSorted((a, b) => a.bucket - b.bucket)
      .map(({ bucket, decisions, usd, routedUsd }) => ({
        startMs: startOf(window, bucket),
        decisions,
        usd,
        routedUsd,
      }));
  }
}

async function readExtreme(
  context: Context,
  window: Window,
  kind: "cheapest" | "best",
): Promise<readonly SavingsBucket[]> {
  const buckets = new Buckets();
  const bucket = bucketOf(window);
  const rows = await rowsOf(context, "decisionHours", window)
    .select([
      bucket.as("bucket"),
      sumOf(`${kind}_count`).as("decisions"),
      sumOf(`${kind}_usd_sum`).as("usd"),
      sumOf(`${kind}_routed_usd_sum`).as("routedUsd"),
    ])
    .groupBy(bucket)
    .execute();
  for (const row of rows) buckets.add(row);
  return buckets.list(window);
}

async function readLabels(
  context: Context,
  window: Window,
  labels: readonly string[],
): Promise<ReadonlyMap<string, readonly SavingsBucket[]>> {
  const found = new Map<string, Buckets>();
  if (labels.length === 0) return new Map();
  const bucket = bucketOf(window);
  for await (const slice of slicesOf(context, window)) {
    const rows = await rowsOf(context, "decisionLabels", slice)
      .where(sql<boolean>`label in (${sql.join(labels.slice(0, LABELS_MAX))})`)
      .select([
        sql<string>`label`.as("label"),
        bucket.as("bucket"),
        sumOf("offered").as("decisions"),
        sumOf("offered_usd_sum").as("usd"),
        sumOf("routed_usd_sum").as("routedUsd"),
      ])
      .groupBy([sql`label`, bucket])
      .execute();
    for (const { label, ...row } of rows) {
      const buckets = found.get(label) ?? new Buckets();
      buckets.add(row);
      found.set(label, buckets);
    }
  }
  return new Map(Array.from(found, ([label, buckets]) => [label, buckets.list(window)]));
}

async function readReported(context: Context, window: Window): Promise<readonly SavingsBucket[]> {
  const buckets = new Buckets();
  const bucket = bucketOf(window);
  const rows = await rowsOf(context, "reportedHours", window)
    .select([
      bucket.as("bucket"),
      sumOf("compared").as("decisions"),
      sumOf("baseline_usd_sum").as("usd"),
      sumOf("routed_usd_sum").as("routedUsd"),
    ])
    .groupBy(bucket)
    .execute();
  for (const row of rows) buckets.add(row);
  return buckets.list(window);
}

async function reportedByModel(context: Context, window: Window): Promise<readonly ReportedDollars[]> {
  const rows = await rowsOf(context, "reportedHours", window)
    .select([
      sql<string>`model`.as("model"),
      sumOf("reports").as("reports"),
      sumOf("priced").as("priced"),
      sumOf("usd_sum").as("usd"),
      sumOf("compared").as("compared"),
      sumOf("routed_usd_sum").as("routedUsd"),
      sumOf("baseline_usd_sum").as("baselineUsd"),
    ])
    .groupBy(sql`model`)
    .execute();
  const sorted = rows
    .filter(({ reports }) => reports > 0)
    .toSorted((a, b) => b.reports - a.reports || b.compared - a.compared || (a.model < b.model ? -1 : 1));
  const rest = sorted.slice(MODELS_MAX).reduce<ReportedDollars | undefined>(together, undefined);
  return [...sorted.slice(0, MODELS_MAX), ...(rest === undefined ? [] : [rest])];
}

const together = (sum: ReportedDollars | undefined, next: ReportedDollars): ReportedDollars => ({
  model: OTHER_MODELS,
  reports: (sum?.reports ?? 0) + next.reports,
  priced: (sum?.priced ?? 0) + next.priced,
  usd: (sum?.usd ?? 0) + next.usd,
  compared: (sum?.compared ?? 0) + next.compared,
  routedUsd: (sum?.routedUsd ?? 0) + next.routedUsd,
  baselineUsd: (sum?.baselineUsd ?? 0) + next.baselineUsd,
});

export function createSavingsRepository(context: Context): SavingsRepository {
  return {
    read: async ({ baseline, ...input }) => {
      const window = windowOf(input);
      if (baseline.kind !== "label") return readExtreme(context, window, baseline.kind);
      const label = cleanText(baseline.label);
      return (await readLabels(context, window, [label])).get(label) ?? [];
    },
    readReported: (input) => readReported(context, windowOf(input)),
    reportedByModel: (input) => reportedByModel(context, windowOf(input)),
    readLabels: ({ labels, ...input }: SavingsInput & { readonly labels: readonly string[] }) =>
      readLabels(context, windowOf(input), labels),
  };
}
