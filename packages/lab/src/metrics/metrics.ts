// Quality averaged over the price curve: the worth of a way of choosing where the price of a dollar is unknown.

import { areaUnderLine, splitmix32 } from "@signalbox/engine/numerics";
import { valueAt, addAt } from "../arrays/value-at.ts";

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

// Paired bootstrap: both methods are judged on the same resampled prompts, so that the prompts' own luck cancels.

/** A figure of one method under prompt weights; weights are how often each prompt was drawn. */
export type WeightedFigure = (weights: Float64Array) => number;

interface BootstrapOptions {
  /** Number of resampled items (prompts). */
  readonly count: number;
  readonly seed: number;
  readonly resamples?: number;
}

export const DEFAULT_RESAMPLES = 200;

/** One fresh weight vector a resample, the same for the same seed. @shape resamples of count */
export function* drawResamples({
  count,
  seed,
  resamples = DEFAULT_RESAMPLES,
}: BootstrapOptions): Generator<Float64Array> {
  const random = splitmix32(seed);
  for (let r = 0; r < resamples; r += 1) {
    const weights = new Float64Array(count);
    for (let i = 0; i < count; i += 1) {
      const drawn = Math.floor(random() * count);
      addAt(weights, drawn, 1);
    }
    yield weights;
  }
}

interface Point {
  readonly usd: number;
  readonly quality: number;
}

/** Upper-left hull: points that are better for more money, concave. Any point on it is a mix of two ways. */
function hullOf(points: readonly Point[]): readonly Point[] {
  const hull: Point[] = [];
  for (const point of points.toSorted((a, b) => a.usd - b.usd || b.quality - a.quality)) {
    if (point.quality <= (hull.at(-1)?.quality ?? Number.NEGATIVE_INFINITY)) continue;
    while (hull.length >= 2) {
      const [a, b] = [valueAt(hull, hull.length - 2), valueAt(hull, hull.length - 1)];
      if ((b.quality - a.quality) * (point.usd - a.usd) > (point.quality - a.quality) * (b.usd - a.usd))
        break;
      hull.pop();
    }
    hull.push(point);
  }
  return hull;
}

/** Quality for a budget; the cheapest point's below it, the last one's above. */
function qualityFor(hull: readonly Point[], usd: number): number {
  const above = hull.findIndex((point) => point.usd >= usd);
  if (above <= 0) return valueAt(hull, above === 0 ? 0 : hull.length - 1).quality;
  const [a, b] = [valueAt(hull, above - 1), valueAt(hull, above)];
  return a.quality + ((usd - a.usd) / (b.usd - a.usd)) * (b.quality - a.quality);
}

/**
 * Mean quality over the budgets from `from` to `to`.
 * @source Hu et al., RouterBench (2024), section 3.2, AIQ
 */
export function computeAiq(points: readonly Point[], from: number, to: number): number {
  const hull = hullOf(points);
  const inner = hull.map(({ usd }) => usd).filter((usd) => usd > from && usd < to);
  const knots = [from, ...inner, to];
  return (
    areaUnderLine(
      knots,
      knots.map((usd) => qualityFor(hull, usd)),
    ) /
    (to - from)
  );
}

interface PricedChoices {
  /** Scores that a method ranks by. @shape prompts x models */
  readonly said: Float64Array;
  /** Unknown cells (NaN) are never picked. @shape as said */
  readonly outcomes: Float64Array;
  /** @shape as said @unit USD */
  readonly usd: Float64Array;
  /** Expected dollars of each model. @shape models */
  readonly expectedUsd: readonly number[];
}

const STEPS = 60;

/** No price, then prices at which the most expensive model is worth from 10^-4 to 10^3 of a success. */
const priceWeights = (expectedUsd: readonly number[]): readonly number[] => {
  const usdMax = Math.max(...expectedUsd);
  return [0, ...Array.from({ length: STEPS }, (_, at) => 10 ** (-4 + (7 * at) / (STEPS - 1)) / usdMax)];
};

/** AIQ of a method between the cheapest and the most expensive single model, as a function of prompt weights. */
export function prepareAiq({ said, outcomes, usd, expectedUsd }: PricedChoices): WeightedFigure {
  const columns = expectedUsd.length;
  const prompts = said.length / columns;
  const curve = priceWeights(expectedUsd).map((weight) =>
    Int32Array.from({ length: prompts }, (_, prompt) => {
      const utilityAt = (model: number): number =>
        Number.isNaN(outcomes[prompt * columns + model])
          ? Number.NEGATIVE_INFINITY
          : valueAt(said, prompt * columns + model) - weight * valueAt(expectedUsd, model);
      let best = 0;
      for (let model = 1; model < columns; model += 1) if (utilityAt(model) > utilityAt(best)) best = model;
      return prompt * columns + best;
    }),
  );
  const [from, to] = [Math.min(...expectedUsd), Math.max(...expectedUsd)];
  return (weights) => {
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    const points = curve.map((cells) => {
      const point = { usd: 0, quality: 0 };
      cells.forEach((cell, prompt) => {
        const share = valueAt(weights, prompt) / total;
        point.usd += share * valueAt(usd, cell);
        point.quality += share * valueAt(outcomes, cell);
      });
      return point;
    });
    return computeAiq(points, from, to);
  };
}
