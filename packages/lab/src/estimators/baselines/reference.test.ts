// Baselines beside plain implementations of what they say they compute.
import assert from "node:assert/strict";
import { test } from "node:test";
import { sigmoid } from "@signalbox/engine/numerics";
import fc from "fast-check";
import { valueAt } from "../../arrays/value-at.ts";
import { computeColumnMeans } from "../contract/platt-scaling.ts";
import { makeData, makePrompts } from "../contract/estimator.suite.ts";
import type { PromptSet, TrainingData } from "../contract/define-estimator.ts";
import { NEAREST_NEIGHBOURS } from "./nearest-neighbours.ts";
import { LOGISTIC, MATRIX_FACTORISATION, trainNetwork } from "./network-baselines.ts";

function cosine(a: PromptSet, i: number, b: PromptSet, j: number): number {
  let sum = 0;
  for (let d = 0; d < a.dim; d += 1)
    sum += valueAt(a.features, i * a.dim + d) * valueAt(b.features, j * b.dim + d);
  return sum;
}

/** Sorts all training rows by cosine and takes the first k. */
function bruteNeighbours(data: TrainingData, asked: PromptSet, k: number, sharpness: number): number[] {
  const { mean } = computeColumnMeans(data);
  return Array.from({ length: asked.count }, (_, i) => {
    const near = Array.from({ length: data.prompts.count }, (__, j) => ({
      j,
      value: cosine(asked, i, data.prompts, j),
    }))
      .toSorted((a, b) => b.value - a.value)
      .slice(0, k);
    const top = near[0]?.value ?? 0;
    return data.models.map((_model, m) => {
      let [sum, total] = [3 * valueAt(mean, m), 3];
      for (const { j, value } of near) {
        const score = valueAt(data.scores, j * data.models.length + m);
        if (Number.isNaN(score)) continue;
        sum += Math.exp(sharpness * (value - top)) * score;
        total += Math.exp(sharpness * (value - top));
      }
      return sum / total;
    });
  }).flat();
}

test("nearest neighbours equal a sort of all training rows by cosine", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 30 }),
      fc.integer({ min: 1, max: 40 }),
      fc.constantFrom(0, 4, 12),
      (count, neighbours, sharpness) => {
        const data = makeData(count, 3, (_features, _model, draw) => (draw < 0.3 ? Number.NaN : draw));
        const asked = makePrompts(4, 21);
        const found = NEAREST_NEIGHBOURS.fork(1, { neighbours, sharpness }).fit(data).predict(asked);
        bruteNeighbours(data, asked, neighbours, sharpness).forEach((value, at) =>
          assert.ok(Math.abs(value - valueAt(found, at)) < 1e-5, `${at}: ${found[at]} against ${value}`),
        );
      },
    ),
    { numRuns: 60 },
  );
});

test("a network of no use for the prompt predicts every model's base rate", () => {
  const rates = [0.9, 0.5, 0.2];
  const data = makeData(2_000, 3, (_features, model, draw) => Number(draw < valueAt(rates, model)));
  for (const family of [LOGISTIC, MATRIX_FACTORISATION]) {
    const found = family.fork(1, { epochs: 4, weightDecay: 0 }).fit(data).predict(makePrompts(200, 5));
    rates.forEach((rate, m) => {
      const own = Array.from(found).filter((_, at) => at % 3 === m);
      const mean = own.reduce((sum, p) => sum + p, 0) / own.length;
      assert.ok(Math.abs(mean - rate) < 0.06, `${family.name}: ${mean} where ${rate} is right`);
    });
  }
});

test("logistic regression finds the weights that made the outcomes", () => {
  const weights = [2, -1.5, 0, 0, 0, 0, 0, 1];
  const chanceOf = (features: Float32Array): number =>
    sigmoid(weights.reduce((sum, weight, d) => sum + 2 * weight * valueAt(features, d), 0));
  const data = makeData(4_000, 1, (features, _model, draw) => Number(draw < chanceOf(features)));
  const asked = makePrompts(300, 12);
  const settings = { epochs: 30, learningRate: 0.02, weightDecay: 0 };
  const family = { hidden: 0, axes: 0, isAxisSigmoid: false, hasDifficulty: false };
  const found = trainNetwork(data, family, { settings, seed: 4 }).predict(asked);
  let miss = 0;
  for (let i = 0; i < asked.count; i += 1)
    miss += Math.abs(valueAt(found, i) - chanceOf(asked.features.subarray(i * asked.dim))) / asked.count;
  assert.ok(miss < 0.04, `${miss} away on average`);
});

test("outcomes that are unknown push no weight: a model without any keeps the mean of all", () => {
  const data = makeData(300, 2, (features, model) =>
    model === 1 ? Number.NaN : Number(valueAt(features, 0) > 0),
  );
  const found = LOGISTIC.fork(1, { weightDecay: 0 }).fit(data).predict(makePrompts(50, 3));
  const silent = Array.from(found).filter((_, at) => at % 2 === 1);
  const mean = silent.reduce((sum, p) => sum + p, 0) / silent.length;
  assert.ok(Math.abs(mean - computeColumnMeans(data).overall) < 0.15, `${mean}`);
});

test("every family of networks repeats itself with the seed, and another seed gives another network", () => {
  const data = makeData(60, 2, (features, model) => Number(valueAt(features, model) > 0));
  const asked = makePrompts(5, 2);
  for (const family of [LOGISTIC, MATRIX_FACTORISATION]) {
    const predict = (seed: number): Float32Array => family.fork(seed, { epochs: 2 }).fit(data).predict(asked);
    assert.deepEqual(predict(1), predict(1), family.name);
    assert.notDeepEqual(predict(1), predict(2), family.name);
  }
});
