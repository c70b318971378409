// Reports over time, with neighbours put together until there are enough of them to say something: one report a bucket would
// draw spikes from 0 to 100 %.
import type { Overview } from "@signalbox/sdk";

type Judged = Overview["series"][number]["feedback"];

/** Fewer reports than this are put together with their neighbours'. */
export const REPORTS_MIN = 20;
/** Quantile of the normal distribution, two-sided 95 %. */
const Z = 1.959964;

/** Wilson's interval of a share. */
function intervalOf(share: number, count: number): readonly [low: number, high: number] {
  const z2 = Z * Z;
  const middle = (share + z2 / (2 * count)) / (1 + z2 / count);
  const half = (Z / (1 + z2 / count)) * Math.sqrt((share * (1 - share)) / count + z2 / (4 * count * count));
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}

function together(run: readonly Judged[]): Judged {
  const count = run.reduce((sum, one) => sum + one.count, 0);
  const meanOf = (read: (one: Judged) => number | null): number =>
    run.reduce((sum, one) => sum + (read(one) ?? 0) * one.count, 0) / count;
  const reported = meanOf((one) => one.reported);
  const [low, high] = intervalOf(Math.min(1, Math.max(0, reported)), count);
  return {
    count,
    predicted: meanOf((one) => one.predicted),
    reported,
    reported_low: low,
    reported_high: high,
  };
}

/** Runs of buckets that hold enough reports each; what is left at the end belongs to the last of them. */
function runsOf(buckets: readonly Judged[]): readonly (readonly Judged[])[] {
  const runs: Judged[][] = [[]];
  let count = 0;
  for (const bucket of buckets) {
    if (count >= REPORTS_MIN) {
      runs.push([]);
      count = 0;
    }
    runs.at(-1)?.push(bucket);
    count += bucket.count;
  }
  const last = runs.at(-1) ?? [];
  if (count >= REPORTS_MIN || runs.length === 1) return runs;
  return [...runs.slice(0, -2), [...(runs.at(-2) ?? []), ...last]];
}

/** One entry a bucket; those of a run say the same. A bucket without a report in its whole run stays empty. */
export function steadied(buckets: readonly Judged[]): readonly Judged[] {
  return runsOf(buckets).flatMap((run) => {
    const isEmpty = run.every(({ count }) => count === 0);
    const one = isEmpty ? undefined : together(run);
    return run.map((bucket) => one ?? bucket);
  });
}
