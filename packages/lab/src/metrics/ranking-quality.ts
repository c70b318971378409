// How well predicted probabilities order and match outcomes: AUC (the engine's), Brier score, calibration error.
// All take weights per item, so that one bootstrap serves every metric.
import { areaUnderLine } from "@signalbox/engine/numerics";
import { floatAt, valueAt } from "../arrays/value-at.ts";

export { computeAuc, prepareAuc, SUCCESS_SCORE } from "@signalbox/engine/numerics";

export interface Predictions {
  /** @range 0..1 */
  readonly predicted: Float32Array;
  /** @shape as predicted @range 0..1 */
  readonly observed: Float32Array;
}

/** Mean squared distance between probability and outcome; NaN on no items. @source Brier (1950) */
export function computeBrier({ predicted, observed }: Predictions, weights?: Float64Array): number {
  let sum = 0;
  let total = 0;
  for (let i = 0; i < predicted.length; i += 1) {
    const weight = weights === undefined ? 1 : weights[i]!;
    const miss = predicted[i]! - observed[i]!;
    sum += weight * miss * miss;
    total += weight;
  }
  return sum / total;
}

export interface ReliabilityBin {
  readonly predicted: number;
  readonly observed: number;
  readonly weight: number;
}

/** Equal-width bins over 0..1; empty bins are left out. */
export function listReliabilityBins(
  { predicted, observed }: Predictions,
  binCount = 15,
  weights?: Float64Array,
): readonly ReliabilityBin[] {
  const sums = Array.from({ length: binCount }, () => ({ predicted: 0, observed: 0, weight: 0 }));
  for (let i = 0; i < predicted.length; i += 1) {
    const weight = weights === undefined ? 1 : weights[i]!;
    const bin = sums[Math.min(binCount - 1, Math.floor(predicted[i]! * binCount))]!;
    bin.predicted += weight * predicted[i]!;
    bin.observed += weight * observed[i]!;
    bin.weight += weight;
  }
  return sums
    .filter((bin) => bin.weight > 0)
    .map(({ predicted, observed, weight }) => ({
      predicted: predicted / weight,
      observed: observed / weight,
      weight,
    }));
}

/** Expected calibration error: mean distance of the bins from the diagonal, by weight. @source Naeini et al. (2015) */
export function computeEce(items: Predictions, binCount = 15, weights?: Float64Array): number {
  const bins = listReliabilityBins(items, binCount, weights);
  const total = bins.reduce((sum, bin) => sum + bin.weight, 0);
  return bins.reduce((sum, bin) => sum + bin.weight * Math.abs(bin.predicted - bin.observed), 0) / total;
}

// Two-model figures of RouteLLM: accuracy against the share of calls that go to the strong model.
interface StrongWeakItems {
  /** Higher = rather the strong model. */
  readonly preference: Float32Array;
  readonly strong: Float32Array;
  readonly weak: Float32Array;
}

interface StrongWeakCurve {
  /** Share of calls to the strong model, ascending from 0 to 1. */
  readonly share: readonly number[];
  readonly quality: readonly number[];
}

/** Thresholds are the decile edges of the preference, as in the published evaluation. */
const BINS = 10;

/** @source RouteLLM (arXiv 2406.18665), evaluation by quantile bins of the score */
export function buildStrongWeakCurve(items: StrongWeakItems, weights?: Float64Array): StrongWeakCurve {
  const sorted = items.preference.toSorted();
  const share: number[] = [];
  const quality: number[] = [];
  for (let bin = BINS; bin >= 0; bin -= 1) {
    const isAll = bin === 0;
    const threshold =
      bin === BINS ? Number.POSITIVE_INFINITY : floatAt(sorted, Math.floor((bin / BINS) * sorted.length));
    let strongCalls = 0;
    let sum = 0;
    let total = 0;
    for (let i = 0; i < sorted.length; i += 1) {
      const weight = weights === undefined ? 1 : floatAt(weights, i);
      const isStrong = isAll || floatAt(items.preference, i) >= threshold;
      strongCalls += isStrong ? weight : 0;
      sum += weight * (isStrong ? floatAt(items.strong, i) : floatAt(items.weak, i));
      total += weight;
    }
    share.push(strongCalls / total);
    quality.push(sum / total);
  }
  return { share, quality };
}

/** Average performance gap recovered: normalised area above the weak model. .5 = random. */
export function computeApgr({ share, quality }: StrongWeakCurve): number {
  const [weak, strong] = [valueAt(quality, 0), valueAt(quality, quality.length - 1)];
  return (areaUnderLine(share, quality) - weak) / (strong - weak);
}

/** Share of strong calls that recovers `fraction` of the gap, by linear interpolation at the first crossing. */
export function computeCpt({ share, quality }: StrongWeakCurve, fraction: number): number {
  const target =
    valueAt(quality, 0) + fraction * (valueAt(quality, quality.length - 1) - valueAt(quality, 0));
  for (let i = 1; i < share.length; i += 1) {
    if (valueAt(quality, i) < target) continue;
    const [low, high] = [valueAt(quality, i - 1), valueAt(quality, i)];
    const part = high === low ? 1 : (target - low) / (high - low);
    return valueAt(share, i - 1) + part * (valueAt(share, i) - valueAt(share, i - 1));
  }
  return 1;
}
