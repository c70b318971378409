// The quick way by which decisions apply a correction, against the fitted model in double precision.
import assert from "node:assert/strict";
import { test } from "node:test";

import type { Kindred } from "../input/decision-input.ts";
import { makeFeatures } from "./made-world.suite.ts";
import { coordinatesOf, withPriorLogit } from "./correction-basis.ts";
import { correctProbability } from "./correction-model.ts";
import { createLearnedPolicy } from "./learned-policy.ts";
import type { CorrectionSetting, FittedCorrection } from "./select-correction.ts";
import { CORRECTION_SETTINGS, fitSetting } from "./select-correction.ts";
import { packedSize } from "../numerics/cholesky.ts";
import { drawNormal, mulberry32 } from "../numerics/random.ts";

const OWN_EVIDENCE_MIN = 10;
const ARMS = ["a", "b", "c", "d"];

function drawEncoding(random: () => number, size: number): Kindred {
  return {
    features: makeFeatures(
      Array.from({ length: size }, (_, index) => 0.5 + drawNormal(random) / (1 + index / 4)),
      Array.from({ length: 27 }, () => 2 + drawNormal(random)),
    ),
    field: "chat",
    difficulty: 0.5,
  };
}

function fitRandom(setting: CorrectionSetting, options: { seed: number; size: number }): FittedCorrection {
  const random = mulberry32(options.seed);
  const encodings = Array.from({ length: 300 }, () => drawEncoding(random, options.size));
  const outcomes = encodings.map((_, prompt) => ({
    prompt,
    arm: prompt % ARMS.length,
    prior: 0.05 + 0.9 * random(),
    outcome: random() < 0.5 ? 1 : 0,
    weight: 1,
  }));
  return fitSetting({ arms: ARMS, encodings, outcomes }, setting);
}

/** phi^T C phi of one arm, in double precision. */
function varianceOf({ model }: FittedCorrection, arm: number, phi: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < phi.length; i += 1)
    for (let j = 0; j < phi.length; j += 1)
      sum +=
        phi[i]! *
        phi[j]! *
        model.covariances[arm * packedSize(model.basisSize) + packedSize(Math.max(i, j)) + Math.min(i, j)]!;
  return sum;
}

interface Expected {
  readonly success: number;
  readonly spread: number;
}

function expectOf(fitted: FittedCorrection, encoding: Kindred, label: string): Expected {
  const [prior, shippedSpread] = [0.62, 0.17];
  const phi = withPriorLogit(coordinatesOf(fitted.basis, encoding), prior);
  const arm = fitted.model.arms.indexOf(label);
  const success = correctProbability(fitted.model, arm, phi, prior);
  const evidence = arm < 0 ? 0 : fitted.model.evidence[arm]!;
  const share = evidence / (evidence + OWN_EVIDENCE_MIN);
  const own = arm < 0 ? 0 : varianceOf(fitted, arm, phi) * (success * (1 - success)) ** 2;
  const moved = Math.min(1, (success * (1 - success)) / (prior * (1 - prior)));
  const left = shippedSpread * (1 - share + share * moved);
  return { success, spread: Math.min(0.5, Math.sqrt((1 - share) * left ** 2 + share * own)) };
}

function adjust(
  policy: ReturnType<typeof createLearnedPolicy>,
  encoding: Kindred,
  labels: readonly string[],
) {
  return policy.adjust({
    encoding,
    labels,
    modelIds: labels.map(() => undefined),
    estimates: labels.map(() => ({ success: 0.62, spread: 0.17 })),
  });
}

test("decisions get what the fitted model says, no matter what was decided before", () => {
  const worlds = CORRECTION_SETTINGS.flatMap((setting, seed) =>
    [9, 40].map((size) => {
      const fitted = fitRandom(setting, { seed, size });
      return { fitted, size, policy: createLearnedPolicy(setting.name, fitted) };
    }),
  );
  const random = mulberry32(99);
  const lists = [["a", "stranger", "d"], ["d", "c", "b", "a"], ["b"], [...ARMS, ...ARMS, "stranger"]];
  for (let round = 0; round < 400; round += 1) {
    const { fitted, size, policy } = worlds[Math.floor(random() * worlds.length)]!;
    const labels = lists[Math.floor(random() * lists.length)]!;
    const encoding = drawEncoding(random, size);
    adjust(policy, encoding, labels).forEach(({ success, spread }, index) => {
      const expected = expectOf(fitted, encoding, labels[index]!);
      assert.ok(Math.abs(success - expected.success) < 1e-6, `${success} ${expected.success}`);
      assert.ok(Math.abs(spread - expected.spread) < 1e-6, `${spread} ${expected.spread}`);
    });
  }
});

test("more candidates than any decision had before are given room", () => {
  const fitted = fitRandom(CORRECTION_SETTINGS[4]!, { seed: 3, size: 40 });
  const policy = createLearnedPolicy("wide", fitted);
  const encoding = drawEncoding(mulberry32(1), 40);
  const many = Array.from({ length: 1500 }, (_, index) => ARMS[index % ARMS.length]!);
  const expected = expectOf(fitted, encoding, "d");
  assert.ok(Math.abs(adjust(policy, encoding, many).at(-1)!.success - expected.success) < 1e-6);
});
