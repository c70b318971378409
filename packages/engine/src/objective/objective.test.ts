// What a candidate is worth under an objective, and how far below the best a choice may lie.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { ObjectiveRecord } from "./objective-record.ts";
import { bandOf, ownBandOf, scoreOf, utilityOf } from "./objective.ts";

const objective = (more: Partial<ObjectiveRecord> = {}): ObjectiveRecord => ({
  kind: "cost",
  tolerance: 0.08,
  indifference: 0.01,
  usdWeight: 0,
  secondsWeight: 0,
  riskWeight: 0.5,
  maxModelDepth: null,
  costQualityTradeoff: null,
  ...more,
});

test("a score is success less doubt, and what a preference adds", () => {
  assert.equal(scoreOf(objective(), { success: 0.75, spread: 0.25, bonus: 0 }), 0.625);
  assert.equal(scoreOf(objective({ riskWeight: 0 }), { success: 0.75, spread: 0.25, bonus: 0.125 }), 0.875);
});

test("a utility takes off dollars and seconds at their stated weights, and is the score without any", () => {
  const weighed = objective({ kind: "weights", usdWeight: 10, secondsWeight: 0.25 });
  assert.equal(utilityOf(weighed, { score: 1, usd: 0.025, seconds: 2 }), 0.25);
  const amount = fc.double({ min: 0, max: 1e6, noNaN: true });
  fc.assert(
    fc.property(fc.double({ min: -1, max: 1, noNaN: true }), amount, amount, (score, usd, seconds) => {
      assert.equal(utilityOf(objective(), { score, usd, seconds }), score);
      assert.ok(utilityOf(weighed, { score, usd, seconds }) <= score);
    }),
  );
});

test("quality gives up its indifference, thresholds their tolerance where the work is easy, dial 10 everything", () => {
  assert.equal(bandOf(objective({ kind: "quality" })), 0.01);
  assert.equal(bandOf(objective()), 0.08);
  assert.equal(bandOf(objective({ toleranceShare: 0.25 })), 0.02);
  assert.equal(bandOf(objective({ kind: "dial", tolerance: 1, costQualityTradeoff: 10 })), Infinity);
});

test("between candidates that the account's outcomes speak for nothing is held back", () => {
  assert.equal(ownBandOf(objective({ toleranceShare: 0.25 })), 0.08);
});
