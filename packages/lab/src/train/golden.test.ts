// The numerics agree with an independent implementation (numpy, scipy): see golden/generate.py.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { conditionFactors, predictColumn } from "@signalbox/engine/internals";
import { fitTokenVectors } from "./start/token-regression.ts";
import { fitCalibration } from "./heads/fit-calibration.ts";
import { refitAbility } from "./abilities/refit-abilities.ts";
import { valueAt } from "../arrays/value-at.ts";

interface Golden {
  platt: { logits: number[]; scores: number[]; weights: number[]; scale: number; shift: number };
  ability: {
    loadings: number[];
    count: number;
    loadingCount: number;
    scores: number[];
    priorMean: number[];
    priorDeviation: number[];
    theta: number[];
    thetaSd: number[];
  };
  conditioning: {
    weights: number[];
    noise: number[];
    mean: number[];
    factorSize: number;
    observed: number[];
    values: number[];
    hidden: number[];
    hiddenMean: number[];
    hiddenVariance: number[];
  };
  tokens: {
    texts: number[][];
    start: number[];
    targets: number[];
    width: number;
    penalty: number;
    fitted: number[];
  };
}

const golden = JSON.parse(readFileSync(join(import.meta.dirname, "golden/golden.json"), "utf8")) as Golden;

function assertClose(actual: ArrayLike<number>, expected: readonly number[], tolerance: number): void {
  assert.equal(actual.length, expected.length);
  expected.forEach((value, index) =>
    assert.ok(
      Math.abs(valueAt(actual, index) - value) <= tolerance,
      `${index}: ${actual[index]} against ${value}`,
    ),
  );
}

test("Platt scaling reaches the minimum that scipy finds", () => {
  const { logits, scores, weights, scale, shift } = golden.platt;
  const found = fitCalibration(logits, scores, weights);
  assertClose([found.scale, found.shift], [scale, shift], 1e-5);
});

test("an ability is the maximum a posteriori that scipy finds, with the curvature's spread", () => {
  const { loadings, loadingCount, scores, count, theta, thetaSd } = golden.ability;
  const found = refitAbility({
    loadings: Float32Array.from(loadings),
    loadingCount,
    rows: Array.from({ length: count }, (_, row) => row),
    scores,
    weight: 1,
    priorMean: Float32Array.from([...golden.ability.priorMean, 1]),
    priorDeviation: Float32Array.from([...golden.ability.priorDeviation, 1]),
  });
  assertClose(found.theta.slice(0, 3), theta, 2e-3);
  assertClose(found.thetaSd.slice(0, 3), thetaSd, 2e-3);
});

test("conditioning a low-rank Gaussian equals the full Gaussian formula", () => {
  const { weights, noise, mean, factorSize, observed, values, hidden } = golden.conditioning;
  const atlas = {
    weights: Float32Array.from(weights),
    noise: Float32Array.from(noise),
    mean: Float32Array.from(mean),
    factorSize,
  };
  const posterior = conditionFactors(atlas, observed, values);
  const found = hidden.map((column) => predictColumn(atlas, posterior, column));
  assertClose(
    found.map((entry) => entry.mean),
    golden.conditioning.hiddenMean,
    1e-5,
  );
  assertClose(
    found.map((entry) => entry.variance),
    golden.conditioning.hiddenVariance,
    1e-5,
  );
});

test("token vectors by conjugate gradients equal the direct solution", () => {
  const { texts, start, targets, width, penalty, fitted } = golden.tokens;
  const offsets = Int32Array.from([0, ...texts.map((_, row) => texts.slice(0, row + 1).flat().length)]);
  const found = fitTokenVectors({
    texts: { offsets, ids: Uint16Array.from(texts.flat()) },
    rows: Int32Array.from(texts.keys()),
    targets: Float32Array.from(targets),
    start: Float32Array.from(start),
    width,
    penalty,
    iterations: 12,
  });
  assertClose(found, fitted, 1e-4);
});
