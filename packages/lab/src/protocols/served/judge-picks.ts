// Figures of picks as functions of prompt weights: mean scores, dollars, and what is left over the best mix of two models
// that costs the same.
import { buildQualityHull, qualityAtCost } from "../../metrics/index.ts";
import type { CostQualityPoint, WeightedFigure } from "../../metrics/index.ts";
import type { Judged } from "../runner/run-estimator.ts";
import { SET_NAMES } from "./served-source.ts";
import type { PickRow } from "./pick-rows.ts";
import type { ServedSource } from "./served-source.ts";
import { valueAt } from "../../arrays/value-at.ts";

/** Mean over prompts where it is known; NaN without any. */
export function weightedMean(values: Float64Array, weights: Float64Array): number {
  let [sum, total] = [0, 0];
  for (let i = 0; i < values.length; i += 1) {
    if (Number.isNaN(valueAt(values, i))) continue;
    sum += valueAt(weights, i) * valueAt(values, i);
    total += valueAt(weights, i);
  }
  return sum / total;
}

/** Mean dollars and score of each model that was measured on every prompt, or nearly. */
function listPoints(source: ServedSource, weights: Float64Array): CostQualityPoint[] {
  const { models, scores, usd } = source;
  const columns = models.length;
  return models.flatMap((_, column) => {
    let [cost, score, total] = [0, 0, 0];
    for (let row = 0; row < weights.length; row += 1) {
      const at = row * columns + column;
      if (Number.isNaN(valueAt(scores, at)) || Number.isNaN(valueAt(usd, at))) continue;
      cost += valueAt(weights, row) * valueAt(usd, at);
      score += valueAt(weights, row) * valueAt(scores, at);
      total += valueAt(weights, row);
    }
    return total === 0 ? [] : [{ costUsd: cost / total, quality: score / total }];
  });
}

export function hasDollars({ usd }: ServedSource): boolean {
  return usd.some((value) => !Number.isNaN(value));
}

/** The hull of single models under the same weights is needed by every row, so the last one is kept. */
function createHullOf(source: ServedSource): (weights: Float64Array) => readonly CostQualityPoint[] {
  const kept = new WeakMap<Float64Array, readonly CostQualityPoint[]>();
  return (weights) => {
    const known = kept.get(weights) ?? buildQualityHull(listPoints(source, weights));
    kept.set(weights, known);
    return known;
  };
}

export function judgePicks(source: ServedSource, rows: readonly PickRow[]): readonly Judged[] {
  const hullOf = createHullOf(source);
  return rows.map(({ scores, usd }) => {
    const figures: Record<string, WeightedFigure> = {};
    for (const name of SET_NAMES) figures[name] = (weights) => weightedMean(scores[name], weights);
    if (hasDollars(source)) {
      const usdOf: WeightedFigure = (weights) => weightedMean(usd, weights);
      figures["usdAll"] = usdOf;
      figures["overMix"] = (weights) =>
        weightedMean(scores.scoreAll, weights) - qualityAtCost(hullOf(weights), usdOf(weights));
    }
    return { figures };
  });
}
