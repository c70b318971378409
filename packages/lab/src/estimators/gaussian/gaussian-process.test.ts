import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { drawNormal, splitmix32 } from "@signalbox/engine/numerics";
import { runEstimatorSuite, runLearningSuite } from "../contract/estimator.suite.ts";
import { createGaussianProcess } from "./gaussian-process.ts";
import { findOutcomeFactors, fromFactors } from "./outcome-factors.ts";
import { fitSparseProcess } from "./sparse-process.ts";

const surfaceOf = (texts: readonly string[]) => ({
  features: Float32Array.from(texts.flatMap((text) => [text.length, text.split(" ").length])),
  dim: 2,
});
runEstimatorSuite(createGaussianProcess(surfaceOf));
runLearningSuite(createGaussianProcess());

interface Golden {
  dim: number;
  train: number[];
  targets: number[];
  asked: number[];
  noiseRatios: number[];
  predicted: number[];
}

test("the sparse process equals numpy's dense formulas: chosen noise and predictions (golden/generate.py)", () => {
  const golden = JSON.parse(readFileSync(join(import.meta.dirname, "golden/golden.json"), "utf8")) as Golden;
  const points = (values: number[]) => ({
    count: values.length / golden.dim,
    features: Float32Array.from(values),
    dim: golden.dim,
  });
  const width = golden.noiseRatios.length;
  const process = fitSparseProcess(points(golden.train), Float64Array.from(golden.targets), width);
  assert.deepEqual(process.noiseRatios, golden.noiseRatios);
  const predicted = process.predict(points(golden.asked));
  for (const [i, expected] of golden.predicted.entries())
    assert.ok(Math.abs(predicted[i]! - expected) < 1e-4, `${i}: ${predicted[i]} against ${expected}`);
});

const MODELS = ["a", "b", "c", "d", "e"].map((name) => ({
  name,
  canonical: name,
  source: "test",
  meanCostUsd: Number.NaN,
}));

/** Scores that one hidden ease and the model's level make up, some of them unknown. */
function makeOutcomes(unknownShare: number): { known: Float32Array; full: Float32Array } {
  const random = splitmix32(5);
  const full = new Float32Array(300 * MODELS.length);
  for (let row = 0; row < 300; row += 1) {
    const ease = drawNormal(random) * 0.2;
    for (let m = 0; m < MODELS.length; m += 1) full[row * MODELS.length + m] = 0.3 + 0.1 * m + ease;
  }
  const known = full.map((score) => (random() < unknownShare ? Number.NaN : score));
  return { known, full };
}

function factorsOf(scores: Float32Array): ReturnType<typeof findOutcomeFactors> {
  const count = scores.length / MODELS.length;
  const prompts = {
    count,
    text: Array.from({ length: count }, () => ""),
    features: new Float32Array(count),
    dim: 1,
    task: new Int32Array(count),
  };
  return findOutcomeFactors({ prompts, models: MODELS, scores });
}

test("a common difficulty is found as the first factor, and all factors give the scores back", () => {
  const { full } = makeOutcomes(0);
  const factors = factorsOf(full);
  const first = Math.abs(factors.axes[0]!);
  for (let m = 0; m < MODELS.length; m += 1)
    assert.ok(Math.abs(Math.abs(factors.axes[m]!) - first) < 0.01, `axis ${factors.axes.join(", ")}`);
  const back = fromFactors(factors.coordinates, factors);
  assert.ok(back.every((value, at) => Math.abs(value - full[at]!) < 1e-3));
});

test("unknown outcomes are filled from what the prompt's other outcomes say", () => {
  const { known, full } = makeOutcomes(0.3);
  const factors = factorsOf(known);
  const back = fromFactors(factors.coordinates, factors);
  const missing = [...full.keys()].filter((at) => Number.isNaN(known[at]!));
  const errorOf = (guess: (at: number) => number): number =>
    Math.sqrt(missing.reduce((sum, at) => sum + (guess(at) - full[at]!) ** 2, 0) / missing.length);
  const [filled, plain] = [errorOf((at) => back[at]!), errorOf((at) => factors.mean[at % MODELS.length]!)];
  assert.ok(filled < 0.6 * plain, `off by ${filled}, the model's mean by ${plain}`);
});
