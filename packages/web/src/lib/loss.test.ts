// The bar of a candidate is its loss: its parts add up to the total by which it was ranked, and words repeat its figures.
import assert from "node:assert/strict";
import { test } from "node:test";

import fc from "fast-check";

import { apartWords, barOf, longestOf, TERMS, type Loss } from "./loss.ts";

const term = fc.double({ min: -40, max: 100, noNaN: true });
const lossOf = (terms: readonly number[]): Loss => ({
  ...(Object.fromEntries(TERMS.map((one, index) => [one.term, terms[index] ?? 0])) as Omit<Loss, "total">),
  total: terms.reduce((sum, points) => sum + points, 0),
});
const losses = fc.array(term, { minLength: TERMS.length, maxLength: TERMS.length }).map(lossOf);

test("a bar less its credits is as long as the total, and no bar is longer than the longest", () => {
  fc.assert(
    fc.property(fc.array(losses, { minLength: 1, maxLength: 8 }), (all) => {
      const longest = longestOf(all);
      for (const loss of all) {
        const bar = barOf(loss);
        const lost = bar.losses.reduce((sum, { points }) => sum + points, 0);
        const credited = bar.credits.reduce((sum, { points }) => sum - points, 0);
        assert.ok(Math.abs(lost - credited - bar.total) < 1e-9);
        assert.ok(lost <= longest + 1e-9);
      }
    }),
  );
});

test("a candidate says how far it is behind the pick and by which terms, the largest first", () => {
  const pick = lossOf([15, 3, 0, 1, 0, 0, 0]);
  assert.deepEqual(apartWords(lossOf([25.9, 1.2, 0, 1, 0, 0, 0]), pick), [
    "9.1 points behind",
    "10.9 points worse on success",
    "1.8 points better on dollars",
  ]);
  assert.deepEqual(apartWords(pick, pick), ["within .1 points"]);
});

test("the terms that are named add up to the distance that is said, but for what rounds to nothing", () => {
  fc.assert(
    fc.property(losses, losses, (one, pick) => {
      const [said = "", ...terms] = apartWords(one, pick);
      if (said.startsWith("within")) return;
      const sum = terms.reduce((total, words) => {
        const [, points = "", way] = /^([\d.]+) points? (worse|better) on/.exec(words) ?? [];
        return total + Number(points) * (way === "worse" ? 1 : -1);
      }, 0);
      assert.ok(Math.abs(sum - Number.parseFloat(said)) < 0.75, `${said}: ${terms.join(", ")}`);
    }),
  );
});
