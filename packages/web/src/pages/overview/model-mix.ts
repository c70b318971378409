import type { Overview } from "@signalbox/sdk";

import type { TimeSeries } from "@signalbox/charts";

const SHOWN_MAX = 7;
export const OTHERS = "others";

/** One series per model, the busiest first; the rest is summed as "others", so that the stack is always whole. */
export function mixSeries(overview: Overview): TimeSeries[] {
  const times = overview.series.map((bucket) => bucket.at);
  const named = overview.models.slice(0, SHOWN_MAX).map((model): TimeSeries => {
    const byTime = new Map(model.by_bucket.map((bucket) => [bucket.at, bucket.decisions]));
    return { name: model.label, values: times.map((time) => byTime.get(time) ?? 0) };
  });
  if (overview.models.length <= SHOWN_MAX) return named;
  const others = overview.series.map((bucket, index) =>
    Math.max(0, bucket.decisions - named.reduce((sum, one) => sum + (one.values[index] ?? 0), 0)),
  );
  return [...named, { name: OTHERS, values: others }];
}
