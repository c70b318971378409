import assert from "node:assert/strict";
import { test } from "node:test";

import { correctProbability } from "./correction-model.ts";
import { createLearnedPolicy } from "./learned-policy.ts";
import { makeWorld } from "./made-world.suite.ts";
import { CORRECTION_SETTINGS, fitSetting } from "./select-correction.ts";
import { logitOf, sigmoid } from "../numerics/logistic.ts";

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

test("a correction moves an arm towards its outcomes and narrows its spread", () => {
  const { data } = makeWorld({ prompts: 120, shift: [2, 0], slope: 0, seed: 3 });
  const fitted = fitSetting(data, CORRECTION_SETTINGS[0]!);
  const policy = createLearnedPolicy("v1", fitted);
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
    estimates,
  });
  assert.ok(adjusted[0]!.success > 0.75 && adjusted[0]!.isOwn);
  assert.ok(adjusted[0]!.success > adjusted[1]!.success);
  assert.ok(adjusted[0]!.spread < 0.1);
  assert.equal(adjusted[2]!.spread, 0.2);
  assert.equal(adjusted[2]!.isOwn, false);
});
