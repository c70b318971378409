import assert from "node:assert/strict";
import { test } from "node:test";

import { formatAttribute, parseAttribute, matchWords, policyWords } from "../../lib/policy-words.ts";
import { objectiveWords } from "../../lib/phrases.ts";
import { loadTsx } from "../../../test/support/load-tsx.ts";
import type * as WeightLevers from "./weight-levers.tsx";

const { DIAL_MAX, positionOf, SECONDS_SCALE, USD_SCALE, weightAt } = await loadTsx<typeof WeightLevers>(
  "pages/preferences/weight-levers.tsx",
);

test("every objective is said in words of its own", () => {
  const said = [
    objectiveWords({ kind: "quality" }),
    objectiveWords({ kind: "cost" }),
    objectiveWords({ kind: "latency", tolerance: 0.1 }),
    objectiveWords({ kind: "dial", cost_quality_tradeoff: 7 }),
    objectiveWords({ kind: "weights", usd_weight: 1, seconds_weight: 0 }),
    objectiveWords({ kind: "cost", usd_per_point: 0.05 }),
    policyWords({ max_loss_points: 2 }),
  ];
  assert.deepEqual(said, [
    "quality first, near ties go to the cheaper",
    "saves money",
    "saves time, a wait ten times shorter is worth 10 points on easy work",
    "dial at 7 of 10 towards cost",
    "weighs success, dollars and seconds, a point of success is worth $0.01",
    "saves money, a point of success is worth $0.05",
    "the cheapest; gives up at most 2 points of success",
  ]);
  assert.equal(objectiveWords(undefined), said[0]);
});

test("a match says all that it asks for, and nothing that is empty", () => {
  assert.equal(matchWords({ label: "a/b" }), "a/b");
  assert.equal(
    matchWords({ provider: "openai", model: "gpt-*", attribute: { name: "tier", op: "eq", value: "gold" } }),
    "provider openai, model gpt-*, tier gold",
  );
  assert.equal(matchWords({ label: "", provider: "x" }), "provider x");
});

test("a policy says its limits, its rules and what happens when nothing fits", () => {
  const words = policyWords({
    price_ceiling_usd: 0.02,
    latency_ceiling_s: 5,
    minimum_success: 0.7,
    allow: [{ label: "a" }, { label: "b" }],
    field_rules: [
      { field: "software", prefer: { label: "a" }, bonus: 0.1 },
      { field: "law", prefer: { label: "b" }, bonus: 0.1 },
    ],
    custom_router_id: "r",
    experiment: { preference_id: "p", share: 0.3 },
  });
  assert.deepEqual(words.split("; "), [
    "quality first, near ties go to the cheaper",
    "at most $0.02 a call",
    "at most 5.0 s",
    "at least 70 % success",
    "only a or b",
    "2 rules by field",
    "by a custom router",
    "in an experiment, 30 % by another preference",
  ]);
});

test("empty lists and one rule read as people say them", () => {
  assert.equal(
    policyWords({ allow: [], deny: [], field_rules: [] }),
    "quality first, near ties go to the cheaper",
  );
  assert.match(
    policyWords({ field_rules: [{ field: "software", prefer: { label: "a" }, bonus: 0.1 }] }),
    /; 1 rule by field$/,
  );
});

test("a list of values is read item by item, numbers as numbers", () => {
  assert.deepEqual(parseAttribute("size in 7, 8, large"), { name: "size", op: "in", value: [7, 8, "large"] });
  assert.equal(formatAttribute({ name: "size", op: "in", value: [7, 8, "large"] }), "size in 7, 8, large");
});

test("truth values are truth values, and text that is not complete is kept as typed", () => {
  assert.deepEqual(parseAttribute("open eq true"), { name: "open", op: "eq", value: true });
  assert.deepEqual(parseAttribute("open eq"), { name: "open eq", op: "eq", value: "" });
  assert.equal(formatAttribute(parseAttribute("open eq")), "open eq");
});

test("a lever at zero counts nothing, and beyond its end it stays at its end", () => {
  for (const scale of [USD_SCALE, SECONDS_SCALE]) {
    assert.equal(weightAt(-1, scale), 0);
    assert.equal(weightAt(DIAL_MAX, scale), weightAt(DIAL_MAX + 5, scale));
    assert.ok(Math.abs(weightAt(DIAL_MAX, scale) - scale.high) < 1e-9 * scale.high);
    assert.equal(positionOf(0, scale), 0);
    assert.equal(positionOf(scale.high * 100, scale), DIAL_MAX);
  }
});

test("a higher position always weighs more", () => {
  for (let position = 1; position <= DIAL_MAX; position += 1)
    assert.ok(weightAt(position, USD_SCALE) > weightAt(position - 1, USD_SCALE));
});
