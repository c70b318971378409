import assert from "node:assert/strict";
import { test } from "node:test";
import { runEstimatorSuite, runLearningSuite } from "../baselines/estimator.suite.ts";
import { applyBlend, fitBlend, plainBlend } from "./blend-logits.ts";
import { createStackEstimator } from "./stack-estimator.ts";

runEstimatorSuite(createStackEstimator());
runLearningSuite(createStackEstimator());

const observed = Float32Array.from({ length: 400 }, (_, i) => (i % 4 === 0 ? 0 : 1));
const good = observed.map((score) => (score === 1 ? 0.8 : 0.3));
const noise = observed.map((_, i) => ((i * 37) % 100) / 100);

test("the blend trusts the member that knows and not the one that guesses", () => {
  const { weights } = fitBlend([good, noise], observed, 10);
  assert.ok(weights[0]! > 1 && Math.abs(weights[1]!) < 0.3, `weights ${weights.join(", ")}`);
});

test("without outcomes the blend stays the plain mean of the logits", () => {
  const nothing = new Float32Array(400).fill(Number.NaN);
  assert.deepEqual(fitBlend([good, noise], nothing, 10), plainBlend(2));
  const [mean] = applyBlend(plainBlend(2), [Float32Array.of(0.5), Float32Array.of(0.8)]);
  assert.ok(Math.abs(mean! - 2 / 3) < 1e-3, `got ${mean}`);
});
