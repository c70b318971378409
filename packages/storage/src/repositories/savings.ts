// The cost of routing beside that of single labels, bucket by bucket and over the same decisions, in hourly sums.
import { sql } from "kysely";

import type { Context } from "../database/context.ts";
import type { SavingsBucket, SavingsRepository } from "../interface/overview.ts";
import { cleanText } from "../journal/decision-columns.ts";
import { bucketOf, rowsOf, slicesOf, startOf, sumOf, windowOf, type Window } from "./overview-window.ts";

/** Labels of one query; the rest is left out. */
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
