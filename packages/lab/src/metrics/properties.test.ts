// Properties that hold for every input of the metrics; golden values are in metrics.test.ts.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  bootstrapIntervals,
  buildQualityHull,
  buildStrongWeakCurve,
  computeAiq,
  computeApgr,
  computeArenaScore,
  computeBrier,
  computeCpt,
  computeEce,
  computePerfGain,
  DEFAULT_RESAMPLES,
  drawResamples,
  listReliabilityBins,
  qualityAtCost,
} from "./index.ts";

const unit = fc.double({ min: 0, max: 1, noNaN: true });
/** Equal, or apart by more than rounding: between costs a last digit apart no line can be read off. */
const cost = fc.integer({ min: 1, max: 10_000 }).map((steps) => steps / 10_000);
const point = fc.record({ costUsd: cost, quality: unit });
const points = fc.array(point, { minLength: 1, maxLength: 25 });

test("no point lies above the hull, and the hull rises without bending upwards", () => {
  fc.assert(
    fc.property(points, (list) => {
      const hull = buildQualityHull(list);
      for (const { costUsd, quality } of list) assert.ok(qualityAtCost(hull, costUsd) >= quality - 1e-9);
      for (const [i, one] of hull.entries()) {
        const [before, next] = [hull[i - 1], hull[i + 1]];
        if (before !== undefined) assert.ok(one.costUsd >= before.costUsd && one.quality > before.quality);
        if (before === undefined || next === undefined) continue;
        const [left, right] = [
          (one.quality - before.quality) * (next.costUsd - one.costUsd),
          (next.quality - one.quality) * (one.costUsd - before.costUsd),
        ];
        assert.ok(left >= right - 1e-12);
      }
    }),
  );
});

test("the hull does not depend on the order of the points", () => {
  fc.assert(
    fc.property(points, (list) => {
      assert.deepEqual(buildQualityHull(list.toReversed()), buildQualityHull(list));
    }),
  );
});

test("quality at a point's cost is at least that point's", () => {
  fc.assert(
    fc.property(points, (list) => {
      const hull = buildQualityHull(list);
      for (const { costUsd, quality } of list) assert.ok(qualityAtCost(hull, costUsd) >= quality - 1e-9);
    }),
  );
});

test("mean quality over budgets lies between the worst and the best of the hull", () => {
  fc.assert(
    fc.property(points, (list) => {
      const hull = buildQualityHull(list);
      const aiq = computeAiq(hull, { fromUsd: 0, toUsd: 2 });
      assert.ok(aiq >= (hull[0]?.quality ?? 0) - 1e-9 && aiq <= (hull.at(-1)?.quality ?? 1) + 1e-9);
    }),
  );
});

test("staying with the reference gains nothing", () => {
  const reference = { costUsd: 0.01, quality: 0.8 };
  const own = buildQualityHull([reference]);
  assert.equal(computePerfGain(own, reference), 0);
});

test("the arena's score rewards accuracy and thrift, and is bounded by its cost range", () => {
  fc.assert(
    fc.property(unit, unit, fc.double({ min: 0.01, max: 100, noNaN: true }), (a, b, cost) => {
      const [low, high] = a < b ? [a, b] : [b, a];
      assert.ok(computeArenaScore(low, cost) <= computeArenaScore(high, cost) + 1e-12);
      assert.ok(computeArenaScore(high, cost) <= computeArenaScore(high, cost / 2) + 1e-12);
    }),
  );
  assert.equal(computeArenaScore(0.7, 1e9), computeArenaScore(0.7, 200));
});

test("an oracle recovers more of the gap than the opposite, and both curves start weak and end strong", () => {
  const count = 200;
  const strong = Float32Array.from({ length: count }, (_, i) => Number(i % 3 !== 0));
  const weak = Float32Array.from({ length: count }, (_, i) => Number(i % 2 === 0));
  const oracle = strong.map((score, i) => score - (weak[i] ?? 0));
  const curveOf = (preference: Float32Array) => buildStrongWeakCurve({ preference, strong, weak });
  const [best, worst] = [curveOf(oracle), curveOf(oracle.map((value) => -value))];
  for (const { share, quality } of [best, worst]) {
    assert.deepEqual([share[0], share.at(-1)], [0, 1]);
    assert.ok(share.every((value, i) => i === 0 || value >= (share[i - 1] ?? 0)));
    const meanOf = (values: Float32Array): number => values.reduce((a, b) => a + b, 0) / count;
    assert.ok(Math.abs((quality[0] ?? 0) - meanOf(weak)) < 1e-6);
    assert.ok(Math.abs((quality.at(-1) ?? 0) - meanOf(strong)) < 1e-6);
  }
  assert.ok(computeApgr(best) > 0.5 && computeApgr(worst) < 0.5);
  assert.ok(computeCpt(best, 0.5) <= computeCpt(best, 0.8));
  assert.ok(computeCpt(best, 0.5) < computeCpt(worst, 0.5));
});

const graded = fc.array(fc.record({ p: unit, y: fc.constantFrom(0, 1) }), { minLength: 1, maxLength: 60 });
const predictionsOf = (list: readonly { readonly p: number; readonly y: number }[]) => ({
  predicted: Float32Array.from(list, ({ p }) => p),
  observed: Float32Array.from(list, ({ y }) => y),
});

test("a weight of two counts an item twice", () => {
  fc.assert(
    fc.property(graded, (list) => {
      const twice = Float64Array.from(list, (_, i) => 1 + (i % 2));
      const repeated = list.flatMap((one, i) => (i % 2 === 1 ? [one, one] : [one]));
      const [a, b] = [predictionsOf(list), predictionsOf(repeated)];
      assert.ok(Math.abs(computeBrier(a, twice) - computeBrier(b)) < 1e-9);
      assert.ok(Math.abs(computeEce(a, 15, twice) - computeEce(b, 15)) < 1e-9);
    }),
  );
});

test("calibration error and Brier score lie in 0 to 1, and bins hold every outcome once", () => {
  fc.assert(
    fc.property(graded, (list) => {
      const items = predictionsOf(list);
      for (const value of [computeBrier(items), computeEce(items, 15)]) assert.ok(value >= 0 && value <= 1);
      const total = listReliabilityBins(items).reduce((sum, bin) => sum + bin.weight, 0);
      assert.equal(total, list.length);
    }),
  );
});

test("each resample draws as many prompts as there are, the same for the same seed", () => {
  const draw = (seed: number): Float64Array[] => [...drawResamples({ count: 30, seed })];
  const drawn = draw(5);
  assert.equal(drawn.length, DEFAULT_RESAMPLES);
  for (const weights of drawn)
    assert.equal(
      weights.reduce((a, b) => a + b, 0),
      30,
    );
  assert.deepEqual(draw(5), drawn);
  assert.notDeepEqual(draw(6), drawn);
});

test("the interval of a mean narrows with the number of prompts and holds the mean", () => {
  const widthOf = (count: number): number => {
    const values = Array.from({ length: count }, (_, i) => (i * 37) % 10);
    const mean = (weights: Float64Array): number =>
      values.reduce((sum, value, i) => sum + value * (weights[i] ?? 0), 0) / count;
    const { low = 0, high = 0 } = bootstrapIntervals({ mean }, { count, seed: 1 })["mean"] ?? {};
    const centre = values.reduce((a, b) => a + b, 0) / count;
    assert.ok(low < centre && centre < high);
    return high - low;
  };
  const [few, many] = [widthOf(50), widthOf(5_000)];
  assert.ok(many < few / 5, `${few} ${many}`);
});
