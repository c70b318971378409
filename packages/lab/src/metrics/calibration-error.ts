// How far predicted probabilities are from outcomes. Weights are per item, so that one bootstrap serves every metric.

/** Bins have equal width over 0..1. */
const BINS = 15;

export interface Predictions {
  /** @range 0..1 */
  readonly predicted: Float32Array;
  /** @shape as predicted @range 0..1 */
  readonly observed: Float32Array;
}

/** Expected calibration error: mean distance of the bins from the diagonal, by weight. @source Naeini et al. (2015) */
export function computeEce({ predicted, observed }: Predictions, weights?: Float64Array): number {
  const gaps = new Float64Array(BINS);
  let total = 0;
  for (let i = 0; i < predicted.length; i += 1) {
    const weight = weights === undefined ? 1 : weights[i]!;
    const bin = Math.min(BINS - 1, Math.floor(predicted[i]! * BINS));
    gaps[bin] = gaps[bin]! + weight * (predicted[i]! - observed[i]!);
    total += weight;
  }
  return gaps.reduce((sum, gap) => sum + Math.abs(gap), 0) / total;
}
