// Success as it was estimated for every pick, as it was predicted for those that were reported on, and as it was reported.

import type { Overview } from "@signalbox/sdk";
import type { ComponentChildren } from "preact";
import { compact, percent, signedPoints } from "../../lib/format.ts";
import type { ChartEvent } from "../../charts/event-marks.tsx";
import { TimeChart } from "../../charts/time-chart.tsx";
import { decisionsHref } from "../../lib/explore.ts";
import { SHARE } from "../../lib/units.ts";
import type { Range } from "../../lib/range.ts";

// Reports over time, with neighbours put together until there are enough of them to say something: one report a bucket would
// draw spikes from 0 to 100 %.

type Judged = Overview["series"][number]["feedback"];

/** Fewer reports than this are put together with their neighbours'. */
export const REPORTS_MIN = 20;
/** Quantile of the normal distribution, two-sided 95 %. */
const Z = 1.959964;

/** Wilson's interval of a share. */
export function intervalOf(share: number, count: number): readonly [low: number, high: number] {
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

/** The verdict of the reports on the estimates, in a sentence. */
export function qualityWords({ totals, feedback }: Overview): string {
  if (feedback.count === 0 || feedback.reported === null || feedback.predicted === null)
    return `Estimated ${percent(totals.success)}; no reports in this time.`;
  const gap = signedPoints(feedback.reported - feedback.predicted);
  return `Reported ${percent(feedback.reported)} where ${percent(feedback.predicted)} was predicted (${gap}), n = ${compact(feedback.count)}.`;
}

interface Props {
  readonly overview: Overview;
  readonly range: Range;
  readonly events: readonly ChartEvent[];
  readonly onSelect: (first: number, last: number) => void;
}

export function QualityChart({ overview, range, events, onSelect }: Props): ComponentChildren {
  const { series, feedback } = overview;
  const judged = steadied(series.map((bucket) => bucket.feedback));
  const href = decisionsHref(range, { feedback: "any" });
  const reported = [
    { name: "predicted where reported", values: judged.map(({ predicted }) => predicted), href },
    {
      name: "reported",
      href,
      values: judged.map((one) => one.reported),
      band: judged.map(({ reported_low: low, reported_high: high }) =>
        low === null || high === null ? null : ([low, high] as const),
      ),
    },
  ];
  return (
    <TimeChart
      title="Success over time"
      fileName="success-over-time"
      summary={qualityWords(overview)}
      lead={qualityWords(overview)}
      times={series.map(({ at }) => at)}
      series={[
        {
          name: "estimated, all picks",
          values: series.map((bucket) => bucket.success),
          href: decisionsHref(range),
        },
        ...(feedback.count === 0 ? [] : reported),
      ]}
      events={events}
      onSelect={onSelect}
      kind="line"
      unit={SHARE}
    />
  );
}
