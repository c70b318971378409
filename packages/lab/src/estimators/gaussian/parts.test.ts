// The parts of the Gaussian process: how vectors become points, what a regression on them gives, how factors carry outcomes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { drawNormal, meanOf, splitmix32, varianceOf } from "@signalbox/engine/numerics";
import { makeData, makePrompts } from "../contract/estimator.suite.ts";
import { createGaussianProcess } from "./gaussian-process.ts";
import { findOutcomeFactors, fromFactors } from "./outcome-factors.ts";
import { fitDirections, fitSurface } from "./point-scaling.ts";
import { fitSparseProcess } from "./sparse-process.ts";
import type { Points } from "./sparse-process.ts";

function pointsOf(count: number, dim: number, seed: number): Points {
  const random = splitmix32(seed);
  return { count, dim, features: Float32Array.from({ length: count * dim }, () => drawNormal(random)) };
}
const column = ({ features, dim }: Points, at: number): number[] =>
  Array.from({ length: features.length / dim }, (_, row) => features[row * dim + at] ?? 0);

test("directions have unit length, and an axis that varies much weighs more than one that hardly does", () => {
  const points = pointsOf(300, 3, 1);
  const wide = {
    ...points,
    features: points.features.map((value, at) => (at % 3 === 0 ? 5 * value : value)),
  };
  const scaled = fitDirections(wide).apply(wide);
  for (let row = 0; row < 300; row += 1) {
    const length = [0, 1, 2].reduce((sum, d) => sum + (scaled.features[3 * row + d] ?? 0) ** 2, 0);
    assert.ok(Math.abs(length - 1) < 1e-4);
  }
  assert.ok(varianceOf(column(scaled, 0)) > varianceOf(column(scaled, 1)));
});

test("a surface is read in deviations from its mean, and wild values are cut", () => {
  const points = pointsOf(400, 2, 2);
  const shifted = {
    ...points,
    features: points.features.map((value, at) => (at % 2 === 0 ? 100 + 7 * value : value)),
  };
  const scaling = fitSurface(shifted);
  const scaled = scaling.apply(shifted);
  const [first, second] = [column(scaled, 0), column(scaled, 1)];
  assert.ok(Math.abs(meanOf(first)) < 0.01);
  assert.ok(Math.abs(varianceOf(first) - varianceOf(second)) < 0.02);
  const wild = scaling.apply({ count: 1, dim: 2, features: Float32Array.of(1e6, -1e6) }).features;
  assert.ok(
    wild.every((value) => Math.abs(value) <= Math.max(...first.map(Math.abs), ...second.map(Math.abs)) + 1),
  );
});

test("scalings learned on some rows treat others alike, no matter which rows stand beside them", () => {
  const points = pointsOf(50, 4, 3);
  for (const scaling of [fitDirections(points), fitSurface(points)]) {
    const all = scaling.apply(points).features;
    const one = scaling.apply({ ...points, count: 1, features: points.features.slice(8, 12) }).features;
    assert.deepEqual(one, all.slice(8, 12));
  }
});

test("a smooth function is learned where there are rows, and far from them the prediction is the mean", () => {
  const points = pointsOf(400, 2, 4);
  const truth = (x: number, y: number): number => Math.sin(x) + 0.5 * y;
  const targets = Float64Array.from({ length: 400 }, (_, row) =>
    truth(points.features[2 * row] ?? 0, points.features[2 * row + 1] ?? 0),
  );
  const process = fitSparseProcess(points, targets, 1);
  const near = process.predict({ count: 2, dim: 2, features: Float32Array.of(0.5, 0.2, -0.8, -0.1) });
  assert.ok(Math.abs((near[0] ?? 0) - truth(0.5, 0.2)) < 0.15, `${near[0]}`);
  assert.ok(Math.abs((near[1] ?? 0) - truth(-0.8, -0.1)) < 0.15, `${near[1]}`);
  const far = process.predict({ count: 1, dim: 2, features: Float32Array.of(1e4, 1e4) });
  assert.ok(Math.abs(far[0] ?? 1) < 1e-3, "targets are deviations: nothing is known far away");
});

test("noise is chosen large where there is nothing to learn, and small where there is", () => {
  const points = pointsOf(300, 2, 5);
  const random = splitmix32(8);
  const targets = Float64Array.from({ length: 600 }, (_, at) =>
    at % 2 === 0 ? Math.tanh(points.features[2 * Math.floor(at / 2)] ?? 0) : drawNormal(random),
  );
  const [signal = 0, noise = 0] = fitSparseProcess(points, targets, 2).noiseRatios;
  assert.ok(signal < 1 && noise >= 30, `${signal} ${noise}`);
});

test("targets are learned side by side as they are alone", () => {
  const points = pointsOf(120, 3, 6);
  const both = Float64Array.from({ length: 240 }, (_, at) => Math.cos(at) * (points.features[at % 360] ?? 0));
  const alone = (target: number): Float64Array => both.filter((_, at) => at % 2 === target);
  const asked = pointsOf(9, 3, 7);
  const joint = fitSparseProcess(points, both, 2).predict(asked);
  for (const target of [0, 1]) {
    const single = fitSparseProcess(points, alone(target), 1).predict(asked);
    single.forEach((value, row) => assert.ok(Math.abs(value - (joint[2 * row + target] ?? 0)) < 1e-9));
  }
});

test("axes of outcomes are orthonormal, and a model that is always right has the highest mean", () => {
  const data = makeData(200, 4, (features, model) => (model === 3 ? 1 : Number((features[model] ?? 0) > 0)));
  const { axes, width, mean, coordinates } = findOutcomeFactors(data);
  for (let a = 0; a < width; a += 1)
    for (let b = 0; b <= a; b += 1) {
      const inner = [0, 1, 2, 3].reduce((sum, m) => sum + (axes[4 * a + m] ?? 0) * (axes[4 * b + m] ?? 0), 0);
      const isZeroAxis = [0, 1, 2, 3].every((m) => axes[4 * a + m] === 0);
      assert.ok(Math.abs(inner - Number(a === b && !isZeroAxis)) < 1e-6, `${a} ${b}: ${inner}`);
    }
  assert.equal(mean.indexOf(Math.max(...mean)), 3);
  assert.equal(fromFactors(coordinates, { axes, width, mean }).length, 800);
  const none = fromFactors(new Float64Array(width), { axes, width, mean });
  assert.deepEqual([...none], [...mean]);
});

test("chances stay away from 0 and 1, whatever the regression says", () => {
  const data = makeData(80, 2, () => 1);
  const predicted = createGaussianProcess().fit(data).predict(makePrompts(20, 3));
  assert.ok(predicted.every((p) => p >= Math.fround(0.01) && p <= Math.fround(0.99)));
});
