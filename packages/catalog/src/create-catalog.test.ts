import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { createCatalog } from "./create-catalog.ts";
import { listModels } from "./list-models.ts";

const AS_OF = new Date("2026-10-01T00:00:00Z");
const catalog = createCatalog({ asOf: AS_OF });

test("the catalogue covers the models of all major vendors in a file of reasonable size", () => {
  const byVendor = Map.groupBy(catalog.list(), ({ vendor }) => vendor);
  assert.ok(catalog.list().length >= 250);
  for (const vendor of "openai anthropic google meta mistral deepseek qwen xai cohere amazon moonshotai zai".split(
    " ",
  ))
    assert.ok((byVendor.get(vendor)?.length ?? 0) >= 5, vendor);
  const bytes = ["models.json", "scores.json"].map(
    (name) => statSync(join(import.meta.dirname, "../data", name)).size,
  );
  assert.ok(bytes.reduce((sum, size) => sum + size, 0) < 1.5e6);
});

test("prices, windows and tiers of first-hand models come from the price package", () => {
  const gemini = catalog.resolve({ provider: "google", model: "gemini-2.5-pro" });
  assert.match(gemini?.prices?.source ?? "", /^genai-prices \d+\.\d+\.\d+ \(google\)$/);
  assert.equal(gemini?.prices?.inputUsdPerMTok, 1.25);
  assert.deepEqual(gemini?.prices?.tiers, [
    { aboveInputTokens: 200_000, inputUsdPerMTok: 2.5, cachedInputUsdPerMTok: 0.25, outputUsdPerMTok: 15 },
  ]);
  assert.equal(gemini?.contextTokens, 1_048_576);
  assert.equal(catalog.get("openai/gpt-4o")?.prices?.cachedInputUsdPerMTok, 1.25);
});

test("one model has the price of the host that the spelling names", () => {
  const prices = ["groq", "togetherai", "cerebras"].map(
    (provider) => catalog.resolve({ provider, model: "llama-3.3-70b-instruct" })?.prices,
  );
  assert.deepEqual(
    prices.map((price) => /\((.*)\)/.exec(price?.source ?? "")?.[1]),
    ["groq", "together", "cerebras"],
  );
  assert.equal(new Set(prices.map((price) => price?.outputUsdPerMTok)).size, 3);
});

test("a free variant costs nothing, its model does not, and an unknown price is absent, never 0", () => {
  assert.equal(catalog.resolve({ model: "deepseek/deepseek-r1:free" })?.prices?.outputUsdPerMTok, 0);
  assert.ok((catalog.resolve({ model: "deepseek/deepseek-r1" })?.prices?.outputUsdPerMTok ?? 0) > 0);
  const free = catalog.list().filter(({ prices }) => prices?.outputUsdPerMTok === 0);
  assert.deepEqual(
    free.map(({ id }) => id),
    [],
  );
  assert.ok(catalog.list().some(({ prices }) => prices === undefined));
});

test("every model states its sources, a confidence and scores within 0..1, at most one a benchmark", () => {
  for (const { id, sources, confidence, scores } of catalog.list()) {
    assert.ok(sources.length > 0, id);
    assert.ok(["high", "medium", "low"].includes(confidence), id);
    const names = scores.map(({ benchmark }) => benchmark);
    assert.equal(new Set(names).size, names.length, id);
    for (const { score, source } of scores) assert.ok(score >= 0 && score <= 1 && source !== "", id);
  }
});

test("the scores order models that nobody would confuse", () => {
  const gpqa = (id: string): number =>
    catalog.get(id)?.scores.find(({ benchmark }) => benchmark === "gpqa_diamond")?.score ?? Number.NaN;
  const order = [
    "openai/gpt-3.5-turbo",
    "openai/gpt-4o-mini",
    "openai/gpt-4o",
    "openai/o1",
    "openai/gpt-5",
    "openai/gpt-5.5",
  ];
  for (const [index, id] of order.slice(1).entries()) assert.ok(gpqa(id) > gpqa(order[index] ?? ""), id);
});

test("tokenizer families follow the vendor and the generation", () => {
  const family = (model: string) => catalog.resolve({ model })?.tokenizer;
  assert.equal(family("gpt-4o"), "o200k");
  assert.equal(family("gpt-4-turbo"), "cl100k");
  assert.equal(family("claude-sonnet-4-5"), "claude");
  assert.equal(family("gemini-2.5-flash"), "gemini");
  assert.equal(family("meta-llama/Llama-3.3-70B-Instruct"), "llama3");
  assert.equal(family("Qwen/Qwen3-32B"), "qwen");
  assert.equal(family("sonar-pro"), "unknown");
});

test("models that think by default are distinguished from those that think on request", () => {
  const thinks = (model: string) => catalog.resolve({ model })?.isReasoningByDefault;
  for (const model of ["o3", "gpt-5", "deepseek-r1", "gemini-2.5-pro", "grok-4"])
    assert.equal(thinks(model), true, model);
  for (const model of ["claude-sonnet-4-5", "gpt-4o", "gpt-5.1", "gpt-5-chat-latest"])
    assert.equal(thinks(model), false, model);
});

test("the version names the facts, the price package and the user's file", () => {
  assert.match(catalog.version, /^\d{4}-\d{2}-\d{2}\+genai-prices@\d+\.\d+\.\d+$/);
});

test("the public list parts deprecated models, filters by provider and by OpenRouter", () => {
  const all = listModels(catalog);
  assert.equal(all.total, all.models.length);
  assert.equal(all.models.length + all.deprecated_models.length, catalog.list().length);
  const two = listModels(catalog, { provider: ["openai,anthropic"] });
  assert.deepEqual([...new Set(two.models.map(({ provider }) => provider))].toSorted(), [
    "anthropic",
    "openai",
  ]);
  assert.deepEqual(listModels(catalog, { provider: ["openai", " Anthropic "] }), two);
  const routed = listModels(catalog, { openrouterOnly: true });
  assert.ok(routed.total > 0 && routed.models.every(({ openrouter_model: name }) => name !== null));
  assert.ok(all.models.some(({ openrouter_model: name }) => name === null));
  assert.deepEqual(listModels(catalog, { provider: ["nobody"] }), {
    models: [],
    deprecated_models: [],
    total: 0,
  });
});

test("a listed model is found again by the provider and model that the list gives", () => {
  for (const { provider, model } of listModels(catalog).models)
    assert.equal(catalog.identify({ provider, model }), `${provider}/${model}`);
});

test("resolving stays bounded and right under many distinct spellings", () => {
  for (let i = 0; i < 12_000; i++) assert.equal(catalog.resolve({ model: `nothing-${i}` }), undefined);
  assert.equal(catalog.resolve({ model: "gpt-4o" })?.id, "openai/gpt-4o");
});
