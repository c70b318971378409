// The worth of a candidate under an objective, and how far below the best a choice may lie.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { PreferencePolicy } from "@signalbox/contracts";
import fc from "fast-check";
import type { ObjectiveRecord } from "./objective.ts";
import { candidate, input } from "../../test/inputs.ts";
import { DEFAULT_POLICY } from "../input/default-policy.ts";
import type { PlainInputParts } from "../input/decision-input.ts";
import { resolveObjective, scoreOf, utilityOf } from "./objective.ts";

type ObjectiveWish = NonNullable<PreferencePolicy["objective"]>;

const objective = (more: Partial<ObjectiveRecord> = {}): ObjectiveRecord => ({
  kind: "cost",
  usdWorth: 0.05,
  secondsWorth: 0,
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

test("every objective is values of one rule, and what is stated beats the defaults", () => {
  const resolved = (asked: Partial<PlainInputParts>, difficulty = 0) => {
    const objectiveOf = resolveObjective(
      input({ candidates: [candidate("a", 0.5, 1)], ...asked }),
      DEFAULT_POLICY,
      difficulty,
    );
    const { usdWorth, secondsWorth, usdWeight, secondsWeight } = objectiveOf;
    return [usdWorth, secondsWorth, usdWeight, secondsWeight].map((value) => Number(value.toFixed(6)));
  };
  const preferred = (stated: ObjectiveWish) =>
    resolved({ preference: { id: "p", version: 1, policy: { objective: stated } } });
  assert.deepEqual(resolved({}), [0.025, 0, 0, 0]);
  assert.deepEqual(resolved({ tradeoff: "cost" }), [0.05, 0, 0, 0]);
  assert.deepEqual(resolved({ tradeoff: "latency" }), [0.025, 0.05, 0, 0]);
  assert.deepEqual(resolved({ costQualityTradeoff: 0 }), [0, 0, 0, 0]);
  assert.deepEqual(resolved({ costQualityTradeoff: 5 }), resolved({ tradeoff: "cost" }));
  assert.deepEqual(resolved({ costQualityTradeoff: 1 }), [0.0004, 0, 0, 0], "the cube of the dial");
  const two = { costQualityTradeoff: 10, hardCostQualityTradeoff: 5 };
  assert.deepEqual(
    [resolved(two, 0.49), resolved(two, 0.5)],
    [resolved({ costQualityTradeoff: 10 }), resolved({ tradeoff: "cost" }, 0.5)],
  );
  assert.deepEqual(resolved({ hardCostQualityTradeoff: 5 }, 0.49), resolved({}, 0.49));
  assert.deepEqual(resolved({}, 1), [0.0125, 0, 0, 0]);
  assert.deepEqual(resolved({ tradeoff: "cost" }, 0.5), [0.04375, 0, 0, 0]);
  assert.deepEqual(resolved({ tradeoff: "latency" }, 1), [0.025, 0.025, 0, 0]);
  assert.deepEqual(resolved({ usdPerPoint: 0.002 }, 1), [0, 0, 5, 0]);
  assert.deepEqual(preferred({ kind: "cost", tolerance: 0.2 }), [0.2, 0, 0, 0]);
  assert.deepEqual(preferred({ kind: "latency", tolerance: 0.2 }), [0.025, 0.2, 0, 0]);
  assert.deepEqual(preferred({ kind: "weights", usd_weight: 3, seconds_weight: 1 }), [0, 0, 3, 1]);
  assert.deepEqual(resolved({ usdPerPoint: 0.002 }), [0, 0, 5, 0]);
});

test("a bound of the loss leaves nothing but the price to weigh, unless an objective stands beside it", () => {
  const resolved = (asked: Partial<PlainInputParts>) => {
    const { kind, isPriceAlone, maxLossPoints } = resolveObjective(
      input({ candidates: [candidate("a", 0.5, 1)], ...asked }),
      DEFAULT_POLICY,
      0.2,
    );
    return [kind, isPriceAlone === true, maxLossPoints];
  };
  const bounded = (policy: PreferencePolicy) => ({ preference: { id: "p", version: 1, policy } });
  assert.deepEqual(resolved({ maxLossPoints: 2 }), ["cost", true, 2]);
  assert.deepEqual(resolved({ maxLossPoints: 2, tradeoff: "latency" }), ["latency", false, 2]);
  assert.deepEqual(resolved(bounded({ max_loss_points: 3 })), ["cost", true, 3]);
  assert.deepEqual(resolved(bounded({ max_loss_points: 3, objective: { kind: "quality" } })), [
    "quality",
    false,
    3,
  ]);
  assert.deepEqual(
    resolved({ maxLossPoints: 1, ...bounded({ max_loss_points: 3, objective: { kind: "quality" } }) }),
    ["cost", true, 1],
  );
  assert.deepEqual(resolved({ costQualityTradeoff: 10 }), ["dial", true, undefined]);
});
