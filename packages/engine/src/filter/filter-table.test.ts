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
