import assert from "node:assert/strict";
import { test } from "node:test";
import { createCatalog } from "../create-catalog.ts";
import { parseOverrides } from "../overrides/catalog-overrides.ts";
import { listRosters, newestIds } from "./roster.ts";

const AS_OF = new Date("2026-11-28T12:00:00Z");
const catalog = createCatalog({ asOf: AS_OF });
const onDay = (day: string) => catalog.at(Date.parse(`${day}T12:00:00Z`));

for (const [model, day, id] of [
  ["opus", "2026-11-28", "anthropic/claude-opus-5.5"],
  ["opus", "2026-08-01", "anthropic/claude-opus-5"],
  ["haiku", "2026-11-28", "anthropic/claude-haiku-5.5"],
  ["haiku", "2026-10-01", "anthropic/claude-haiku-4.5"],
  ["claude-sonnet-latest", "2026-11-28", "anthropic/claude-sonnet-5.5"],
  ["google/gemini-pro-latest", "2026-11-28", "google/gemini-3.1-pro-preview"],
  ["openrouter/~openai/gpt-sol-latest", "2026-11-28", "openai/gpt-6.2-sol"],
  ["deepseek/deepseek-v4-flash", "2026-11-28", "deepseek/deepseek-v4.1-flash"],
  ["openrouter/deepseek/deepseek-v4-flash", "2026-11-28", "deepseek/deepseek-v4-flash"],
  ["chatgpt-4o-latest", "2026-11-28", "openai/chatgpt-4o-latest"],
  ["claude-3-5-sonnet-latest", "2026-11-28", "anthropic/claude-3.5-sonnet"],
  ["flash", "2026-11-28", undefined],
  ["claude", "2026-11-28", undefined],
] as const)
  test(`"${model}" on ${day} is ${id ?? "no model"}`, () => {
    assert.equal(onDay(day).identify({ model }), id);
  });

for (const [model, from] of [
  ["anthropic/claude-sonnet-5-7", "anthropic/claude-sonnet-5.5"],
  ["openai/gpt-6.3-sol", "openai/gpt-6.2-sol"],
  ["gemini-3.9-flash", "google/gemini-3.8-flash"],
  ["qwen4-27b", "qwen/qwen3.8-27b"],
  ["mistral-large-5", "mistral/mistral-large-4"],
  ["qwen5-max", "qwen/qwen4-max"],
  ["gpt-55", undefined],
  ["gpt-6.3-nova", undefined],
  ["qwen3-9b", undefined],
] as const)
  test(`${model} takes over the facts of ${from ?? "no model"}`, () => {
    const facts = catalog.inherit?.({ model });
    assert.equal(facts?.predecessor, from);
    if (from === undefined) return;
    assert.equal(facts?.prices?.isAssumed, true);
    assert.equal(facts?.contextTokens, catalog.get(from)?.contextTokens);
    assert.equal(facts?.shutdown, undefined);
    assert.equal(facts?.modes?.isGuessed ?? true, true);
  });

test("a model of the operator's own takes over what its entry leaves out", () => {
  const file = {
    models: [
      { id: "anthropic/claude-sonnet-6", input_usd_per_mtok: 3, output_usd_per_mtok: 9 },
      { id: "acme/house-1", predecessor: "openai/gpt-6-sol" },
      { id: "acme/alone-1" },
    ],
  };
  const own = createCatalog({ asOf: AS_OF, overrides: parseOverrides(JSON.stringify(file), "own") });
  const sonnet = own.get("anthropic/claude-sonnet-6");
  assert.equal(sonnet?.predecessors?.[0], "anthropic/claude-sonnet-5.5");
  assert.deepEqual([sonnet?.prices?.inputUsdPerMTok, sonnet?.prices?.isAssumed], [3, undefined]);
  assert.equal(sonnet?.contextTokens, 1_000_000);
  assert.equal(own.get("acme/house-1")?.prices?.isAssumed, true);
  assert.equal(own.get("acme/alone-1")?.predecessors, undefined);
});

test("the newest small, middle and strong models are priced, out and served for 90 days", () => {
  assert.deepEqual(newestIds(catalog, ["anthropic"]), [
    "anthropic/claude-haiku-5.5",
    "anthropic/claude-sonnet-5.5",
    "anthropic/claude-opus-5.5",
  ]);
  for (const day of ["2026-08-15", "2026-10-01", "2026-11-28", "2027-03-01"])
    for (const [vendor, { small, middle, strong }] of listRosters(onDay(day)))
      for (const { id, releasedOn = "9", shutdown, prices } of [small, middle, strong]) {
        assert.ok(releasedOn <= day, `${vendor} ${day} ${id}`);
        assert.ok(shutdown === undefined || Date.parse(shutdown.on) > Date.parse(day) + 90 * 86_400_000, id);
        assert.ok(prices?.outputUsdPerMTok !== undefined, id);
      }
});
