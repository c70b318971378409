// How well predicted probabilities order and match outcomes: AUC (the engine's), Brier score, calibration error.
// All take weights per item, so that one bootstrap serves every metric.

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
