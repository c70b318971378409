// Leaving the best candidate takes evidence.
import assert from "node:assert/strict";
import { test } from "node:test";

import type { Estimated } from "../estimate/estimated.ts";
import type { ObjectiveRecord } from "../objective/objective-record.ts";
import { rankBy } from "./rank.ts";

const COST: ObjectiveRecord = {
  kind: "cost",
  tolerance: 0.05,
  indifference: 0,
  caution: 0.5,
  usdWeight: 0,
  secondsWeight: 0,
  riskWeight: 0,
  maxModelDepth: null,
  costQualityTradeoff: null,
};

/** Only what an order looks at. */
function estimated(label: string, score: number, spread: number, orderUsd: number): Estimated {
  const candidate = { ability: {} };
  return { label, candidate, score, spread, orderUsd, isPriceKnown: true } as unknown as Estimated;
}

const top = estimated("top", 0.9, 0.02, 10);
const first = (objective: ObjectiveRecord, ...candidates: Estimated[]): string =>
  rankBy(objective, candidates)[0]?.label ?? "";

test("under cost, what is known to be nearly as good wins by its price", () => {
  assert.equal(first(COST, top, estimated("known", 0.87, 0.02, 1)), "known");
});

test("a stranger of the same estimate does not win by being unknown", () => {
  const stranger = estimated("stranger", 0.87, 0.15, 0.1);
  assert.equal(first(COST, top, stranger), "top");
  assert.equal(first({ ...COST, caution: 0 }, top, stranger), "stranger");
});

test("the same model at two hosts is compared by price alone, however doubtful it is", () => {
  const ability = {};
  const at = (label: string, score: number, orderUsd: number): Estimated =>
    ({ ...estimated(label, score, 0.3, orderUsd), candidate: { ability } }) as unknown as Estimated;
  assert.equal(first(COST, at("here", 0.6, 2), at("there", 0.59, 1)), "there");
});

test("at dial 10 the cheapest wins whatever the doubt", () => {
  const dial: ObjectiveRecord = { ...COST, kind: "dial", tolerance: 1, costQualityTradeoff: 10 };
  assert.equal(first(dial, top, estimated("unknown", 0.1, 0.5, 0.01)), "unknown");
});

test("what may be given up is spent where a frontier model is not needed, unless own outcomes tell", () => {
  const hard: ObjectiveRecord = { ...COST, toleranceShare: 0.2 };
  const near = estimated("near", 0.87, 0.02, 1);
  assert.equal(first(hard, top, near), "top");
  assert.equal(first({ ...hard, toleranceShare: 0.9 }, top, near), "near");
  const own = (each: Estimated): Estimated => ({ ...each, abilityOrigin: "own" });
  assert.equal(first(hard, own(top), own(near)), "near");
  assert.equal(first(hard, own(top), near), "top", "one of the two alone is no comparison of outcomes");
});
