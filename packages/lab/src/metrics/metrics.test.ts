import assert from "node:assert/strict";
import { test } from "node:test";
import { computeAuc } from "@signalbox/engine/numerics";
import golden from "./golden/metrics.golden.json" with { type: "json" };
import { DEFAULT_RESAMPLES, drawResamples } from "./bootstrap.ts";
import { computeEce } from "./calibration-error.ts";

function near(actual: number, expected: number): void {
  assert.ok(Math.abs(actual - expected) <= 1e-6, `${actual} is not within 1e-6 of ${expected}`);
}

test("AUC and calibration error equal scikit-learn's, with and without weights", () => {
  const { predictions } = golden;
  const items = {
    predicted: Float32Array.from(predictions.predicted),
    observed: Float32Array.from(predictions.observed),
  };
  const weights = Float64Array.from(predictions.weights);
  near(computeAuc(items), predictions.auc);
  near(computeAuc(items, weights), predictions.aucWeighted);
  near(computeEce(items), predictions.ece);
  near(computeEce(items, weights), predictions.eceWeighted);
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
