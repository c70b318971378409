// Properties of the numerics that hold for every input, and their edges.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  areaUnderLine,
  computeAuc,
  drawNormal,
  factorise,
  factoriseNearly,
  findPrincipalAxes,
  fitRidge,
  fitWhitenedAxes,
  interpolatedQuantile,
  logitOf,
  logLoss,
  meanOf,
  meanOfKnown,
  medianOf,
  mulberry32,
  orderStatistic,
  orthonormaliseRows,
  shuffle,
  sigmoid,
  solvePositive,
  splitmix32,
  varianceOf,
} from "./index.ts";

const finite = fc.double({ min: -100, max: 100, noNaN: true });
const chance = fc.double({ min: 0, max: 1, noNaN: true });

/** Root R of a matrix R R^T + I, which is positive definite whatever R is. */
const root = fc
  .integer({ min: 1, max: 7 })
  .chain((n) =>
    fc.array(fc.double({ min: -2, max: 2, noNaN: true }), { minLength: n * n, maxLength: n * n }),
  );

function positiveOf(values: readonly number[]): { matrix: Float64Array; n: number } {
  const n = Math.sqrt(values.length);
  const matrix = new Float64Array(n * n);
  for (let a = 0; a < n; a += 1)
    for (let b = 0; b < n; b += 1)
      for (let k = 0; k < n; k += 1)
        matrix[a * n + b] =
          (matrix[a * n + b] ?? 0) +
          (values[a * n + k] ?? 0) * (values[b * n + k] ?? 0) +
          (a === b && k === 0 ? 1 : 0);
  return { matrix, n };
}

function times(matrix: Float64Array, vector: Float64Array): Float64Array {
  const n = vector.length;
  return vector.map((_, row) =>
    vector.reduce((sum, value, column) => sum + (matrix[row * n + column] ?? 0) * value, 0),
  );
}

test("a solution of a positive definite system gives the right side back", () => {
  fc.assert(
    fc.property(root, (values) => {
      const { matrix, n } = positiveOf(values);
      const right = Float64Array.from({ length: n }, (_, i) => Math.sin(i + 1));
      const solution = solvePositive(matrix.slice(), right.slice());
      times(matrix, solution).forEach((value, i) =>
        assert.ok(Math.abs(value - (right[i] ?? 0)) < 1e-9, `${value} against ${right[i]}`),
      );
    }),
  );
});

test("a matrix that is not positive definite is refused, a nearly singular one factorised when asked", () => {
  const singular = [1, 1, 1, 1];
  assert.throws(() => factorise(Float64Array.from([-1]), 1), RangeError);
  assert.throws(() => factorise(Float64Array.from(singular), 2), /not positive definite/);
  assert.ok(factoriseNearly(Float64Array.from(singular), 2).every((value) => Number.isFinite(value)));
});

test("ridge regression with a vanishing penalty recovers a linear rule and its intercept, whatever the stride", () => {
  const stride = 3;
  const inputs = Float32Array.from({ length: 40 * stride }, (_, i) => ((i * 37) % 17) / 17);
  const rows = Array.from({ length: 40 }, (_, i) => i);
  const rule = (i: number): number => 3 * (inputs[i * stride] ?? 0) - 2 * (inputs[i * stride + 1] ?? 0) + 0.5;
  const found = fitRidge({ inputs, stride, width: 2, rows, targets: rows.map(rule), penalty: 1e-9 });
  [3, -2, 0.5].forEach((value, i) => assert.ok(Math.abs((found[i] ?? 0) - value) < 1e-5, found.join(", ")));
});

test("a growing penalty shrinks the coefficients and leaves the mean", () => {
  const inputs = Float32Array.of(-1, 0, 1, 2);
  const targets = [1, 2, 4, 5];
  const slopes = [0, 1, 10, 1e9].map((penalty) => {
    const found = fitRidge({ inputs, stride: 1, width: 1, rows: [0, 1, 2, 3], targets, penalty });
    return found;
  });
  slopes.slice(1).forEach((found, i) => assert.ok(Math.abs(found[0] ?? 0) < Math.abs(slopes[i]?.[0] ?? 0)));
  assert.ok(Math.abs((slopes.at(-1)?.[1] ?? 0) - 3) < 1e-6, "the intercept is the mean of the targets");
});

test("orthonormal rows have unit length and no shared part; dependent rows become zero", () => {
  const rows = Float64Array.of(3, 0, 4, 6, 0, 8, 1, 1, 1);
  orthonormaliseRows(rows, 3);
  const row = (i: number): Float64Array => rows.subarray(3 * i, 3 * i + 3);
  const inner = (a: Float64Array, b: Float64Array): number =>
    a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);
  assert.ok(Math.abs(inner(row(0), row(0)) - 1) < 1e-12);
  assert.ok(row(1).every((value) => value === 0));
  assert.ok(Math.abs(inner(row(2), row(2)) - 1) < 1e-12);
  assert.ok(Math.abs(inner(row(0), row(2))) < 1e-12);
});

test("principal axes do not depend on the order of the rows", () => {
  const data = Float32Array.from({ length: 60 }, (_, i) => Math.sin(i * 1.7) * ((i % 3) + 1));
  const turned = Float32Array.from({ length: 60 }, (_, i) => data[57 - 3 * Math.floor(i / 3) + (i % 3)] ?? 0);
  const [first, second] = [findPrincipalAxes(data, 3, 2), findPrincipalAxes(turned, 3, 2)];
  first.axes.forEach((value, i) =>
    assert.ok(Math.abs(Math.abs(value) - Math.abs(second.axes[i] ?? 0)) < 1e-9),
  );
});

