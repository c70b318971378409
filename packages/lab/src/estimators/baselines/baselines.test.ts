import assert from "node:assert/strict";
import { test } from "node:test";
import { sigmoid, splitmix32 } from "@signalbox/engine/numerics";
import { makeData, runEstimatorSuite, runLearningSuite } from "../contract/estimator.suite.ts";
import { FactorNetwork } from "./factor-network.ts";
import type { NetworkShape } from "./factor-network.ts";
import { BASELINES } from "./index.ts";
import { floatAt } from "../../arrays/value-at.ts";

const BLIND = new Set(["random", "cheapest", "best-single"]);

for (const baseline of BASELINES) {
  runEstimatorSuite(baseline);
  if (!BLIND.has(baseline.name)) runLearningSuite(baseline);
}

function byName(name: string): (typeof BASELINES)[number] {
  const found = BASELINES.find((baseline) => baseline.name === name);
  assert.ok(found);
  return found;
}

test("the cheapest model is the one with the lowest known price", () => {
  const data = makeData(50, 7, (_features, model) => [0, 0.2, 0.6, 0.1, 0.3, 0.4, 0.9][model]!);
  const cheapest = byName("cheapest").fit(data).predict(data.prompts);
  assert.deepEqual(Array.from(cheapest.subarray(0, 7)), [0, 1, 0, 0, 0, 0, 0]);
});

const SHAPES: readonly Omit<NetworkShape, "inputs" | "models">[] = [
  { hidden: 0, axes: 0, isAxisSigmoid: false, hasDifficulty: false },
  { hidden: 5, axes: 0, isAxisSigmoid: false, hasDifficulty: true },
  { hidden: 0, axes: 3, isAxisSigmoid: true, hasDifficulty: true },
  { hidden: 4, axes: 3, isAxisSigmoid: false, hasDifficulty: true },
];

test("hand-written gradients equal finite differences in every shape of the network", () => {
  for (const shape of SHAPES) {
    const random = splitmix32(9);
    const network = new FactorNetwork({ ...shape, inputs: 4, models: 2 }, random);
    const input = Float32Array.of(0.4, -0.7, 0.2, 0.9);
    const act = network.createActivations();
    const loss = (): number => {
      network.forward(input, act);
      return -Math.log(sigmoid(floatAt(act.logits, 0))) - Math.log(1 - sigmoid(floatAt(act.logits, 1)));
    };
    loss();
    const deltas = Float32Array.of(sigmoid(floatAt(act.logits, 0)) - 1, sigmoid(floatAt(act.logits, 1)));
    const gradient = new Float32Array(network.parameters.length);
    network.backward(input, act, deltas, gradient);
    for (let i = 0; i < gradient.length; i += 1) {
      const kept = floatAt(network.parameters, i);
      network.parameters[i] = kept + 1e-2;
      const above = loss();
      network.parameters[i] = kept - 1e-2;
      const slope = (above - loss()) / 2e-2;
      network.parameters[i] = kept;
      assert.ok(
        Math.abs(slope - floatAt(gradient, i)) < 5e-3,
        `parameter ${i}: ${slope} against ${gradient[i]}`,
      );
    }
  }
});
