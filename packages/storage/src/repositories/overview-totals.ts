// Turns sums into the means and baselines of the overview.
import type { Selectable } from "kysely";

import type { Database } from "../database/schema.ts";
import type { OverviewBaseline, OverviewLatency, OverviewTotals } from "../interface/overview.ts";
import { latencyOfBucket } from "../journal/hourly-sums.ts";

/** The sums of an hour, or of several. */
export type HourSums = Omit<Selectable<Database["decisionHours"]>, "accountId" | "hourMs">;

export function meanOf(sum: number, count: number): number | null {
  return count === 0 ? null : sum / count;
}

export function totalsOf(rows: readonly HourSums[]): OverviewTotals {
  const sum = (pick: (row: HourSums) => number): number => rows.reduce((total, row) => total + pick(row), 0);
  const decisions = sum((row) => row.decisions);
  return {
    decisions,
    degraded: sum((row) => row.degraded),
    explored: sum((row) => row.explored),
    rejectedCandidates: sum((row) => row.rejected),
    decisionsWithRejections: sum((row) => row.withRejections),
    usd: sum((row) => row.usdSum),
    pricedDecisions: sum((row) => row.priced),
    successMean: meanOf(
      sum((row) => row.successSum),
      decisions,
    ),
  };
}

interface BaselineSums {
  readonly label: string;
  readonly count: number;
  readonly usd: number;
  readonly success: number;
  readonly routedUsd: number;
  readonly routedSuccess: number;
}

export function baselineOf(sums: BaselineSums): OverviewBaseline {
  return {
    label: sums.label,
    decisions: sums.count,
    usd: sums.usd,
    successMean: meanOf(sums.success, sums.count),
    routedUsd: sums.routedUsd,
    routedSuccessMean: meanOf(sums.routedSuccess, sums.count),
  };
}

/** The cheapest, or the best, eligible candidate of each decision. */
export function extremeOf(rows: readonly HourSums[], kind: "cheapest" | "best"): OverviewBaseline {
  const sum = (name: "Count" | "UsdSum" | "SuccessSum" | "RoutedUsdSum" | "RoutedSuccessSum"): number =>
    rows.reduce((total, row) => total + row[`${kind}${name}`], 0);
  return baselineOf({
    label: kind,
    count: sum("Count"),
    usd: sum("UsdSum"),
    success: sum("SuccessSum"),
    routedUsd: sum("RoutedUsdSum"),
    routedSuccess: sum("RoutedSuccessSum"),
  });
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
