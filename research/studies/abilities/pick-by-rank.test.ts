// The score of a ranking that never reads the text.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { drawSets, meanOfBest, meanOfTop } from "./pick-by-rank.ts";
import type { PromptAnswers } from "./pick-by-rank.ts";

const PROMPTS: readonly PromptAnswers[] = [
  { models: [0, 1, 2], scores: [0.25, 1, 0.5] },
  { models: [0, 2], scores: [1, 0] },
  { models: [1], scores: [1] },
];
const ALL = { size: undefined, draws: 4, seed: 1 };

test("a prompt that one model answered leaves nothing to choose", () => {
  assert.deepEqual(drawSets(PROMPTS, ALL), PROMPTS.slice(0, 2));
});

test("the top of a ranking is scored prompt by prompt, among those that answered", () => {
  const sets = drawSets(PROMPTS, ALL);
  const order = new Map([
    [1, 3],
    [2, 2],
    [0, 1],
  ]);
  assert.equal(
    meanOfTop(sets, (model) => order.get(model)),
    (1 + 0) / 2,
  );
  assert.equal(
    meanOfTop(sets, (model) => -(order.get(model) ?? 0)),
    (0.25 + 1) / 2,
  );
  assert.equal(meanOfBest(sets), 1);
});

test("models that tie, and models that a ranking does not know, count by their mean", () => {
  const sets = drawSets(PROMPTS, ALL);
  const even = (1.75 / 3 + 0.5) / 2;
  assert.equal(
    meanOfTop(sets, () => 0),
    even,
  );
  assert.equal(
    meanOfTop(sets, () => undefined),
    even,
  );
  assert.equal(
    meanOfTop(sets, (model) => (model === 2 ? 0 : undefined)),
    (0.5 + 0) / 2,
    "one that is known goes before all that are not",
  );
});

test("without any set the mean is zero and not NaN", () => {
  assert.equal(
    meanOfTop([], () => 1),
    0,
  );
  assert.equal(meanOfBest([]), 0);
});

test("drawn sets are of the size asked for, hold each model once with its own score, and repeat with the seed", () => {
  const answers = fc
    .uniqueArray(fc.nat({ max: 40 }), { minLength: 2, maxLength: 12 })
    .map((models): PromptAnswers => ({ models, scores: models.map((model) => model / 41) }));
  fc.assert(
    fc.property(
      fc.array(answers, { maxLength: 5 }),
      fc.integer({ min: 2, max: 6 }),
      fc.nat(),
      (all, size, seed) => {
        const sets = drawSets(all, { size, draws: 3, seed });
        assert.deepEqual(drawSets(all, { size, draws: 3, seed }), sets);
        const expected = all.reduce((sum, { models }) => sum + (models.length <= size ? 1 : 3), 0);
        assert.equal(sets.length, expected);
        for (const { models, scores } of sets) {
          assert.equal(new Set(models).size, models.length);
          assert.deepEqual(
            scores,
            models.map((model) => model / 41),
          );
        }
        const any = meanOfTop(sets, (model) => model);
        assert.ok(any <= meanOfBest(sets) + 1e-9, "nothing beats the best of every set");
      },
    ),
  );
});

test("every model has the same chance to be in a set", () => {
  const models = [0, 1, 2, 3, 4];
  const sets = drawSets([{ models, scores: models }], { size: 2, draws: 5_000, seed: 3 });
  for (const model of models) {
    const share = sets.filter((set) => set.models.includes(model)).length / sets.length;
    assert.ok(Math.abs(share - 0.4) < 0.03, `model ${model} is in ${share} of the sets`);
  }
});
