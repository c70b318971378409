import assert from "node:assert/strict";
import { test } from "node:test";

import fc from "fast-check";

import { chipsOf, flipPoint, flipWords } from "./compare-candidates.ts";

const pick = { success: 0.8, usd: 0.001 };

test("a loser is reported in points and in times the price, never as a fraction of it", () => {
  assert.deepEqual(chipsOf({ success: 0.779, usd: 0.014 }, pick), ["2.1 points below", "14× the price"]);
  assert.deepEqual(chipsOf({ success: 0.81, usd: 0.000_074 }, pick), ["1 point above", "14× cheaper"]);
  assert.deepEqual(chipsOf({ success: 0.8001, usd: 0.001_02 }, pick), ["as good", "same price"]);
});

test("nothing is said of prices that nobody knows, and nothing is divided by a price of zero", () => {
  assert.deepEqual(chipsOf({ success: 0.7, usd: null }, pick), ["10 points below", "price unknown"]);
  assert.deepEqual(chipsOf({ success: 0.7, usd: 0.01 }, { success: 0.8, usd: 0 }), ["10 points below"]);
  assert.deepEqual(chipsOf({ success: 0.7, usd: 0.01 }, { success: 0.8, usd: null }), ["10 points below"]);
  assert.equal(flipWords({ success: 0.9, usd: null }, pick), undefined);
});

test("at the flip point both are worth the same, and just past it the candidate wins", () => {
  const candidates = fc.record({
    success: fc.double({ min: 0.01, max: 0.99, noNaN: true }),
    usd: fc.double({ min: 1e-6, max: 1, noNaN: true }),
  });
  fc.assert(
    fc.property(candidates, candidates, (one, other) => {
      const flip = flipPoint(one, other);
      if (flip === undefined) return;
      assert.ok(flip.usd > 0);
      const worth = (candidate: typeof one, usdPerPoint: number): number =>
        candidate.success * 100 * usdPerPoint - candidate.usd;
      const beyond = flip.side === "over" ? flip.usd * 1.01 : flip.usd * 0.99;
      const gain = worth(one, beyond) - worth(other, beyond);
      assert.ok(gain > -1e-9, String(gain));
    }),
  );
});

test("who is better and cheaper, or worse and more expensive, has no flip point", () => {
  assert.equal(flipWords({ success: 0.7, usd: 0.01 }, pick), undefined);
  assert.equal(flipWords({ success: 0.9, usd: 0.0001 }, pick), undefined);
  assert.equal(flipWords({ success: 0.82, usd: 0.0022 }, pick), "wins if a point is worth over $0.00060");
});
