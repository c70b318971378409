// Success as it was estimated for every pick, as it was predicted for those that were reported on, and as it was reported.
import type { Overview } from "@signalbox/sdk";
import type { ComponentChildren } from "preact";
import { compact, percent, signedPoints } from "../../lib/format.ts";
import type { ChartEvent } from "../../charts/event-marks.tsx";
import { TimeChart } from "../../charts/time-chart.tsx";
import { decisionsHref } from "../../lib/explore.ts";
import { SHARE } from "../../lib/units.ts";
import type { Range } from "../../lib/range.ts";
import { steadied } from "./steady.ts";

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
