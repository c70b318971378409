import assert from "node:assert/strict";
import { test } from "node:test";
import { makeData, runEstimatorSuite, runLearningSuite } from "../contract/estimator.suite.ts";
import { applyBlend, fitBlend } from "./blend-logits.ts";
import { createStackEstimator } from "./stack-estimator.ts";
import { floatAt } from "../../arrays/value-at.ts";

runEstimatorSuite(createStackEstimator());
runLearningSuite(createStackEstimator());

test("learning once more keeps what the held-out rows decided, and learns the new rows", () => {
  const rule = (features: Float32Array, model: number) =>
    floatAt(features, 0) > 0 === (model === 0) ? 1 : 0;
  const data = makeData(300, 2, rule);
  const validation = { prompts: data.prompts, scores: data.scores.map(() => 1) };
  const unseen = makeData(40, 2, rule).prompts;
  const meanOf = (predicted: Float32Array): number => predicted.reduce((a, b) => a + b, 0) / predicted.length;
  const plain = createStackEstimator().fit(data).predict(unseen);
  const fitted = createStackEstimator().fit({ ...data, validation });
  const held = fitted.predict(unseen);
  // Held-out rows on which every model succeeds lift the whole blend, and the lift outlives the refit.
  assert.ok(meanOf(held) > meanOf(plain) + 0.2, `${meanOf(held)} ${meanOf(plain)}`);
  assert.deepEqual(fitted.refit!(data).predict(unseen), held);
  const turned = makeData(300, 2, (features, model) => 1 - rule(features, model));
  const after = fitted.refit!(turned).predict(unseen);
  const order = (predicted: Float32Array, i: number): number =>
    Math.sign(floatAt(predicted, 2 * i) - floatAt(predicted, 2 * i + 1));
  const crossed = Array.from({ length: 40 }, (_, i) => i).filter((i) => order(held, i) !== order(after, i));
  assert.ok(crossed.length > 30, `${crossed.length} of 40 picks changed sides with the rule`);
});

const EQUAL = { start: Float64Array.of(0.5, 0.5), pull: 10 };
const observed = Float32Array.from({ length: 400 }, (_, i) => (i % 4 === 0 ? 0 : 1));
const good = observed.map((score) => (score === 1 ? 0.8 : 0.3));
const noise = observed.map((_, i) => ((i * 37) % 100) / 100);

test("the blend trusts the member that knows and not the one that guesses", () => {
  const { weights } = fitBlend([good, noise], observed, EQUAL);
  assert.ok(floatAt(weights, 0) > 1 && Math.abs(floatAt(weights, 1)) < 0.3, `weights ${weights.join(", ")}`);
});

test("without outcomes the blend stays where it starts: here the plain mean of the logits", () => {
  const nothing = new Float32Array(400).fill(Number.NaN);
  const blend = fitBlend([good, noise], nothing, EQUAL);
  assert.deepEqual(blend, { bias: 0, weights: EQUAL.start });
  const [mean] = applyBlend(blend, [Float32Array.of(0.5), Float32Array.of(0.8)]);
  assert.ok(Math.abs(mean! - 2 / 3) < 1e-3, `got ${mean}`);
});
