// Rules that every estimator shares: declared parameters, column means, calibration by Platt.
import assert from "node:assert/strict";
import { test } from "node:test";
import { sigmoid, splitmix32 } from "@signalbox/engine/numerics";
import fc from "fast-check";
import {
  computeColumnMeans,
  repeatRow,
  sumColumns,
  applyPlattScaling,
  fitPlattScaling,
  logit,
} from "./platt-scaling.ts";
import { defineEstimator, realNumber, wholeNumber } from "./define-estimator.ts";
import type { ModelColumn } from "./define-estimator.ts";

const models = (count: number): ModelColumn[] =>
  Array.from({ length: count }, (_, m) => ({
    name: `m${m}`,
    canonical: `m${m}`,
    source: "made",
    meanCostUsd: Number.NaN,
  }));
const constant = defineEstimator({
  name: "constant",
  title: "constant",
  constraints: { level: realNumber(0, 1), steps: wholeNumber(1, 5) },
  grid: [{ level: 0.25, steps: 2 }, { level: 0.75 }],
  fit: (data, parameters) => ({
    predict: ({ count }) => new Float32Array(count * data.models.length).fill(parameters["level"] ?? -1),
  }),
});

test("the first entry of a grid is the default, and later ones change only what they name", () => {
  assert.deepEqual(constant.parameters, { level: 0.25, steps: 2 });
  assert.deepEqual(constant.grid, [
    { level: 0.25, steps: 2 },
    { level: 0.75, steps: 2 },
  ]);
  assert.equal(constant.isSeeded, true);
});

test("a fork changes the copy alone", () => {
  const fork = constant.fork(7, { level: 1 });
  assert.deepEqual(fork.parameters, { level: 1, steps: 2 });
  assert.deepEqual(constant.parameters, { level: 0.25, steps: 2 });
});

test("parameters outside their range are refused with the range, unknown ones by name", () => {
  assert.throws(() => constant.fork(1, { level: 1.5 }), {
    code: "bad_request",
    detail: "constant: level must be a number from 0 to 1.",
  });
  assert.throws(() => constant.fork(1, { steps: 2.5 }), {
    detail: "constant: steps must be a whole number from 1 to 5.",
  });
  assert.throws(() => constant.fork(1, { tempo: 1 }), { detail: 'constant has no parameter "tempo".' });
});

test("column sums skip unknown scores", () => {
  const { sum, count } = sumColumns(Float32Array.of(1, Number.NaN, 0.5, 0.25), 2);
  assert.deepEqual(
    [[...sum], [...count]],
    [
      [1.5, 0.25],
      [2, 1],
    ],
  );
});

test("column means are shrunk by two outcomes at the mean of all, and unknown models get that mean", () => {
  const scores = Float32Array.of(1, 0, Number.NaN, 1, 0, Number.NaN);
  const { mean, overall } = computeColumnMeans({ models: models(3), scores });
  assert.equal(overall, 0.5);
  assert.deepEqual([...mean], [0.75, 0.25, 0.5]);
  const none = computeColumnMeans({ models: models(2), scores: new Float32Array(4).fill(Number.NaN) });
  assert.deepEqual([...none.mean], [0.5, 0.5]);
  assert.deepEqual([...repeatRow(Float32Array.of(1, 2), 2)], [1, 2, 1, 2]);
});

test("Platt scaling keeps the order of predictions and stays within 0 and 1", () => {
  const chance = fc.float({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(
      fc.array(fc.tuple(chance, fc.constantFrom(0, 1, Number.NaN)), { minLength: 1, maxLength: 50 }),
      (pairs) => {
        const predicted = Float32Array.from(pairs, ([p]) => p);
        const scaling = fitPlattScaling(
          predicted,
          Float32Array.from(pairs, ([, y]) => y),
        );
        assert.ok(scaling.slope >= 0 && scaling.slope <= 10);
        const scaled = applyPlattScaling(scaling, predicted);
        for (const [i, a] of predicted.entries())
          for (const [j, b] of predicted.entries())
            if (a < b) assert.ok((scaled[i] ?? 0) <= (scaled[j] ?? 0) + 1e-6);
        assert.ok(scaled.every((p) => p >= 0 && p <= 1));
      },
    ),
  );
});

test("Platt scaling finds the slope and the offset that made the outcomes", () => {
  const random = splitmix32(8);
  const logits = Array.from({ length: 20_000 }, () => 4 * random() - 2);
  const predicted = Float32Array.from(logits, sigmoid);
  const observed = Float32Array.from(logits, (x) => (random() < sigmoid(0.5 * x + 0.7) ? 1 : 0));
  const { slope, offset } = fitPlattScaling(predicted, observed);
  assert.ok(Math.abs(slope - 0.5) < 0.05, `slope ${slope}`);
  assert.ok(Math.abs(offset - 0.7) < 0.05, `offset ${offset}`);
});

test("without known outcomes nothing is changed, and a stronger prior changes less", () => {
  const predicted = Float32Array.of(0.2, 0.6, 0.9, 0.95);
  const unknown = new Float32Array(4).fill(Number.NaN);
  assert.deepEqual(fitPlattScaling(predicted, unknown), { slope: 1, offset: 0 });
  const failures = new Float32Array(4);
  const [weak, strong] = [1, 1_000].map((prior) => fitPlattScaling(predicted, failures, prior));
  assert.ok(Math.abs(strong?.offset ?? 9) < Math.abs(weak?.offset ?? 0));
});

test("the logit of a certain prediction is finite", () => {
  assert.ok(Number.isFinite(logit(0)) && Number.isFinite(logit(1)));
  assert.equal(logit(0.5), 0);
});
