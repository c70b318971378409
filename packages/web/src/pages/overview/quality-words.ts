import type { Overview } from "@signalbox/sdk";

import { compact, percent, signedPoints } from "../../lib/format.ts";

/** What the reports say of the estimates, in a sentence. */
export function qualityWords({ totals, feedback }: Overview): string {
  if (feedback.count === 0 || feedback.reported === null || feedback.predicted === null)
    return `Estimated ${percent(totals.success)}; no reports in this time.`;
  const gap = signedPoints(feedback.reported - feedback.predicted);
  return `Reported ${percent(feedback.reported)} where ${percent(feedback.predicted)} was predicted (${gap}), n = ${compact(feedback.count)}.`;
}
