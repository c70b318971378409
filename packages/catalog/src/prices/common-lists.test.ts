// Lists of models and prices in the forms that others publish them, by the public descriptions of those forms.
import assert from "node:assert/strict";
import { test } from "node:test";

import { SignalboxError } from "@signalbox/contracts";

import { createCatalog, type Catalog } from "../create-catalog.ts";
import { describeRefresh, refreshCatalog } from "../refresh-catalog.ts";
import { parsePriceList } from "./price-list-file.ts";

const NOW = Date.parse("2027-03-01T00:00:00Z");

/** A known model at a new price with a tier, a model that nobody knows yet, and what is no chat model. */
const LISTS: Readonly<Record<string, unknown>> = {
  "LiteLLM's price map": {
    sample_spec: { litellm_provider: "one of the providers", mode: "chat", input_cost_per_token: 0 },
    "gpt-4o": {
      litellm_provider: "openai",
      mode: "chat",
      input_cost_per_token: 2e-6,
      cache_read_input_token_cost: 1e-6,
      output_cost_per_token: 8e-6,
      input_cost_per_token_above_200k_tokens: 4e-6,
      output_cost_per_token_above_200k_tokens: 12e-6,
      input_cost_per_token_above_200k_tokens_priority: 9e-6,
    },
    "gpt-99": {
      litellm_provider: "openai",
      mode: "chat",
      input_cost_per_token: 1e-6,
      output_cost_per_token: 4e-6,
      max_input_tokens: 500_000,
      max_output_tokens: 64_000,
      supports_function_calling: true,
      supports_vision: true,
    },
    "gpt-99-2027-02-01": {
      litellm_provider: "openai",
      mode: "chat",
      input_cost_per_token: 1e-6,
      output_cost_per_token: 4e-6,
    },
    "text-embedding-9": { litellm_provider: "openai", mode: "embedding", input_cost_per_token: 1e-8 },
  },
  "models.dev": {
    openai: {
      id: "openai",
      models: {
        "gpt-4o": {
          id: "gpt-4o",
          cost: { input: 2, output: 8, cache_read: 1, context_over_200k: { input: 4, output: 12 } },
        },
        "gpt-99": {
          id: "gpt-99",
          release_date: "2027-02-01",
          tool_call: true,
          reasoning: false,
          modalities: { input: ["text", "image"], output: ["text"] },
          cost: { input: 1, output: 4 },
          limit: { context: 500_000, output: 64_000 },
        },
        "text-embedding-9": { id: "text-embedding-9", cost: { input: 0.01, output: 0 } },
      },
    },
  },
  "genai-prices": [
    {
      id: "openai",
      models: [
        {
          id: "gpt-4o",
          match: { equals: "gpt-4o" },
          prices: {
            input_mtok: { base: 2, tiers: [{ start: 200_000, price: 4 }] },
            cache_read_mtok: 1,
            output_mtok: { base: 8, tiers: [{ start: 200_000, price: 12 }] },
          },
        },
        {
          id: "gpt-99",
          match: { equals: "gpt-99" },
          context_window: 500_000,
          prices: { input_mtok: 1, output_mtok: 4 },
        },
      ],
    },
  ],
};

function catalogWith(list: unknown): Catalog {
  const { providers, listed, version } = parsePriceList(JSON.stringify(list), "list.json", NOW);
  return createCatalog({ providers, listed, providersVersion: version, asOf: new Date(NOW) });
}

for (const [says, list] of Object.entries(LISTS))
  test(`${says} reprices a model, adds a model, and leaves its provider's others alone`, () => {
    const before = createCatalog({ asOf: new Date(NOW) });
    const after = catalogWith(list);
    const { inputUsdPerMTok, cachedInputUsdPerMTok, outputUsdPerMTok, tiers } =
      after.get("openai/gpt-4o")?.prices ?? {};
    assert.deepEqual([inputUsdPerMTok, cachedInputUsdPerMTok, outputUsdPerMTok], [2, 1, 8]);
    assert.deepEqual(
      [tiers?.[0]?.aboveInputTokens, tiers?.[0]?.inputUsdPerMTok, tiers?.[0]?.outputUsdPerMTok],
      [200_000, 4, 12],
    );
    const added = after.get("openai/gpt-99");
    assert.deepEqual([added?.contextTokens, added?.prices?.inputUsdPerMTok], [500_000, 1]);
    assert.equal(after.resolve({ provider: "openai", model: "gpt-99-2027-02-01" })?.id, "openai/gpt-99");
    assert.equal(after.list().length, before.list().length + 1);
    assert.deepEqual(
      after.get("openai/gpt-4.1")?.prices?.inputUsdPerMTok,
      before.get("openai/gpt-4.1")?.prices?.inputUsdPerMTok,
    );
  });

