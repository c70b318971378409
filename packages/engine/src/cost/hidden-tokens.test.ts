import assert from "node:assert/strict";
import { test } from "node:test";
import { MODES } from "@signalbox/contracts";
import fc from "fast-check";

import type { CandidateMode } from "../candidates/candidate-mode.ts";
import type { TaskReading } from "../reader/task/task-reading.ts";
import { expectedOutput } from "./expected-output.ts";
import { hiddenTokensOf, thoughtPlaces } from "./hidden-tokens.ts";
import { visibleTokensOf } from "./visible-tokens.ts";

const READ: TaskReading = {
  operation: "answer",
  operationChance: 1,
  field: "everyday",
  fieldChance: 1,
  tiers: [1, 0, 0, 0, 0],
  tokens: { low: 100, median: 200, high: 400 },
};
const VISIBLE = { visibleMean: 100, hiddenMean: 0, low: 40, high: 250 };
const measured = (tokens: number, growth: number): CandidateMode => ({
  mode: "medium",
  source: "default",
  facts: { mode: "medium", hidden: { tokens, growth, ground: "measured" } },
});
const GREETING: TaskReading = { ...READ, operation: "converse" };
const SCIENCE: TaskReading = { ...READ, tiers: [0, 0, 0, 1, 0] };
const meanAt = (mode: CandidateMode, task: TaskReading): number =>
  hiddenTokensOf(mode, thoughtPlaces({ task }))?.mean ?? 0;

test("a model that is known not to think in a mode has no hidden tokens there, whatever it is asked", () => {
  const plain: CandidateMode = { mode: "none", source: "default", facts: { mode: "none" } };
  assert.equal(hiddenTokensOf(plain, thoughtPlaces({ task: SCIENCE })), undefined);
  assert.deepEqual(expectedOutput(VISIBLE, plain, []), VISIBLE);
});

test("a greeting takes a small part of what science takes, most of all where thought grows steeply", () => {
  assert.ok(meanAt(measured(1_300, 0.7), GREETING) < 100);
  assert.ok(meanAt(measured(4_500, 0.9), GREETING) < 200);
  assert.ok(meanAt(measured(14_000, 1.2), GREETING) < 400);
  assert.ok(meanAt(measured(4_500, 0.9), SCIENCE) > 2_000);
});

test("what a request may turn out to be widens the interval, and a greeting is read from its tier", () => {
  const proof: TaskReading = { ...READ, operation: "solve", tiers: [0, 0, 0, 0, 1] };
  const at = (task: TaskReading) => hiddenTokensOf(measured(4_500, 0.9), thoughtPlaces({ task }));
  const [easy, hard] = [at(GREETING), at(proof)];
  assert.ok(easy !== undefined && hard !== undefined && hard.mean > 30 * easy.mean);
  const doubtful = at({ ...proof, tiers: [0.5, 0, 0, 0, 0.5] });
  assert.ok(doubtful !== undefined && doubtful.high / doubtful.low > 2 * (hard.high / hard.low));
});

test("an unknown model that is asked to think is billed for what that effort usually takes", () => {
  const asked = (mode: CandidateMode["mode"]): number => meanAt({ mode, source: "request" }, SCIENCE);
  assert.ok(asked("low") > 100 && asked("medium") > asked("low") && asked("xhigh") > asked("high"));
  assert.equal(asked("none"), 0);
});

test("a thinking budget bounds what is billed", () => {
  const bounded = hiddenTokensOf({ ...measured(50_000, 1), budgetTokens: 2_000 }, [{ share: 1, place: 1 }]);
  assert.deepEqual(bounded && [bounded.mean, bounded.high], [2_000, 2_000]);
});

test("where only some of what a request may be would reach the budget, less than the budget is expected", () => {
  const mode = { ...measured(4_500, 0.9), budgetTokens: 2_000 };
  const { mean = 0 } =
    hiddenTokensOf(mode, [
      { share: 0.5, place: -2 },
      { share: 0.5, place: 1 },
    ]) ?? {};
  assert.ok(mean > 1_000 && mean < 1_700, `${mean}`);
});

test("intervals hold their mean and never turn over", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...MODES),
      fc.double({ min: 1, max: 1e5, noNaN: true }),
      fc.double({ min: 0.3, max: 1.6, noNaN: true }),
      fc.constantFrom(GREETING, READ, SCIENCE),
      (mode, tokens, growth, task) => {
        const facts = { mode, hidden: { tokens, growth, ground: "family" } } as const;
        const places = thoughtPlaces({ task });
        const output = expectedOutput(VISIBLE, { mode, source: "name", facts }, places);
        assert.ok(output.low >= VISIBLE.low && output.low <= output.high);
        assert.ok(output.hiddenMean > 0 && output.hiddenMean <= 64_000);
      },
    ),
  );
});

test("the length of an answer is the one that the words demand, else the one that the task asks for", () => {
  const asked = visibleTokensOf({ task: READ, demanded: undefined });
  assert.deepEqual([asked.low, asked.high], [100, 400]);
  assert.ok(asked.visibleMean > 200 && asked.visibleMean < 260);
  const demanded = visibleTokensOf({ task: READ, demanded: { mean: 5, low: 2, high: 9 } });
  assert.deepEqual(demanded, { visibleMean: 5, hiddenMean: 0, low: 2, high: 9 });
});
