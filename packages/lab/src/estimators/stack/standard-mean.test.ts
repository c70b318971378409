import assert from "node:assert/strict";
import { test } from "node:test";
import { sigmoid } from "@signalbox/engine/numerics";
import type { Predictor, PromptSet } from "../contract/estimator.ts";
import { standardMean } from "./standard-mean.ts";
import { floatAt } from "../../arrays/value-at.ts";

const prompts = (count: number): PromptSet => ({
  count,
  text: Array.from({ length: count }, () => ""),
  features: Float32Array.from({ length: count }, (_, i) => (2 * i) / (count - 1) - 1),
  dim: 1,
  task: new Int32Array(count),
});
/** One model whose logit is `slope` times the feature, about `middle`. */
const line = (slope: number, middle: number): Predictor => ({
  predict: ({ features }) => features.map((value) => sigmoid(slope * value + middle)),
});
const logitOf = (p: number): number => Math.log(p / (1 - p));

test("a bold predictor has no more say than a timid one, and the first one's scale is kept", () => {
  const five = prompts(5);
  const same = standardMean(line(1, 0.5), line(0.1, -2), five, 1).predict(five);
  assert.ok(same.every((p, i) => Math.abs(logitOf(p) - (floatAt(five.features, i) + 0.5)) < 1e-3));
  const against = standardMean(line(1, 0.5), line(-0.1, -2), five, 1).predict(five);
  assert.ok(against.every((p) => Math.abs(logitOf(p) - 0.5) < 1e-3));
});

test("a predictor that always says the same leaves the order to the other", () => {
  const five = prompts(5);
  const mean = standardMean(line(2, 0), line(0, 1), five, 1).predict(five);
  assert.ok(mean.every((p, i) => Math.abs(logitOf(p) - floatAt(five.features, i)) < 1e-3));
});
