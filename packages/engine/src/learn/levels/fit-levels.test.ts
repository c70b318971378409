import assert from "node:assert/strict";
import { test } from "node:test";

import { logitOf, sigmoid } from "../../numerics/logistic.ts";
import { drawNormal, mulberry32 } from "../../numerics/random.ts";
import { fitLevels, levelAt, type GradedOutcome } from "./fit-levels.ts";

/** Prompts whose chance is off from the shipped one by a level a model, and by a slope within a model. */
function draw(prompts: number, shifts: readonly number[], slope: number): GradedOutcome[] {
  const random = mulberry32(4);
  return Array.from({ length: prompts }, (_, prompt) => prompt).flatMap((prompt) =>
    shifts.map((shift, arm) => {
      const departure = drawNormal(random);
      const outcome = Number(random() < sigmoid(shift + slope * departure));
      return { prompt, arm, prior: sigmoid(departure), outcome, weight: 1 };
    }),
  );
}

test("levels and the worth of the shipped estimate are found where rows tell, and stay usual where they do not", () => {
  const many = fitLevels(2, draw(2_000, [1, -1], 0));
  assert.ok(Math.abs(levelAt(many, 0, 0.5) - sigmoid(1)) < 0.05);
  assert.ok(Math.abs(levelAt(many, 1, 0.5) - sigmoid(-1)) < 0.05);
  assert.ok(
    Math.abs(levelAt(many, 0, 0.9) - levelAt(many, 0, 0.1)) < 0.15,
    "the shipped estimate tells nothing here",
  );
  const few = fitLevels(2, draw(4, [0, 0], 0));
  const lead = logitOf(levelAt(few, 0, 0.9)) - logitOf(levelAt(few, 0, 0.5));
  assert.ok(lead > 0 && lead < 1.5, `${lead}`);
});

test("no outcome, constant scores and ten thousand models leave finite chances", () => {
  assert.ok(levelAt(fitLevels(3, []), 1, 0.7) > 0.5);
  for (const outcome of [0, 0.5, 1]) {
    const rows = draw(30, [0, 0], 1).map((row) => Object.assign(row, { outcome }));
    const chance = levelAt(fitLevels(2, rows), 0, 0.7);
    assert.ok(chance > 0 && chance < 1, `${outcome}: ${chance}`);
  }
  const rows = draw(10, [0], 0);
  const fitted = fitLevels(10_000, rows);
  assert.ok(Number.isFinite(levelAt(fitted, 9_999, 0.7)) && Number.isFinite(levelAt(fitted, -1, 0.7)));
});
