// The numerics agree with an independent implementation (numpy, scipy): see golden/generate.py.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import {
  areaUnderLine,
  computeAuc,
  factorise,
  factoriseNearly,
  findPrincipalAxes,
  fitRidge,
  fitSparseRidge,
  fitWhitenedAxes,
  interpolatedQuantile,
  invertFactorised,
  invertSymmetric,
  logDeterminant,
  logitOf,
  logLoss,
  meanOf,
  medianOf,
  mulberry32,
  orderStatistic,
  packedSize,
  prepareAuc,
  projectRows,
  sigmoid,
  solveFactorised,
  solvePositive,
  splitmix32,
  varianceOf,
} from "./index.ts";

type Numbers = readonly number[];
interface Golden {
  positive: { n: number; matrix: Numbers; right: Numbers; factor: Numbers; solution: Numbers } & {
    inverse: Numbers;
    logDeterminant: number;
  };
  ridge: { x: Numbers; y: Numbers; w: Numbers; penalty: number } & Record<
    "weighted" | "plain" | "shrunkIntercept",
    Numbers
  >;
  sparse: { rows: readonly Numbers[]; targets: Numbers; weights: Numbers; prior: Numbers } & {
    lambda: number;
    solution: Numbers;
  };
  axes: { data: Numbers; size: number; mean: Numbers; axes: Numbers; projected: Numbers } & {
    variance: Numbers;
    shares: Numbers;
  };
  curves: { predicted: Numbers; observed: Numbers; weights: Numbers; auc: number; weightedAuc: number } & {
    x: Numbers;
    y: Numbers;
    line: number;
  };
  logistic: Record<"logits" | "sigmoid" | "chances" | "logit" | "outcomes" | "loss", Numbers>;
  statistics: { values: Numbers; shares: Numbers; interpolated: Numbers; orderStatistic: Numbers } & {
    median: number;
    mean: number;
    variance: number;
  };
  random: { seeds: Numbers; mulberry32: readonly Numbers[]; splitmix32: readonly Numbers[] };
}

const golden = JSON.parse(readFileSync(join(import.meta.dirname, "golden/golden.json"), "utf8")) as Golden;

function assertClose(actual: ArrayLike<number>, expected: Numbers, tolerance: number): void {
  assert.equal(actual.length, expected.length);
  expected.forEach((value, index) =>
    assert.ok(
      Math.abs((actual[index] ?? Number.NaN) - value) <= tolerance,
      `${index}: ${actual[index]} against ${value}`,
    ),
  );
}

test("the Cholesky factor, its determinant, solutions and inverses equal numpy's", () => {
  const { n, matrix, right, factor, solution, inverse } = golden.positive;
  const found = factorise(Float64Array.from(matrix), n);
  const lower = found.map((value, at) => (at % n <= Math.floor(at / n) ? value : 0));
  assertClose(lower, factor, 1e-10);
  assert.ok(Math.abs(logDeterminant(found, n) - golden.positive.logDeterminant) < 1e-10);
  assertClose(solveFactorised(found, Float64Array.from(right)), solution, 1e-9);
  assertClose(solvePositive(Float64Array.from(matrix), Float64Array.from(right)), solution, 1e-9);
  assertClose(factoriseNearly(Float64Array.from(matrix), n), [...found], 0);
  const packed = invertFactorised(found, n);
  assert.equal(packed.length, packedSize(n));
  const triangle = inverse.filter((_, at) => at % n <= Math.floor(at / n));
  assertClose(packed, triangle, 1e-9);
  assertClose(invertSymmetric(Float64Array.from(matrix), n), inverse, 1e-9);
});

test("ridge regression equals numpy's normal equations: weighted, plain, with a shrunk intercept", () => {
  const { x, y, w, penalty, weighted, plain, shrunkIntercept } = golden.ridge;
  const problem = {
    inputs: Float32Array.from(x),
    stride: 4,
    width: 4,
    rows: [...y.keys()],
    targets: y,
    penalty,
  };
  assertClose(fitRidge({ ...problem, weights: w }), weighted, 1e-9);
  assertClose(fitRidge(problem), plain, 1e-9);
  assertClose(fitRidge({ ...problem, weights: w, interceptPenalty: 3 }), shrunkIntercept, 1e-9);
});