test("OpenRouter's list prices models at OpenRouter, and adds those of known vendors", () => {
  const after = catalogWith({
    data: [
      { id: "openrouter/auto", pricing: { prompt: "-1", completion: "-1" } },
      {
        id: "openai/gpt-4o",
        pricing: {
          prompt: "0.000003",
          completion: "0.000011",
          overrides: [{ min_prompt_tokens: 200_000, prompt: "0.000006" }],
        },
      },
      {
        id: "openai/gpt-99",
        created: 1_801_440_000,
        context_length: 500_000,
        architecture: { input_modalities: ["text", "file"] },
        supported_parameters: ["tools"],
        pricing: { prompt: "0.000001", completion: "0.000004" },
      },
    ],
  });
  assert.equal(after.resolve({ provider: "openrouter", model: "openai/gpt-4o" })?.prices?.inputUsdPerMTok, 3);
  assert.equal(
    after.resolve({ provider: "openrouter", model: "openai/gpt-4o" })?.prices?.tiers?.[0]?.inputUsdPerMTok,
    6,
  );
  const { prices, supportsTools, inputModalities, releasedOn } = after.get("openai/gpt-99") ?? {};
  assert.deepEqual(
    [prices?.outputUsdPerMTok, supportsTools, inputModalities, releasedOn],
    [4, true, ["text", "file"], "2027-02-01"],
  );
});

test("the difference to the catalogue is shown model by model", () => {
  const list = parsePriceList(JSON.stringify(LISTS["LiteLLM's price map"]), "list.json", NOW);
  const text = describeRefresh(refreshCatalog({ list, asOf: new Date(NOW) }));
  assert.match(text, /litellm-list@[0-9a-f]{12}/);
  assert.match(
    text,
    /openai\/gpt-4o: 2\.5 in \/ 10 out \/ 1\.25 cached -> 2 in \/ 8 out \/ 1 cached; above 200000 tokens 4 in \/ 12 out/,
  );
  assert.match(text, /New models: 1\n {2}openai\/gpt-99/);
  // Its dated form keeps its price, which the list does not state.
  assert.doesNotMatch(text, /gpt-4o-2024/);
});

test("what a call costs stays where a list leaves it out, and follows one that states it", () => {
  const sonar = (members: object): string =>
    JSON.stringify({
      "perplexity/sonar": {
        litellm_provider: "perplexity",
        input_cost_per_token: 2e-6,
        output_cost_per_token: 2e-6,
        ...members,
      },
    });
  for (const [members, usd] of [
    [{}, 12],
    [{ input_cost_per_request: 0.005 }, 5],
  ] as const) {
    const prices = catalogWith(JSON.parse(sonar(members))).get("perplexity/sonar")?.prices;
    assert.deepEqual([prices?.inputUsdPerMTok, prices?.requestsUsdPer1k], [2, usd]);
  }
});

const litellm = (name: string, members: object): unknown => ({
  [name]: {
    litellm_provider: "openai",
    mode: "chat",
    input_cost_per_token: 1e-6,
    output_cost_per_token: 4e-6,
    ...members,
  },
});
const twice = [
  { id: "openai/a", pricing: { prompt: "0" } },
  { id: "openai/a", pricing: { prompt: "1" } },
];
const model = { id: "a", match: { equals: "a" }, prices: {} };

for (const [says, text, fault] of [
  ["cut", JSON.stringify(LISTS["models.dev"]).slice(0, -40), /cut/],
  ["huge", " ".repeat(64 * 1024 * 1024 + 1), /larger than/],
  [
    "of negative prices",
    JSON.stringify(litellm("gpt-99", { output_cost_per_token: -1 })),
    /gpt-99\.output_cost_per_token: The price is negative/,
  ],
  [
    "of prices that are words",
    JSON.stringify(litellm("gpt-99", { input_cost_per_token: "cheap" })),
    /gpt-99\.input_cost_per_token: It is no price/,
  ],
  [
    "of prices without end",
    JSON.stringify(litellm("gpt-99", { input_cost_per_token: 1e9 })),
    /gpt-99\.input_cost_per_token/,
  ],
  [
    "of the future",
    JSON.stringify({ openai: { models: { "gpt-99": { release_date: "2031-01-01", cost: { input: 1 } } } } }),
    /openai\.gpt-99: Its release, 2031-01-01, is in the future/,
  ],
  [
    "of a name without end",
    JSON.stringify(litellm("g".repeat(10_000), {})),
    /^list\.json is not a price list: g{40}\.\.\.: The name has 10000 characters; 160 are the most/,
  ],
  ["of one name for two models", JSON.stringify({ data: twice }), /openai\/a: Two models have this name/],
  [
    "of one name for two models of a provider",
    JSON.stringify([{ id: "openai", models: [model, model] }]),
    /models\[1\]: Two models have this name/,
  ],
  [
    "of our own form with one model twice",
    JSON.stringify({ models: [{ id: "acme/a" }, { id: "acme/a" }] }),
    /models\[1\]\.id: Two entries state facts of acme\/a/,
  ],
  ["of no known form", JSON.stringify({ colour: "red" }), /LiteLLM, models\.dev or OpenRouter/],
] as const)
  test(`a list that is ${says} is refused as a whole, with its line`, () => {
    assert.throws(
      () => parsePriceList(text, "list.json", NOW),
      (error: unknown) =>
        error instanceof SignalboxError && error.code === "invalid_data" && fault.test(error.detail),
    );
  });
