import assert from "node:assert/strict";
import { test } from "node:test";

import fc from "fast-check";

import { candidate, createTinyEngine, input, say } from "../../test/inputs.ts";
import type { PlainInputParts } from "../input/decision-input.ts";

const engine = createTinyEngine();
const near = [candidate("a", 0.8, 1), candidate("b", 0.8, 1.1), candidate("c", 0.798, 2)];
const list = [...near, candidate("expensive", 0.8, 60), candidate("weak", 0.1, 0.01)];

function decide(explorationDraw: number, rate: number, over: Partial<PlainInputParts> = {}) {
  const preference = { id: "p", version: 1, policy: { exploration_rate: rate } };
  return engine.decide(input({ candidates: list, preference, explorationDraw, ...over })).record;
}

test("the share of the account counts where the preference states none, and only there", () => {
  const share = (over: Partial<PlainInputParts>): number => {
    const { ranking } = engine.decide(input({ candidates: list, explorationRate: 0.2, ...over })).record;
    return 1 - (ranking[0]?.propensity ?? 1);
  };
  const silent = { id: "p", version: 1, policy: {} };
  const none = { id: "p", version: 1, policy: { exploration_rate: 0 } };
  assert.ok(share({ explorationDraw: 0 }) > 0.1);
  assert.ok(share({ explorationDraw: 0, preference: silent }) > 0.1);
  assert.equal(share({ explorationDraw: 0, preference: none }), 0);
});

test("propensities are exact: they add up to one and match the share of draws", () => {
  fc.assert(
    fc.property(fc.double({ min: 0.01, max: 0.2, noNaN: true }), (rate) => {
      const draws = 2_000;
      const counts = new Map<string, number>();
      for (let i = 0; i < draws; i += 1) {
        const { label } = decide((i + 0.5) / draws, rate);
        counts.set(label, (counts.get(label) ?? 0) + 1);
      }
      const { ranking } = decide(0, rate);
      assert.ok(Math.abs(ranking.reduce((sum, { propensity }) => sum + propensity, 0) - 1) < 1e-9);
      for (const { label, propensity } of ranking)
        assert.ok(Math.abs((counts.get(label) ?? 0) / draws - propensity) < 2 / draws, label);
    }),
    { numRuns: 10 },
  );
});

test("only near-optimal candidates of like price are tried", () => {
  const { ranking } = decide(0, 0.2);
  const tried = ranking.filter(({ propensity }) => propensity > 0).map(({ label }) => label);
  assert.deepEqual(tried.sort(), ["a", "b", "c"]);
});

test("an explored pick says so and keeps the rest of the order", () => {
  const record = decide(0.9999, 0.2);
  assert.equal(record.label, "c");
  assert.equal(record.explored, true);
  assert.equal(record.ranking[0]?.label, "c");
});

test("nothing is explored unless the preference allows it, nor within a session", () => {
  assert.equal(decide(0.9999, 0).explored, false);
  const session = { sessionId: "s", turn: 1, previousLabel: "a", warmInputTokens: 0, idleS: 1 };
  assert.equal(decide(0.9999, 0.2, { session }).explored, false);
  const call = { ...say("", "assistant"), toolCallCount: 1 };
  assert.equal(decide(0.9999, 0.2, { messages: [say("x"), call] }).explored, false);
});
