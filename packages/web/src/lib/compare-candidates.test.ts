import assert from "node:assert/strict";
import { test } from "node:test";

import fc from "fast-check";

import { chipsOf, standingWords } from "./compare-candidates.ts";
import type { Priced } from "./compare-candidates.ts";

const pick: Priced = { label: "pick", success: 0.8, usd: 0.001 };
const other = (success: number, usd: number | null, label = "other"): Priced => ({ label, success, usd });
const beside = (success: number, usd: number | null): string | undefined => {
  const one = other(success, usd);
  return standingWords(one, [pick, one]);
};

test("a loser is reported in points and in times the price, never as a fraction of it", () => {
  assert.deepEqual(chipsOf(other(0.779, 0.014), pick), ["2.1 points below", "14× the price"]);
  assert.deepEqual(chipsOf(other(0.81, 0.000_074), pick), ["1 point above", "14× cheaper"]);
  assert.deepEqual(chipsOf(other(0.8001, 0.001_02), pick), ["as good", "same price"]);
});

test("nothing is said of prices that nobody knows, and nothing is divided by a price of zero", () => {
  assert.deepEqual(chipsOf(other(0.7, null), pick), ["10 points below", "price unknown"]);
  assert.deepEqual(chipsOf(other(0.7, 0.01), other(0.8, 0)), ["10 points below"]);
  assert.deepEqual(chipsOf(other(0.7, 0.01), other(0.8, null)), ["10 points below"]);
  assert.equal(beside(0.9, null), undefined);
});

test("who is beaten at every price has it said by whom", () => {
  assert.equal(beside(0.7, 0.01), "never best: pick is better and cheaper");
  assert.equal(beside(0.7, 0.001), "never best: pick is better at the same price");
  assert.equal(beside(0.8, 0.01), "never best: pick is as good and cheaper");
  assert.equal(beside(0.9, 0.0001), "best at any price");
  assert.equal(beside(0.82, 0.0022), "best if a point is worth over $0.00060");
  const below = other(0.81, 0.01, "below the line");
  assert.equal(
    standingWords(below, [pick, below, other(0.95, 0.011, "top")]),
    "never best: top or pick is worth more",
  );
});

const priced = fc
  .array(
    fc.record({
      success: fc.integer({ min: 10, max: 990 }).map((thousandths) => thousandths / 1000),
      usd: fc.oneof(
        fc.constant(null),
        fc.integer({ min: 1, max: 1_000_000 }).map((micros) => micros / 1e6),
      ),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map((all): Priced[] => all.map((one, index) => ({ ...one, label: `m${index}` })));

const dollarsIn = (words: string): number[] =>
  [...words.matchAll(/\$([\d.,]+)/g)].map(([, text = ""]) => Number(text.replaceAll(",", "")));

/** Dollars of a point at which the words claim a victory, all of them clear of the rounding of what is written. */
function claimedBy(words: string): readonly number[] {
  const [first = 0, second = 0] = dollarsIn(words);
  if (words === "best at any price") return [1e-9, 1, 1e6];
  if (words.includes(" over ")) return [first * 1.06, first * 100];
  if (words.includes(" under ")) return [first * 0.94, first / 100];
  return words.includes(" to ") ? [(first + second) / 2] : [];
}

const WORTHS = Array.from({ length: 121 }, (_, step) => 10 ** (step / 10 - 8));
const valueAt = ({ success, usd }: Priced, worth: number): number =>
  success * 100 * worth - (usd ?? Infinity);

test("what a chip claims holds when every candidate is weighed again, and who never wins wins nowhere", () => {
  fc.assert(
    fc.property(priced, (all) => {
      for (const one of all) {
        const words = standingWords(one, all);
        if (words === undefined) continue;
        const bestAt = (worth: number): number => Math.max(...all.map((each) => valueAt(each, worth)));
        for (const worth of claimedBy(words))
          assert.ok(valueAt(one, worth) >= bestAt(worth) - 1e-9 * Math.max(1, worth), `${words} at ${worth}`);
        if (words.startsWith("never"))
          for (const worth of WORTHS) {
            const lead =
              valueAt(one, worth) -
              Math.max(...all.filter((each) => each !== one).map((each) => valueAt(each, worth)));
            assert.ok(lead <= 1e-9 * Math.max(1, worth), `${words} at ${worth}: ${lead}`);
          }
      }
    }),
    { numRuns: 500 },
  );
});

test("somebody is best at every worth of a point: the claims leave no gap", () => {
  fc.assert(
    fc.property(priced, (all) => {
      const words = all.flatMap((one) => standingWords(one, all) ?? []);
      if (words.length > 0)
        assert.ok(
          words.some((each) => each.startsWith("best")),
          words.join("; "),
        );
    }),
  );
});
