import assert from "node:assert/strict";
import { test } from "node:test";
import { makeData, makePrompts, runEstimatorSuite, runLearningSuite } from "../contract/estimator.suite.ts";
import { createGaussianProcess } from "./gaussian-process.ts";

const surfaceOf = (texts: readonly string[]) => ({
  features: Float32Array.from(texts.flatMap((text) => [text.length, text.split(" ").length])),
  dim: 2,
});
runEstimatorSuite(createGaussianProcess(surfaceOf));
runLearningSuite(createGaussianProcess());

test("chances stay away from 0 and 1, whatever the regression says", () => {
  const data = makeData(80, 2, () => 1);
  const predicted = createGaussianProcess().fit(data).predict(makePrompts(20, 3));
  assert.ok(predicted.every((p) => p >= Math.fround(0.01) && p <= Math.fround(0.99)));
});
