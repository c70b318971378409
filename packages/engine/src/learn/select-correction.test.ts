import assert from "node:assert/strict";
import { test } from "node:test";

import { correctProbability } from "./correction-model.ts";
import { createLearnedPolicy } from "./learned-policy.ts";
import type { CorrectionData } from "./select-correction.ts";
import { CORRECTION_SETTINGS, fitSetting, selectCorrection } from "./select-correction.ts";
import { parseCorrection, serialiseCorrection } from "./serialise-correction.ts";
import { logitOf, sigmoid } from "../numerics/logistic.ts";
import { drawNormal, mulberry32 } from "../numerics/random.ts";

interface World {
  readonly data: CorrectionData;
  readonly truth: Float64Array;
}

/** A world in which the shipped logit is off by `shift` per arm and by `slope` along the first loading. */
function makeWorld(options: {
  prompts: number;
  shift: readonly number[];
  slope: number;
  seed: number;
}): World {
  const random = mulberry32(options.seed);
  const encodings = Array.from({ length: options.prompts }, () => ({
    features: Float32Array.from({ length: 12 }, () => drawNormal(random)),
    loadings: Float32Array.from({ length: 4 }, () => drawNormal(random)),
  }));
  const truth: number[] = [];
  const outcomes = encodings.flatMap((encoding, prompt) =>
    options.shift.map((shift, arm) => {
      const prior = sigmoid(drawNormal(random));
      const actual = sigmoid(logitOf(prior) + shift + options.slope * encoding.loadings[0]!);
      truth.push(actual);
      return { prompt, arm, prior, outcome: random() < actual ? 1 : 0, weight: 1 };
    }),
  );
  const arms = options.shift.map((_, arm) => `model-${arm}`);
  return { data: { arms, encodings, outcomes }, truth: Float64Array.from(truth) };
}

function foldsOf(count: number): Int32Array {
  return Int32Array.from({ length: count }, (_, index) => index % 5);
}

function squaredError(predictions: ArrayLike<number>, truth: Float64Array): number {
  return truth.reduce((sum, value, index) => sum + (predictions[index]! - value) ** 2, 0) / truth.length;
}

test("when the shipped model is right, 25 prompts do not bend it", () => {
  const kept = Array.from({ length: 20 }, (_, seed) => {
    const { data } = makeWorld({ prompts: 25, shift: [0, 0, 0, 0], slope: 0, seed });
    return selectCorrection(data, foldsOf(25)).setting === undefined;
  });
  assert.ok(kept.filter(Boolean).length >= 14, `${kept.filter(Boolean).length} of 20 kept the shipped model`);
});

test("when the shipped model is wrong, 200 prompts bring the estimate nearer to the truth", () => {
  const { data, truth } = makeWorld({ prompts: 200, shift: [1.2, -1, 0.4], slope: 1, seed: 7 });
  const selection = selectCorrection(data, foldsOf(200));
  assert.ok(selection.setting !== undefined);
  const shipped = data.outcomes.map((row) => row.prior);
  assert.ok(squaredError(selection.heldOut, truth) < 0.35 * squaredError(shipped, truth));
});

test("without outcomes the corrected probability is the shipped one, and its spread the prior's", () => {
  const { data } = makeWorld({ prompts: 10, shift: [0, 0], slope: 0, seed: 1 });
  const setting = CORRECTION_SETTINGS[0]!;
  const { model } = fitSetting({ ...data, outcomes: [] }, setting);
  assert.equal(correctProbability(model, 0, Float64Array.of(1, 0.3), 0.37), sigmoid(logitOf(0.37)));
  const { tauModel, interceptScale } = setting.prior;
  const expected = [(tauModel * interceptScale) ** 2, 0, tauModel ** 2];
  expected.forEach((variance, index) => {
    assert.ok(Math.abs(model.covariances[index]! - variance) < 1e-12);
  });
});

test("a correction moves an arm towards its outcomes and narrows its spread, and survives the snapshot format", () => {
  const { data } = makeWorld({ prompts: 120, shift: [2, 0], slope: 0, seed: 3 });
  const fitted = fitSetting(data, CORRECTION_SETTINGS[0]!);
  const stored = parseCorrection(serialiseCorrection(fitted));
  assert.ok(stored !== undefined);
  const policy = createLearnedPolicy("v1", stored);
  const ability = {
    theta: new Float32Array(4),
    thetaSd: new Float32Array(4),
    localRow: -1,
    origin: "prior",
    evidenceCount: 0,
  } as const;
  const encoding = { ...data.encodings[0]!, familiarity: 1, field: "chat", difficulty: 0.5, language: "en" };
  const estimates = [
    { success: 0.5, spread: 0.2 },
    { success: 0.5, spread: 0.2 },
    { success: 0.5, spread: 0.2 },
  ];
  const labels = ["model-0", "model-1", "stranger"];
  const modelIds = [undefined, undefined, undefined];
  const adjusted = policy.adjust({
    encoding,
    labels,
    modelIds,
    abilities: [ability, ability, ability],
    estimates,
  });
  assert.ok(adjusted[0]!.success > 0.75 && adjusted[0]!.isOwn);
  assert.ok(adjusted[0]!.success > adjusted[1]!.success);
  assert.ok(adjusted[0]!.spread < 0.1);
  assert.equal(adjusted[2]!.spread, 0.2);
  assert.equal(adjusted[2]!.isOwn, false);
});

test("a snapshot of another release is passed over, and a broken one is distinguished from it", () => {
  assert.equal(parseCorrection(JSON.stringify({ format: "signalbox-correction-0", fitted: {} })), undefined);
  assert.throws(() => parseCorrection("{"), { code: "invalid_artefact" });
});
