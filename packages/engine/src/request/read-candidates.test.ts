import assert from "node:assert/strict";
import { test } from "node:test";

import type { ModelCatalog } from "@signalbox/contracts";
import { SignalboxError } from "@signalbox/contracts";
import fc from "fast-check";

import { facts } from "../../test/inputs.ts";
import { readCandidates } from "./read-tools.ts";

const GPT_4O = facts({ id: "openai/gpt-4o" });
const catalog: ModelCatalog = {
  version: "test",
  resolve: ({ model }) => (model.endsWith("gpt-4o") ? GPT_4O : undefined),
  list: () => [GPT_4O],
};

const read = (list: unknown) => readCandidates({ llm_providers: list }, catalog);

test("the label is the name, else provider/model, else the model as it is", () => {
  const labels = read([
    { name: "My Fast One", provider: "openai", model: "gpt-4o" },
    { provider: "openai", model: "gpt-4o" },
    { model: "anthropic/claude-sonnet-4-5" },
    { name: "only a name", price: 3, latency: 2 },
  ]).map(({ label }) => label);
  assert.deepEqual(labels, ["My Fast One", "openai/gpt-4o", "anthropic/claude-sonnet-4-5", "only a name"]);
});

test("labels, providers and models come back byte for byte", () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 1, maxLength: 60 }),
      fc.string({ minLength: 1, maxLength: 60 }),
      (a, b) => {
        const [named] = read([{ name: a, model: b }]);
        assert.equal(named?.label, a);
        assert.equal(named?.model, b);
        const [paired] = read([{ provider: a, model: b }]);
        assert.equal(paired?.label, `${a}/${b}`);
        assert.equal(paired?.provider, a);
      },
    ),
  );
});

test("`models` stands in for `llm_providers` when that is absent or null", () => {
  assert.equal(readCandidates({ models: [{ model: "a/b" }] }, catalog)[0]?.label, "a/b");
  assert.equal(readCandidates({ llm_providers: null, models: [{ model: "a/b" }] }, catalog)[0]?.label, "a/b");
  const both = readCandidates({ llm_providers: [{ model: "c/d" }], models: [{ model: "a/b" }] }, catalog);
  assert.equal(both[0]?.label, "c/d");
});

test("price stands for both directions, and the single prices override it", () => {
  const [flat, split] = read([
    { model: "a/b", price: 3 },
    { model: "c/d", price: 3, output_price: 9 },
  ]);
  assert.deepEqual([flat?.inputUsdPerMTok, flat?.outputUsdPerMTok], [3, 3]);
  assert.deepEqual([split?.inputUsdPerMTok, split?.outputUsdPerMTok], [3, 9]);
});

test("explicit nulls and unknown keys are ignored", () => {
  const [only] = read([
    { name: null, model: "a/b", price: null, latency: null, attributes: null, is_custom: true },
  ]);
  assert.equal(only?.label, "a/b");
  assert.equal(only?.inputUsdPerMTok, undefined);
  assert.deepEqual(only?.attributes, {});
});

test("the catalogue adds what it knows, by model or by name, and nothing for strangers", () => {
  const [known, named, stranger] = read([
    { model: "openai/gpt-4o" },
    { name: "gpt-4o" },
    { model: "me/mine" },
  ]);
  assert.equal(known?.facts?.id, "openai/gpt-4o");
  assert.equal(named?.facts?.id, "openai/gpt-4o");
  assert.equal(stranger?.facts, undefined);
});

test("a context length beside the model counts as an attribute, and the attribute itself beats it", () => {
  const [beside, own] = read([
    { model: "a/b", context_length: 5 },
    { model: "c/d", context_length: 5, attributes: { context_length: 7, region: "eu" } },
  ]);
  assert.equal(beside?.attributes["context_length"], 5);
  assert.deepEqual(own?.attributes, { context_length: 7, region: "eu" });
});

for (const [name, list, location] of [
  ["no list", undefined, "llm_providers"],
  ["an empty list", [], "llm_providers"],
  ["a text", "gpt-4o", "llm_providers"],
  ["201 entries", Array.from({ length: 201 }, (_, i) => ({ model: `a/${i}` })), "llm_providers"],
  ["an entry with neither name nor model", [{ provider: "openai" }], "llm_providers[0]"],
  ["one label twice", [{ model: "a/b" }, { provider: "a", model: "b" }], "llm_providers[1]"],
  ["a negative price", [{ model: "a/b", price: -1 }], "llm_providers[0].price"],
  ["NaN as a price", [{ model: "a/b", output_price: Number.NaN }], "llm_providers[0].output_price"],
  ["a price whose sums are infinite", [{ model: "a/b", price: 1e308 }], "llm_providers[0].price"],
  ["a latency of a day and more", [{ model: "a/b", latency: 1e6 }], "llm_providers[0].latency"],
  [
    "a context without end beside the attributes",
    [{ model: "a/b", context_length: 1e300 }],
    "llm_providers[0].context_length",
  ],
  [
    "a speed that makes every answer endless",
    [{ model: "a/b", attributes: { tokens_per_second: 1e-300 } }],
    "llm_providers[0].attributes.tokens_per_second",
  ],
  ["a text as latency", [{ model: "a/b", latency: "2" }], "llm_providers[0].latency"],
  ["an endless name", [{ name: "x".repeat(257) }], "llm_providers[0].name"],
  [
    "a quality in percent",
    [{ model: "a/b", attributes: { quality: 80 } }],
    "llm_providers[0].attributes.quality",
  ],
  [
    "benchmarks in percent",
    [{ model: "a/b", attributes: { benchmarks: { mmlu: 80 } } }],
    "llm_providers[0].attributes.benchmarks.mmlu",
  ],
  [
    "a context of zero",
    [{ model: "a/b", attributes: { context_length: 0 } }],
    "llm_providers[0].attributes.context_length",
  ],
  [
    "a modality that is no list",
    [{ model: "a/b", attributes: { modalities: "image" } }],
    "llm_providers[0].attributes.modalities",
  ],
  [
    "tools support in words",
    [{ model: "a/b", attributes: { supports_tools: "yes" } }],
    "llm_providers[0].attributes.supports_tools",
  ],
  ["a list as attributes", [{ model: "a/b", attributes: [1] }], "llm_providers[0].attributes"],
] as const) {
  test(`${name} is refused at ${location}`, () => {
    assert.throws(
      () => read(list),
      (error: unknown) => {
        assert.ok(error instanceof SignalboxError);
        assert.equal(error.code, "validation_failed");
        assert.ok(
          error.errors.some((fault) => fault.location === location),
          JSON.stringify(error.errors),
        );
        return true;
      },
    );
  });
}

test("every fault is reported, all of them together, up to a bound", () => {
  const list = Array.from({ length: 200 }, (_, i) => ({ model: `a/${i}`, price: -1 }));
  assert.throws(
    () => read(list),
    (error: unknown) =>
      error instanceof SignalboxError && error.errors.length === 20 && /19 more/.test(error.detail),
  );
});

test("prototype names are plain labels", () => {
  const labels = read([{ name: "__proto__" }, { name: "constructor" }, { name: "toString" }]).map(
    ({ label }) => label,
  );
  assert.deepEqual(labels, ["__proto__", "constructor", "toString"]);
});
