import assert from "node:assert/strict";
import { test } from "node:test";

import fc from "fast-check";
import type { PreferencePolicy } from "@signalbox/contracts";

import { candidate, createTinyEngine, facts, input, say } from "../../test/inputs.ts";
import { createRuleBudget } from "../preference/rule-budget.ts";
import { FILTER_TABLE } from "./filter-table.ts";
import type { Needs } from "./filter.ts";

/** Everything that a limit could turn away: nothing it can do, expensive, slow, deprecated, weak. */
const { estimated } = createTinyEngine().lookAhead(
  input({
    messages: [say("hello")],
    candidates: [
      candidate("poor", 0.1, 100, {
        latencyS: 900,
        facts: facts({
          id: "poor",
          isDeprecated: true,
          shutdown: { host: "poor", on: "2026-01-01", state: "past", source: "its page" },
          supportsTools: false,
          supportsStructuredOutput: false,
        }),
        attributes: { quality: 0.1, modalities: ["text"] },
      }),
    ],
  }),
);

const policies: fc.Arbitrary<PreferencePolicy | undefined> = fc.option(
  fc.record(
    {
      deny: fc.constant([{ model: "*" }]),
      reject_deprecated: fc.boolean(),
      price_ceiling_usd: fc.constant(1e-9),
      latency_ceiling_s: fc.constant(1e-3),
      minimum_success: fc.constant(0.99),
    },
    { requiredKeys: [] },
  ),
  { nil: undefined },
);
const needs: fc.Arbitrary<Omit<Needs, "budget">> = fc.record({
  modalities: fc.subarray(["image", "audio"] as const),
  needsTools: fc.boolean(),
  outputFormat: fc.constantFrom(undefined, "json_object" as const, "json_schema" as const),
  policy: policies,
  allowsShutDown: fc.boolean(),
});

test("a limit that is not asked for turns nobody away, and one that is can", () => {
  const turnedAway = new Set<string>();
  fc.assert(
    fc.property(needs, (drawn) => {
      const asked = { ...drawn, budget: createRuleBudget() };
      for (const { code, isAsked, check } of Object.values(FILTER_TABLE))
        for (const each of estimated) {
          const misfit = check?.(each, asked);
          if (misfit !== undefined) turnedAway.add(code);
          assert.ok(misfit === undefined || isAsked === undefined || isAsked(asked), code);
        }
    }),
    { numRuns: 500 },
  );
  const ofNeeds = Object.values(FILTER_TABLE).filter(({ isAsked }) => isAsked !== undefined);
  assert.deepEqual(
    ofNeeds.map(({ code }) => code).filter((code) => !turnedAway.has(code)),
    [],
  );
});

test("a limit on the input is held with two percent to spare", () => {
  const sized = (maxInputTokens: number) =>
    createTinyEngine().lookAhead(
      input({
        messages: [say("word ".repeat(5_000))],
        candidates: [candidate("m", 0.5, 1, { facts: facts({ id: "m", maxInputTokens }) })],
      }),
    ).estimated[0]!;
  const none: Needs = {
    modalities: [],
    needsTools: false,
    outputFormat: undefined,
    policy: undefined,
    allowsShutDown: false,
    budget: createRuleBudget(),
  };
  const { inputTokens } = sized(1_000_000).usage;
  const check = (limit: number) => FILTER_TABLE.context_window.check?.(sized(limit), none);
  assert.ok(check(Math.floor(inputTokens * 1.019)) !== undefined);
  assert.equal(check(Math.ceil(inputTokens * 1.021)), undefined);
  const need = Math.ceil(inputTokens * 1.02);
  assert.equal(check(need), undefined, "input that just fits is taken");
  assert.deepEqual(check(need - 1), { need, limit: need - 1, isInputAlone: true });
  const { words } = FILTER_TABLE.context_window;
  assert.match(words({ need: 900, limit: 800, isInputAlone: true }), /tokens of input; it takes/);
  assert.match(words({ need: 900, limit: 800 }), /input and answer; its context window holds/);
});

test("a loss beyond its bound is said in points", () => {
  const words = FILTER_TABLE.loss_bound.words({ need: 3.5, limit: 2 });
  assert.match(words, /^It may lie 3\.5 points below .*; at most 2\.0 points may be lost\.$/);
});

test("a limit on the output holds for what is hidden as well as for what is seen", () => {
  const sized = (maxOutputTokens: number) =>
    createTinyEngine().lookAhead(
      input({
        messages: [say("Prove the lemma.")],
        candidates: [candidate("m", 0.5, 1, { facts: facts({ id: "m", maxOutputTokens }) })],
      }),
    ).estimated[0]!;
  const one = sized(1_000_000);
  const output = { ...one.usage.output, visibleMean: 100, hiddenMean: 900 };
  const asked = { budget: createRuleBudget() } as Needs;
  const check = (maxOutputTokens: number) => {
    const thinking = {
      ...one,
      usage: { ...one.usage, output },
      candidate: { ...one.candidate, maxOutputTokens },
    };
    return FILTER_TABLE.output_limit.check?.(thinking, asked);
  };
  assert.deepEqual(check(999), { need: 1_000, limit: 999 });
  assert.equal(check(1_000), undefined);
});
