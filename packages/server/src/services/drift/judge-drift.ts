// Are the predictions still true? Reported success against predicted, per model and field, with a confidence sequence:
// it may be looked at after every report without crying wolf more often than stated.
import { ALERTS_FROM } from "@signalbox/contracts";
import { confidenceSequence } from "@signalbox/engine/learn";
import type { FeedbackStatistic } from "@signalbox/storage";

export interface DriftRow {
  readonly label: string;
  readonly field: string;
  readonly feedback: number;
  readonly predicted: number;
  readonly reported: number;
  /** Reported less predicted. @range -1..1 */
  readonly gap: number;
  /** Half the width of the confidence sequence; infinite for fewer than two reports. */
  readonly gapSpread: number;
  readonly isAlert: boolean;
}

/** Chance of ever raising a false alert on one model and field. */
const ALPHA = 0.01;
/** Gaps below this are no reason to wake anyone. */
const GAP_ACCEPTED = 0.05;
/** Variance of one imagined report upwards and one downwards: reports that are all alike must not look certain. */
const IMAGINED_VARIANCE = 0.5;

export function judgeDrift({
  label,
  field,
  count,
  predictedMean,
  reportedMean,
  brier,
}: FeedbackStatistic): DriftRow {
  const gap = reportedMean - predictedMean;
  const variance = Math.max(0, brier - gap * gap) + IMAGINED_VARIANCE / Math.max(1, count);
  const { low, high } = confidenceSequence({ mean: gap, variance, count }, ALPHA);
  const isBeyond = low > GAP_ACCEPTED || high < -GAP_ACCEPTED;
  return {
    label,
    field,
    feedback: count,
    predicted: predictedMean,
    reported: reportedMean,
    gap,
    gapSpread: (high - low) / 2,
    isAlert: count >= ALERTS_FROM.reports && isBeyond,
  };
}
