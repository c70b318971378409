// Areas under curves: how well predictions order outcomes, and what a line through points encloses.

/** A graded outcome counts as a success from here on, where a metric needs yes or no. */
export const SUCCESS_SCORE = 0.5;

interface Predictions {
  /** @range 0..1 */
  readonly predicted: ArrayLike<number>;
  /** @shape as predicted @range 0..1 */
  readonly observed: ArrayLike<number>;
}

/** AUC as a function of item weights; sorts once. */
export function prepareAuc({ predicted, observed }: Predictions): (weights?: Float64Array) => number {
  const order = new Uint32Array(predicted.length)
    .map((_, i) => i)
    .sort((a, b) => predicted[a]! - predicted[b]!);
  return (weights) => areaUnderCurve({ predicted, observed }, order, weights);
}

function areaUnderCurve(
  { predicted, observed }: Predictions,
  order: Uint32Array,
  weights?: Float64Array,
): number {
  let negativesBelow = 0;
  let positives = 0;
  let area = 0;
  for (let start = 0; start < order.length;) {
    let end = start;
    let tiedPositives = 0;
    let tiedNegatives = 0;
    const value = predicted[order[start]!];
    for (; end < order.length && predicted[order[end]!] === value; end += 1) {
      const item = order[end]!;
      const weight = weights === undefined ? 1 : weights[item]!;
      if (observed[item]! >= SUCCESS_SCORE) tiedPositives += weight;
      else tiedNegatives += weight;
    }
    area += tiedPositives * (negativesBelow + tiedNegatives / 2);
    positives += tiedPositives;
    negativesBelow += tiedNegatives;
    start = end;
  }
  return area / (positives * negativesBelow);
}

/**
 * Area under the ROC curve: chance that a success is predicted above a failure, ties half.
 * NaN when all outcomes are alike. @source Fawcett (2006)
 */
export function computeAuc(items: Predictions, weights?: Float64Array): number {
  return prepareAuc(items)(weights);
}

/** Area under the line through the points, by the trapezoid rule. @param x ascending @shape y as x */
export function areaUnderLine(x: ArrayLike<number>, y: ArrayLike<number>): number {
  let area = 0;
  for (let i = 1; i < x.length; i += 1) area += ((y[i]! + y[i - 1]!) / 2) * (x[i]! - x[i - 1]!);
  return area;
}
