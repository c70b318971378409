// Baselines that never read the prompt: random, best single, cheapest, one fixed cheap model, and the oracle table
// by data set, which gets to know what no router knows.
import { splitmix32 } from "@signalbox/engine/numerics";
import { computeColumnMeans, repeatRow } from "../contract/platt-scaling.ts";
import { defineEstimator } from "../contract/define-estimator.ts";
import type { Estimator, ModelColumn, TrainingData } from "../contract/define-estimator.ts";
import { floatAt, wholeAt } from "../../arrays/value-at.ts";

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

/** The most able model among those that cost at most a third of the best one: what a thrifty engineer would fix. */
export function findFixedCheap({ models, scores }: Pick<TrainingData, "models" | "scores">): number {
  const { mean } = computeColumnMeans({ models, scores });
  const best = mean.indexOf(Math.max(...mean));
  const limit = (models[best]?.meanCostUsd ?? Number.NaN) / 3;
  const affordable = models.map(({ meanCostUsd }, m) => (meanCostUsd <= limit ? floatAt(mean, m) : -1));
  const top = Math.max(...affordable);
  return top < 0 ? findCheapest({ models, scores }) : affordable.indexOf(top);
}

export const FIXED_CHEAP = defineEstimator({
  name: "fixed-cheap",
  title: "one fixed cheap model",
  isSeeded: false,
  fit: (data) => {
    const row = only(findFixedCheap(data), data.models.length);
    return { predict: ({ count }) => repeatRow(row, count) };
  },
});

function rowsByTask({ prompts }: TrainingData): Map<number, number[]> {
  const rows = new Map<number, number[]>();
  for (const [i, task] of prompts.task.entries()) {
    const list = rows.get(task);
    if (list === undefined) rows.set(task, [i]);
    else list.push(i);
  }
  return rows;
}

export const TASK_TABLE: Estimator = defineEstimator({
  name: "task-table",
  title: "best per data set (knows the data set)",
  isSeeded: false,
  fit: (data) => {
    const width = data.models.length;
    const { mean } = computeColumnMeans(data);
    const table = new Map<number, Float32Array>();
    for (const [task, rows] of rowsByTask(data)) {
      const scores = new Float32Array(rows.length * width);
      for (const [i, row] of rows.entries())
        scores.set(data.scores.subarray(row * width, (row + 1) * width), i * width);
      const own = computeColumnMeans({ models: data.models, scores });
      table.set(
        task,
        own.mean.map((value, m) => (own.count[m] === 0 ? floatAt(mean, m) : value)),
      );
    }
    return {
      predict: ({ count, task }) => {
        const out = new Float32Array(count * width);
        for (let i = 0; i < count; i += 1) out.set(table.get(wholeAt(task, i)) ?? mean, i * width);
        return out;
      },
    };
  },
});
