import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import golden from "./golden/metrics.golden.json" with { type: "json" };
import {
  bootstrapIntervals,
  buildQualityHull,
  buildStrongWeakCurve,
  computeAiq,
  computeApgr,
  computeArenaScore,
  computeAuc,
  computeBrier,
  computeCpt,
  computeEce,
  computePerfGain,
  qualityAtCost,
} from "./index.ts";
import { floatAt } from "../arrays/value-at.ts";

function near(actual: number, expected: number, tolerance = 1e-6): void {
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not within ${tolerance} of ${expected}`);
}

const { predictions, plane, strongWeak } = golden;
const items = {
  predicted: Float32Array.from(predictions.predicted),
  observed: Float32Array.from(predictions.observed),
};
const weights = Float64Array.from(predictions.weights);

test("AUC, Brier and calibration error equal scikit-learn's, with and without weights", () => {
  near(computeAuc(items), predictions.auc);
  near(computeAuc(items, weights), predictions.aucWeighted);
  near(computeBrier(items), predictions.brier);
  near(computeBrier(items, weights), predictions.brierWeighted);
  near(computeEce(items), predictions.ece);
  near(computeEce(items, 15, weights), predictions.eceWeighted);
});

test("the hull and its figures equal an independent convex hull", () => {
  const hull = buildQualityHull(plane.points);
  assert.deepEqual(hull, plane.hull);
  const costs = plane.points.map((point) => point.costUsd);
  near(computeAiq(hull, { fromUsd: Math.min(...costs), toUsd: Math.max(...costs) }), plane.aiq);
  near(computePerfGain(hull, plane.reference), plane.perfGain);
});

test("APGR and CPT equal an independent computation", () => {
  const curve = buildStrongWeakCurve({
    preference: Float32Array.from(strongWeak.preference),
    strong: Float32Array.from(strongWeak.strong),
    weak: Float32Array.from(strongWeak.weak),
  });
  near(computeApgr(curve), strongWeak.apgr);
  near(computeCpt(curve, 0.5), strongWeak.cpt50);
  near(computeCpt(curve, 0.8), strongWeak.cpt80);
});

test("outcomes that are all alike have no AUC", () => {
  const alike = { predicted: Float32Array.of(0.2, 0.8), observed: Float32Array.of(1, 1) };
  assert.ok(Number.isNaN(computeAuc(alike)));
});

test("RouterArena's score is 0 at the costliest and the accuracy's own at the cheapest end", () => {
  assert.equal(computeArenaScore(0.7, 200), 0);
  near(computeArenaScore(1, 0.0044), 1);
  near(computeArenaScore(0.7, 0.0044), (1.1 * 0.7) / 1.07);
});

const point = fc.record({
  costUsd: fc.double({ min: 0.001, max: 100, noNaN: true }),
  quality: fc.double({ min: 0, max: 1, noNaN: true }),
});

test("no point lies above the hull, and more points never lower it", () => {
  fc.assert(
    fc.property(fc.array(point, { minLength: 1, maxLength: 40 }), point, (points, extra) => {
      const hull = buildQualityHull(points);
      const wider = buildQualityHull([...points, extra]);
      for (const each of points) {
        assert.ok(qualityAtCost(hull, each.costUsd) >= each.quality - 1e-9);
        assert.ok(qualityAtCost(wider, each.costUsd) >= qualityAtCost(hull, each.costUsd) - 1e-9);
      }
    }),
  );
});

test("AUC does not change under a rising transformation and mirrors under a falling one", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 64 }), fc.boolean()), { minLength: 2 }),
      (rows) => {
        fc.pre(rows.some(([, ok]) => ok) && rows.some(([, ok]) => !ok));
        const observed = Float32Array.from(rows, ([, ok]) => Number(ok));
        const predicted = Float32Array.from(rows, ([value]) => value / 64);
        const auc = computeAuc({ predicted, observed });
        near(computeAuc({ predicted: predicted.map((p) => p * p), observed }), auc);
        near(computeAuc({ predicted: predicted.map((p) => 1 - p), observed }), 1 - auc);
      },
    ),
  );
});

test("bootstrap intervals repeat by seed and hold the plain mean", () => {
  const values = Float64Array.from({ length: 50 }, (_, i) => i % 7);
  const figure = (weights: Float64Array): number =>
    weights.reduce((sum, w, i) => sum + w * floatAt(values, i), 0) / 50;
  const options = { count: 50, seed: 42 };
  const first = bootstrapIntervals({ mean: figure }, options);
  assert.deepEqual(first, bootstrapIntervals({ mean: figure }, options));
  const mean = figure(new Float64Array(50).fill(1));
  assert.ok(first["mean"]!.low < mean && mean < first["mean"]!.high);
});
