// Shares of several estimates: what outcomes say of them, and what stands where they say nothing.
import assert from "node:assert/strict";
import { test } from "node:test";

import { logitOf, sigmoid } from "../../numerics/logistic.ts";
import { drawNormal, mulberry32 } from "../../numerics/random.ts";
import { correctProbability, type CorrectionModel } from "../correction-model.ts";
import { makeWorld } from "../made-world.suite.ts";
import { CORRECTION_SETTINGS, fitSetting } from "../select-correction.ts";
import { coordinatesOf, withPriorLogit } from "../correction-basis.ts";
import { averageCorrections } from "./average-corrections.ts";
import { stackShares } from "./stack-shares.ts";
import type { StackRows } from "./stack-shares.ts";

/** Three members: one tells the truth, one is noise, one tells the opposite. */
function makeRows(count: number): StackRows {
  const random = mulberry32(11);
  const truth = Float64Array.from({ length: count }, () => 2 * drawNormal(random));
  return {
    logits: [truth, truth.map(() => drawNormal(random)), truth.map((logit) => -logit)],
    outcomes: truth.map((logit) => (random() < sigmoid(logit) ? 1 : 0)),
    prompts: count,
  };
}

test("many outcomes find the member that tells the truth, and give the others nothing", () => {
  const [truth = 0, noise = 0, opposite = 0] = stackShares(makeRows(4000), {
    shares: [0.3, 0.3, 0.3],
    pull: 8,
  });
  assert.ok(Math.abs(truth - 1) < 0.12 && noise < 0.06 && opposite === 0, `${truth} ${noise} ${opposite}`);
});

test("few outcomes leave the usual shares, and none leaves them as they are", () => {
  const usual = { shares: [0.3, 0.3, 0.3], pull: 8 };
  const moved = stackShares(makeRows(3), usual).map((share, k) => Math.abs(share - usual.shares[k]!));
  assert.ok(Math.max(...moved) < 0.25 && Math.max(...moved) > 0, moved.join(" "));
  assert.deepEqual(
    stackShares(
      { logits: [[], [], []].map(() => new Float64Array()), outcomes: new Float64Array(), prompts: 0 },
      usual,
    ),
    usual.shares,
  );
});

test("no small step from the shares found lowers what is minimised", () => {
  const rows = makeRows(200);
  const usual = { shares: [0.2, 0.5, 0.1], pull: 8 };
  const loss = (shares: readonly number[]): number => {
    let sum = 0;
    rows.outcomes.forEach((outcome, at) => {
      const x = shares.reduce((logit, share, k) => logit + share * rows.logits[k]![at]!, 0);
      sum += Math.log(1 + Math.exp(x)) - outcome * x;
    });
    return sum + 8 * shares.reduce((far, share, k) => far + (share - usual.shares[k]!) ** 2, 0);
  };
  const found = stackShares(rows, usual);
  for (const k of found.keys())
    for (const step of [-0.01, 0.01]) {
      const other = found.with(k, Math.max(0, found[k]! + step));
      assert.ok(loss(other) >= loss(found) - 1e-9, `share ${k} by ${step}`);
    }
});

test("the mean of several corrections has the mean of their logits, for every model and prompt", () => {
  const { data } = makeWorld({ prompts: 60, shift: [1, -1, 0.3], slope: 1, seed: 5 });
  const fitted = ["heads, stiff", "local"].map((name) =>
    fitSetting(
      data,
      CORRECTION_SETTINGS.find((setting) => setting.name === name)!,
    ),
  );
  const mean = averageCorrections(fitted, [0.3, 0.1]);
  for (const { prompt, arm, prior } of data.outcomes.slice(0, 30)) {
    const logits = [...fitted, mean].map(({ basis, model }: (typeof fitted)[number]) =>
      logitAt(model, arm, withPriorLogit(coordinatesOf(basis, data.encodings[prompt]!), prior), prior),
    );
    assert.ok(Math.abs(0.75 * logits[0]! + 0.25 * logits[1]! - logits[2]!) < 1e-9, logits.join(" "));
  }
});

function logitAt(model: CorrectionModel, arm: number, phi: Float64Array, prior: number): number {
  return logitOf(correctProbability(model, arm, phi, prior));
}
