// Turns sums into the means and baselines of the overview.
import type { OverviewBaseline, OverviewLatency } from "../interface/overview.ts";
import { latencyOfBucket } from "../journal/hourly-sums.ts";

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
