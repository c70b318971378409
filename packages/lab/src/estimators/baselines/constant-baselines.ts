// Baselines that never read the prompt: random, cheapest, best single.
import { splitmix32 } from "@signalbox/engine/numerics";
import { computeColumnMeans, repeatRow } from "../contract/platt-scaling.ts";
import { defineEstimator } from "../contract/define-estimator.ts";
import type { ModelColumn, TrainingData } from "../contract/define-estimator.ts";
import { floatAt } from "../../arrays/value-at.ts";

export const RANDOM = defineEstimator({
  name: "random",
  title: "random",
  fit: ({ models }, _parameters, seed) => ({
    predict: ({ count }) => {
      const random = splitmix32(seed);
      return Float32Array.from({ length: count * models.length }, () => random());
    },
  }),
});

export const BEST_SINGLE = defineEstimator({
  name: "best-single",
  title: "best single model (constant ranking)",
  isSeeded: false,
  fit: (data) => {
    const { mean } = computeColumnMeans(data);
    return { predict: ({ count }) => repeatRow(mean, count) };
  },
});

function only(index: number, models: number): Float32Array {
  return Float32Array.from({ length: models }, (_, m) => (m === index ? 1 : 0));
}

/** Column with the lowest known cost; the weakest by score where no cost is known. */
export function findCheapest({ models, scores }: Pick<TrainingData, "models" | "scores">): number {
  const { mean } = computeColumnMeans({ models, scores });
  const isPriced = models.some((model) => !Number.isNaN(model.meanCostUsd));
  const rank = (model: ModelColumn, m: number): number =>
    isPriced
      ? Number.isNaN(model.meanCostUsd)
        ? Number.POSITIVE_INFINITY
        : model.meanCostUsd
      : floatAt(mean, m);
  const ranks = models.map(rank);
  return ranks.indexOf(Math.min(...ranks));
}

export const CHEAPEST = defineEstimator({
  name: "cheapest",
  title: "cheapest model",
  isSeeded: false,
  fit: (data) => {
    const row = only(findCheapest(data), data.models.length);
    return { predict: ({ count }) => repeatRow(row, count) };
  },
});
