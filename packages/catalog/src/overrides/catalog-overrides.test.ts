import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { SignalboxError } from "@signalbox/contracts";
import { createCatalog } from "../create-catalog.ts";
import { parseOverrides, readOverrides } from "./catalog-overrides.ts";

function catalogWith(...models: readonly object[]) {
  return createCatalog({ overrides: parseOverrides(JSON.stringify({ models }), "test.json") });
}

test("the user's price beats every host's, ends upstream tiers and names its source", () => {
  const catalog = catalogWith({ id: "google/gemini-2.5-pro", input_usd_per_mtok: 1, output_usd_per_mtok: 8 });
  for (const provider of ["google", "openrouter", undefined]) {
    const prices = catalog.resolve({ provider, model: "gemini-2.5-pro" })?.prices;
    assert.equal(prices?.inputUsdPerMTok, 1);
    assert.equal(prices.outputUsdPerMTok, 8);
    assert.equal(prices.tiers, undefined);
    assert.equal(prices.source, "user file");
  }
});

test("any field can be set, and null makes it unknown again", () => {
  const facts = catalogWith({
    id: "openai/gpt-4o",
    context_tokens: 64_000,
    supports_tools: null,
    output_tokens_per_second: 200,
    scores: { mmlu_pro: 0.5, house_benchmark: 0.9 },
    is_deprecated: true,
  }).get("openai/gpt-4o");
  assert.equal(facts?.contextTokens, 64_000);
  assert.ok(facts !== undefined && !("supportsTools" in facts));
  assert.equal(facts.speed?.outputTokensPerSecond, 200);
  assert.equal(facts.isDeprecated, true);
  assert.equal(facts.scores.filter(({ benchmark }) => benchmark === "mmlu_pro").length, 1);
  assert.equal(facts.scores.find(({ benchmark }) => benchmark === "mmlu_pro")?.score, 0.5);
  assert.ok(facts.scores.some(({ benchmark }) => benchmark === "gpqa_diamond"));
});

test("a new id adds a model, found by its id, its provider and its aliases", () => {
  const catalog = catalogWith({
    id: "acme/house-7b",
    aliases: ["house-model"],
    context_tokens: 8192,
    params_b: 7,
  });
  for (const spelling of [
    { model: "acme/house-7b" },
    { provider: "acme", model: "house-7b" },
    { provider: "vllm", model: "House-Model" },
  ])
    assert.equal(catalog.identify(spelling), "acme/house-7b");
  const facts = catalog.get("acme/house-7b");
  assert.equal(facts?.prices, undefined);
  assert.equal(facts?.tokenizer, "unknown");
  assert.deepEqual(facts?.sources, ["user file"]);
});

test("a removed model is unknown afterwards", () => {
  const catalog = catalogWith({ id: "openai/gpt-4o", is_removed: true });
  assert.equal(catalog.resolve({ model: "gpt-4o" }), undefined);
  assert.notEqual(catalog.resolve({ model: "gpt-4o-mini" }), undefined);
});

test("an alias that already names another model is refused with both names", () => {
  assert.throws(() => catalogWith({ id: "acme/x", aliases: ["gpt-4o"] }), {
    code: "invalid_data",
    detail: /gpt-4o.*openai\/gpt-4o.*acme\/x/,
  });
});

test("the version changes with the content of the file", () => {
  const one = catalogWith({ id: "openai/gpt-4o", context_tokens: 1000 });
  const two = catalogWith({ id: "openai/gpt-4o", context_tokens: 2000 });
  assert.notEqual(one.version, two.version);
});

test("every fault of a file is reported, all of them together, with its place and a fix", () => {
  const text = JSON.stringify({
    models: [
      { id: "No Slash", context_tokens: "big" },
      { id: "a/b", input_usd_per_mtok: -1, colour: "red" },
      { id: "a/c", scores: { mmlu: 87 } },
    ],
  });
  assert.throws(
    () => parseOverrides(text, "facts.json"),
    (error) => {
      assert.ok(error instanceof SignalboxError && error.code === "invalid_data");
      assert.match(error.detail, /^facts\.json: models\[0\]/);
      const places = new Set(error.errors.map(({ location }) => location));
      for (const place of [
        "models[0].id",
        "models[0].context_tokens",
        "models[1].input_usd_per_mtok",
        "models[2].scores.mmlu",
      ])
        assert.ok(places.has(place), place);
      assert.ok(error.errors.some(({ message }) => message.includes("colour")));
      assert.ok(error.errors.every(({ fix }) => fix.length > 0));
      return true;
    },
  );
});

test("facts of a mode are refused, whether the model has it or not, unless the entry is a model of its own", () => {
  const entries = ["openai/gpt-4o-xhigh", "openai/gpt-4o-thinking", "openai/gpt-5-high"].map((id) => ({
    id,
    scores: { mmlu_pro: 0.9 },
  }));
  assert.throws(
    () => catalogWith({ id: "openai/gpt-4o", scores: { mmlu_pro: 0.9 } }, ...entries),
    (error) => {
      assert.ok(error instanceof SignalboxError && error.code === "invalid_data");
      assert.deepEqual(
        error.errors.map(({ location, fix }) => [location, /openai\/gpt-(?:4o|5)(?=;)/.exec(fix)?.[0]]),
        [
          ["models[1].id", "openai/gpt-4o"],
          ["models[2].id", "openai/gpt-4o"],
          ["models[3].id", "openai/gpt-5"],
        ],
      );
      return true;
    },
  );
  const own = catalogWith({ id: "openai/gpt-4o-thinking", is_reasoning: true });
  assert.equal(own.identify({ model: "openai/gpt-4o-thinking" }), "openai/gpt-4o-thinking");
});

test("whatever the file holds, it is taken or refused as invalid data", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      try {
        parseOverrides(text, "any.json");
      } catch (error) {
        assert.ok(error instanceof SignalboxError && error.code === "invalid_data");
      }
    }),
  );
});

test("a file that is not there is named", () => {
  assert.throws(() => readOverrides("/nowhere/facts.json"), {
    code: "invalid_data",
    detail: /\/nowhere\/facts\.json/,
  });
});