test("sparse ridge regression towards a prior reaches the minimum that scipy finds", () => {
  const { rows, targets, weights, prior, lambda, solution } = golden.sparse;
  const sparse = rows.map((row, index) => {
    const columns = [...row.keys()].filter((column) => row[column] !== 0);
    return {
      indices: Uint16Array.from(columns),
      values: Float64Array.from(columns, (column) => row[column] ?? 0),
      target: targets[index] ?? 0,
      weight: weights[index] ?? 0,
    };
  });
  const found = fitSparseRidge(sparse, { size: prior.length, lambda, prior: Float64Array.from(prior) });
  assertClose(found, solution, 1e-5);
});

test("principal axes and projections equal numpy's singular vectors up to their sign", () => {
  const { data, size, mean, axes, projected } = golden.axes;
  const values = Float32Array.from(data);
  const found = findPrincipalAxes(values, size, 3);
  assertClose(found.mean, mean, 1e-9);
  assertClose(found.axes.map(Math.abs), axes, 1e-6);
  assertClose(projectRows(values, size, found).map(Math.abs), projected, 1e-4);
});

test("whitened axes are numpy's singular vectors over their deviations, with the shares of the variance", () => {
  const { data, size, mean, axes, variance, shares } = golden.axes;
  const values = Float32Array.from(data);
  const rows = Array.from({ length: data.length / size }, (_, row) =>
    values.subarray(row * size, (row + 1) * size),
  );
  const found = fitWhitenedAxes(rows, { count: 3, isStandardised: false });
  assertClose(found.mean, mean, 1e-9);
  const expected = axes.map((value, at) => value / Math.sqrt(variance[Math.floor(at / size)] ?? 1));
  assertClose(found.directions.map(Math.abs), expected, 2e-3);
  assertClose(found.shares, shares, 2e-3);
});

test("areas under the ROC curve equal scipy's Mann-Whitney statistic, ties and weights included", () => {
  const { predicted, observed, weights, auc, weightedAuc } = golden.curves;
  assertClose([computeAuc({ predicted, observed })], [auc], 1e-12);
  assertClose([computeAuc({ predicted, observed }, Float64Array.from(weights))], [weightedAuc], 1e-12);
  assertClose([prepareAuc({ predicted, observed })()], [auc], 1e-12);
});

test("the area under a line equals numpy's trapezoid rule", () => {
  const { x, y, line } = golden.curves;
  assertClose([areaUnderLine(x, y)], [line], 1e-12);
});

test("the logistic scale equals scipy's, far out included", () => {
  const { logits, chances, logit, outcomes, loss } = golden.logistic;
  assertClose(logits.map(sigmoid), golden.logistic.sigmoid, 1e-15);
  assertClose(chances.map(logitOf), logit, 1e-9);
  assertClose(
    chances.map((chance, index) => logLoss(chance, outcomes[index] ?? 0)),
    loss,
    1e-9,
  );
});

test("quantiles, mean and variance equal numpy's", () => {
  const { values, shares, interpolated, median, mean, variance } = golden.statistics;
  assertClose(
    shares.map((share) => interpolatedQuantile(values, share)),
    interpolated,
    1e-12,
  );
  assert.deepEqual(
    shares.map((share) => orderStatistic(values, share)),
    golden.statistics.orderStatistic,
  );
  assert.equal(medianOf(values), median);
  assertClose([meanOf(values), varianceOf(values)], [mean, variance], 1e-12);
});

test("both generators give the sequences that Python's whole numbers give", () => {
  golden.random.seeds.forEach((seed, index) => {
    const [mulberry, splitmix] = [mulberry32(seed), splitmix32(seed)];
    assert.deepEqual(
      Array.from({ length: 5 }, () => mulberry()),
      golden.random.mulberry32[index],
    );
    assert.deepEqual(
      Array.from({ length: 5 }, () => splitmix()),
      golden.random.splitmix32[index],
    );
  });
});
