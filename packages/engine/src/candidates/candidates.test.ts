import assert from "node:assert/strict";
import { test } from "node:test";

import { candidate, createTinyEngine, facts, input } from "../../test/inputs.ts";
import { agentModeOf, plainModeOf } from "./candidate-mode.ts";
import { pricesOf } from "./candidate-prices.ts";
import { benchmarksOf, numberOf } from "./read-attributes.ts";
import { atServiceTier } from "./service-tier.ts";

const listed = (prices: object) =>
  pricesOf({
    facts: facts({ id: "m", prices: { source: "test", ...prices } }),
    inputUsdPerMTok: undefined,
    outputUsdPerMTok: undefined,
  });

test("a listed price is known where both of its sides are, and only there", () => {
  assert.equal(listed({ inputUsdPerMTok: 1, outputUsdPerMTok: 2 }).source, "catalogue");
  assert.equal(listed({ inputUsdPerMTok: 1 }).source, "unknown");
  assert.equal(listed({ outputUsdPerMTok: 2 }).source, "unknown");
});

test("a caller's price joins the listed other side, and the cache keeps the listed ratios", () => {
  const prices = {
    inputUsdPerMTok: 2,
    cachedInputUsdPerMTok: 0.5,
    cacheWriteUsdPerMTok: 3,
    outputUsdPerMTok: 8,
  };
  const asked = (input: number | undefined, output: number | undefined, listedPrices: object = prices) =>
    pricesOf({
      facts: facts({ id: "m", prices: { source: "test", ...listedPrices } }),
      inputUsdPerMTok: input,
      outputUsdPerMTok: output,
    });
  const own = asked(4, undefined);
  assert.deepEqual(
    [own.inputUsdPerMTok, own.cachedUsdPerMTok, own.cacheWriteUsdPerMTok, own.outputUsdPerMTok, own.source],
    [4, 1, 6, 8, "request"],
  );
  assert.deepEqual([asked(undefined, 5).inputUsdPerMTok, asked(undefined, 5).outputUsdPerMTok], [2, 5]);
  assert.equal(
    asked(4, 5, { inputUsdPerMTok: 2 }).cachedUsdPerMTok,
    4,
    "without a known discount it costs the same",
  );
});

test("what is no finite number is not read as one", () => {
  for (const value of [Number.NaN, Infinity, "3", null])
    assert.equal(numberOf({ value }, "value"), undefined);
  assert.equal(numberOf({ value: 3 }, "value"), 3);
  assert.deepEqual(benchmarksOf({ benchmarks: { good: 0.5, none: Number.NaN, text: "1" } }), { good: 0.5 });
});

test("a service tier scales every price that is known, in every tier of length, and leaves the rest", () => {
  const prices = {
    inputUsdPerMTok: 2,
    outputUsdPerMTok: 8,
    factors: { flex: 0.5 },
    tiers: [{ aboveInputTokens: 1_000, inputUsdPerMTok: 4, outputUsdPerMTok: 16 }],
  };
  const { estimated } = createTinyEngine().lookAhead(
    input({
      candidates: [
        candidate("m", 0.5, undefined, { facts: facts({ id: "m", prices: { source: "test", ...prices } }) }),
      ],
    }),
  );
  const candidates = estimated.map((each) => each.candidate);
  const [flex] = atServiceTier(candidates, "flex").map((each) => each.prices);
  assert.deepEqual(
    [flex?.inputUsdPerMTok, flex?.cachedUsdPerMTok, flex?.outputUsdPerMTok, flex?.tiers[0]?.outputUsdPerMTok],
    [1, 1, 4, 8],
  );
  assert.equal(flex?.tiers[0]?.aboveInputTokens, 1_000);
  assert.deepEqual(atServiceTier(candidates, "priority"), candidates, "a tier without a known factor");
  const each = candidates[0]!;
  const partly = { ...each, prices: { ...each.prices, cacheWriteUsdPerMTok: undefined } };
  assert.equal(atServiceTier([partly], "flex")[0]?.prices.cacheWriteUsdPerMTok, undefined);
});

test("agents run a model in a mode that thinks, unless its name or what was seen says otherwise", () => {
  const known = (over: object, more: object = {}) => {
    const modes = [{ mode: "none" }, { mode: "thinking" }, { mode: "high" }];
    return facts({ id: "m", modes: { default: "none", modes, ...over }, ...more } as never);
  };
  const cases: readonly (readonly [string, ReturnType<typeof facts>, readonly [string, string]])[] = [
    ["the provider's default", known({}), ["thinking", "agents"]],
    ["a guess", known({ isGuessed: true }), ["thinking", "agents"]],
    ["what was seen", known({ isObserved: true }), ["none", "observed"]],
    ["its name", known({}, { namedMode: "none" }), ["none", "name"]],
    ["a default that thinks", known({ default: "high" }), ["high", "default"]],
    [
      "no mode that agents use",
      known({ modes: [{ mode: "none" }, { mode: "minimal" }] }),
      ["none", "default"],
    ],
  ];
  for (const [name, of, expected] of cases) {
    const found = agentModeOf(of);
    assert.deepEqual([found?.mode, found?.source], expected, name);
    assert.equal(agentModeOf(of)?.mode, found?.mode, `${name}, again`);
  }
  assert.equal(plainModeOf(facts({ id: "m" })), undefined);
  assert.equal(agentModeOf(undefined), undefined);
});
