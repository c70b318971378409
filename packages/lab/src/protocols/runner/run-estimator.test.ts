import assert from "node:assert/strict";
import { test } from "node:test";
import { makeData } from "../../estimators/contract/estimator.suite.ts";
import { defineEstimator } from "../../estimators/contract/define-estimator.ts";
import type { Predictor, TrainingData } from "../../estimators/contract/define-estimator.ts";
import type { Part, Problem } from "./problem.ts";
import { runEstimator } from "./run-estimator.ts";

const part = (count: number, score: number): Part => {
  const { prompts, scores } = makeData(count, 2, () => score);
  return {
    prompts,
    scores,
    rows: new Int32Array(count),
    costUsd: new Float64Array(count * 2).fill(Number.NaN),
  };
};

function problemOf(devCount: number): Problem {
  const { models } = makeData(1, 2, () => 1);
  return {
    name: "test",
    models,
    train: part(30, 1),
    dev: part(devCount, 0),
    test: part(5, 1),
    encode: () => new Float32Array(),
  };
}

const meanOf = (values: Float32Array): number =>
  values.reduce((a, b) => a + b, 0) / Math.max(1, values.length);

/** Predicts the mean of the scores it learned from, and writes down how many rows those were. */
function recorder(refits: boolean): {
  readonly seen: string[];
  readonly estimator: ReturnType<typeof defineEstimator>;
} {
  const seen: string[] = [];
  const predictorOf = (data: TrainingData, how: string): Predictor => {
    seen.push(`${how} ${data.prompts.count}${data.validation === undefined ? "" : " with held-out rows"}`);
    const mean = Math.min(0.9, Math.max(0.1, meanOf(data.scores)));
    return {
      predict: ({ count }) => new Float32Array(count * data.models.length).fill(mean),
      ...(refits && { refit: (more: TrainingData) => predictorOf(more, "refit") }),
    };
  };
  return {
    seen,
    estimator: defineEstimator({
      name: "recorder",
      title: "recorder",
      fit: (data) => predictorOf(data, "fit"),
    }),
  };
}

const RUN = { seed: 1, parameters: {} };

test("dev is predicted by a fit that has not seen it, the judged rows by one that has", () => {
  const { seen, estimator } = recorder(false);
  const { dev, test: judged } = runEstimator(estimator, problemOf(10), RUN);
  assert.deepEqual(seen, ["fit 30 with held-out rows", "fit 40"]);
  // Train is all successes, dev all failures: the first fit says .9 but for its calibration, the second less.
  assert.ok(meanOf(judged) < meanOf(dev), `${meanOf(judged)} ${meanOf(dev)}`);
});

test("a method that keeps something from the held-out rows is refitted its own way", () => {
  const { seen, estimator } = recorder(true);
  runEstimator(estimator, problemOf(10), RUN);
  assert.deepEqual(seen, ["fit 30 with held-out rows", "refit 40"]);
});

test("without dev rows there is nothing to learn once more", () => {
  const { seen, estimator } = recorder(false);
  runEstimator(estimator, problemOf(0), RUN);
  assert.deepEqual(seen, ["fit 30 with held-out rows"]);
});
