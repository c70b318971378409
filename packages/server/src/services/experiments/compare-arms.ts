// The statistics of an experiment. The session chain is the unit: its reported success is the mean over its judged
// decisions, so that a long chain weighs no more than a short one.
import type { Experiment } from "@signalbox/contracts";
import { confidenceSequence } from "@signalbox/engine/learn";
import { meanOf, varianceOf } from "@signalbox/engine/numerics";

const ALPHA = 0.05;
/** The sequence is asymptotic: below this it may not end an experiment. */
export const JUDGED_CHAINS_MIN = 30;

export const STOPPING_RULE = `Stop when the interval of the difference excludes 0 and each preference has at least ${JUDGED_CHAINS_MIN} sessions with feedback. The interval is a 95 % confidence sequence: it holds at all looks together, so looking often costs nothing.`;

/**
 * Variance with one imagined chain that failed and one that succeeded: reports that are all alike must not look certain.
 * @source Agresti and Coull (1998), Approximate is better than "exact"
 */
function guardedVariance(values: Float64Array): number {
  return varianceOf(Float64Array.of(...values, 0, 1));
}

type Comparison = Pick<Experiment, "difference" | "confidence" | "verdict" | "stopping_rule">;

/**
 * @param a,b reported success, one value per judged chain. @range 0..1
 * @source Waudby-Smith et al., Time-uniform central limit theory (2024), with the variance of a difference of two means
 */
export function compareArms(a: Float64Array, b: Float64Array): Comparison {
  const rule = { confidence: 1 - ALPHA, stopping_rule: STOPPING_RULE };
  const isEnough = Math.min(a.length, b.length) >= JUDGED_CHAINS_MIN;
  if (a.length === 0 || b.length === 0)
    return { ...rule, difference: { mean: null, low: null, high: null }, verdict: "undecided" };
  const mean = meanOf(b) - meanOf(a);
  if (!isEnough) return { ...rule, difference: { mean, low: null, high: null }, verdict: "undecided" };
  const count = a.length + b.length;
  const variance = count * (guardedVariance(a) / a.length + guardedVariance(b) / b.length);
  const { low, high } = confidenceSequence({ mean, variance, count }, ALPHA);
  const verdict = low > 0 ? "b_better" : high < 0 ? "a_better" : "undecided";
  return { ...rule, difference: { mean, low, high }, verdict };
}