test("whitened projections have unit variance, and columns of other units weigh the same when standardised", () => {
  const random = splitmix32(3);
  const rows = Array.from({ length: 200 }, () => {
    const shared = drawNormal(random);
    return Float32Array.of(shared, 1_000 * (shared + 0.1 * drawNormal(random)), drawNormal(random));
  });
  const found = fitWhitenedAxes(rows, { count: 2, isStandardised: true });
  const projections = rows.map((row) =>
    row.reduce((sum, value, i) => sum + (value - (found.mean[i] ?? 0)) * (found.directions[i] ?? 0), 0),
  );
  assert.ok(Math.abs(varianceOf(projections) - 1) < 0.02, `variance ${varianceOf(projections)}`);
  const square = found.shares.reduce((sum, share) => sum + share * share, 0);
  assert.ok(square > 0.9 && square <= 1 + 1e-9, `the two axes hold ${square} of the variance`);
  assert.equal(fitWhitenedAxes(rows.slice(0, 2), { count: 2, isStandardised: false }).count, 0);
});

test("the sigmoid of a logit is the probability, and the loss is smallest there", () => {
  fc.assert(
    fc.property(chance, finite, (p, logit) => {
      const kept = Math.min(1 - 1e-4, Math.max(1e-4, p));
      assert.ok(Math.abs(sigmoid(logitOf(p)) - kept) < 1e-12);
      assert.ok(Math.abs(sigmoid(logit) + sigmoid(-logit) - 1) < 1e-15);
      assert.ok(logLoss(p, p) <= logLoss(Math.min(1, p + 0.1), p) + 1e-9);
    }),
  );
});

test("the area under the ROC curve turns round with the predictions and ignores monotone changes", () => {
  const items = fc.array(fc.record({ p: chance, y: fc.constantFrom(0, 1) }), { minLength: 2, maxLength: 40 });
  fc.assert(
    fc.property(items, (list) => {
      const observed = list.map(({ y }) => y);
      const auc = computeAuc({ predicted: list.map(({ p }) => p), observed });
      const isMixed = new Set(observed).size === 2;
      assert.equal(Number.isNaN(auc), !isMixed);
      if (!isMixed) return;
      assert.ok(auc >= 0 && auc <= 1);
      const turned = computeAuc({ predicted: list.map(({ p }) => -p), observed });
      assert.ok(Math.abs(auc + turned - 1) < 1e-12);
      assert.equal(computeAuc({ predicted: list.map(({ p }) => 4 * p), observed }), auc);
    }),
  );
});

test("the area under a constant line is its height times its width", () => {
  assert.equal(areaUnderLine([1, 2, 5], [3, 3, 3]), 12);
  assert.equal(areaUnderLine([1], [3]), 0);
});

test("quantiles are observed values or between two of them, ascend, and skip what is unknown", () => {
  fc.assert(
    fc.property(fc.array(finite, { minLength: 1, maxLength: 30 }), chance, (values, share) => {
      const sorted = values.toSorted((a, b) => a - b);
      assert.ok(values.includes(orderStatistic(values, share)));
      assert.ok(values.includes(medianOf(values)));
      const between = interpolatedQuantile(values, share);
      assert.ok(between >= (sorted[0] ?? 0) && between <= (sorted.at(-1) ?? 0));
      assert.ok(interpolatedQuantile(values, share / 2) <= between);
      assert.equal(orderStatistic([...values, Number.NaN], share), orderStatistic(values, share));
    }),
  );
  assert.ok(Number.isNaN(medianOf([])));
  assert.ok(Number.isNaN(interpolatedQuantile([Number.NaN], 0.5)));
  assert.equal(medianOf([1, 2, 3, 4]), 3, "the upper one of two middle values");
});

test("means of nothing are unknown, and unknown values do not count", () => {
  assert.ok(Number.isNaN(meanOf([])));
  assert.equal(meanOfKnown([null, null]), null);
  assert.equal(meanOfKnown([1, null, 3]), 2);
  assert.equal(varianceOf([7]), 0);
});

test("generators repeat by seed, differ by seed, and are uniform to the eye of a coarse test", () => {
  for (const create of [mulberry32, splitmix32]) {
    const [first, second, other] = [create(9), create(9), create(10)];
    const drawn = Array.from({ length: 20_000 }, () => first());
    assert.deepEqual(
      drawn.slice(0, 50),
      Array.from({ length: 50 }, () => second()),
    );
    assert.notEqual(drawn[0], other());
    assert.ok(drawn.every((value) => value >= 0 && value < 1));
    const tenths = Array.from(
      { length: 10 },
      (_, bin) => drawn.filter((value) => Math.floor(value * 10) === bin).length,
    );
    const chiSquare = tenths.reduce((sum, count) => sum + (count - 2_000) ** 2 / 2_000, 0);
    assert.ok(chiSquare < 28, `chi-square ${chiSquare}`);
  }
});

test("normal draws have mean 0 and deviation 1", () => {
  const random = splitmix32(5);
  const drawn = Array.from({ length: 20_000 }, () => drawNormal(random));
  assert.ok(Math.abs(meanOf(drawn)) < 0.03);
  assert.ok(Math.abs(varianceOf(drawn) - 1) < 0.05);
});

test("shuffling keeps every value, moves them, and repeats by seed", () => {
  const order = (seed: number): Int32Array =>
    shuffle(
      Int32Array.from({ length: 100 }, (_, i) => i),
      splitmix32(seed),
    );
  assert.deepEqual(
    [...order(1)].toSorted((a, b) => a - b),
    Array.from({ length: 100 }, (_, i) => i),
  );
  assert.deepEqual(order(1), order(1));
  assert.notDeepEqual(order(1), order(2));
});
