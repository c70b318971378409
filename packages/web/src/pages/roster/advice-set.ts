// The models to keep and to drop as one set: every part of it holds once the whole of it is followed.
import type { Drift, RosterModel } from "@signalbox/sdk";

import { counted, percent } from "../../lib/format.ts";

type Reported = Pick<
  Drift["models"][number],
  "label" | "feedback" | "success_reported" | "success_predicted" | "gap" | "is_alert"
>;

export interface AdviceSet {
  readonly keep: readonly string[];
  readonly drop: ReadonlyMap<string, string>;
}

function reportWords({
  success_reported: reported,
  success_predicted: predicted,
  feedback,
}: Reported): string {
  return `${counted(feedback, "report")} say ${percent(reported)} where ${percent(predicted)} was expected.`;
}

/**
 * Dropped is what is reported far worse than expected, and what another model does as well for less, if that one stays.
 * When the reports speak against all of them, none is dropped for it: something must serve.
 */
export function adviceSet(models: readonly RosterModel[], judged: readonly Reported[]): AdviceSet {
  const drop = new Map<string, string>();
  for (const { label } of models) {
    const found = judged.find((one) => one.label === label);
    if (found?.is_alert === true && (found.gap ?? 0) < 0) drop.set(label, reportWords(found));
  }
  if (drop.size === models.length) drop.clear();
  const isReportedBad = new Set(drop.keys());
  for (const { label, dominated } of models)
    if (dominated !== null && !isReportedBad.has(dominated.by) && !drop.has(label))
      drop.set(label, dominated.reason);
  return { keep: models.map(({ label }) => label).filter((label) => !drop.has(label)), drop };
}
