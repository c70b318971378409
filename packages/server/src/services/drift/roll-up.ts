import type { FeedbackStatistic } from "@signalbox/storage";

import type { DriftRow } from "./judge-drift.ts";

/** The fields of each model taken together, so that a gap that is spread over many of them is seen. */
export function byModel(statistics: readonly FeedbackStatistic[]): readonly FeedbackStatistic[] {
  const groups = Map.groupBy(statistics, ({ label }) => label);
  return Array.from(groups, ([label, rows]) => {
    const count = rows.reduce((sum, row) => sum + row.count, 0);
    const mean = (member: "predictedMean" | "reportedMean" | "brier"): number =>
      rows.reduce((sum, row) => sum + row[member] * row.count, 0) / count;
    return {
      label,
      field: "",
      count,
      predictedMean: mean("predictedMean"),
      reportedMean: mean("reportedMean"),
      brier: mean("brier"),
    };
  });
}

/** How far the interval around the gap lies from zero; negative where it holds zero. Alerts come before all else. */
export function evidenceOf({ gap, gapSpread, isAlert }: DriftRow): number {
  return (isAlert ? 2 : 0) + Math.abs(gap) - Math.min(gapSpread, 1);
}
