// The user's own facts about models: every fault of the file is found together, at its place, and nothing valid is refused.
import assert from "node:assert/strict";
import { test } from "node:test";

import { characters, holdBoundaries, items } from "./boundaries.suite.ts";
import {
  CatalogOverrideSchema,
  CatalogOverridesFileSchema,
  faultsOfCatalogOverrides,
} from "./catalog-overrides.ts";

holdBoundaries("an override", {
  schema: CatalogOverrideSchema,
  valid: { id: "acme/rocket-1" },
  takes: {
    "unknown in place of what the catalogue says": {
      context_tokens: null,
      input_usd_per_mtok: null,
      family: null,
    },
    "a year, a month or a day": { released_on: "2026", deprecated_on: "2026-09" },
    "eight tiers": { price_tiers: items(8, { above_input_tokens: 200_000, input_usd_per_mtok: 2 }) },
    "a tokenizer that we know": { tokenizer: "o200k" },
    "a removed model": { is_removed: true },
    "200 aliases": { aliases: items(200, "rocket") },
    "a model of half a billion": { params_b: 0.5 },
    "the id of a variant": { id: "acme/rocket-1:free" },
  },
  refuses: {
    "an id without a vendor": { id: "rocket-1" },
    "an id in capitals": { id: "Acme/Rocket" },
    "a field that does not exist": { context: 128_000 },
    "a date in words": { released_on: "last spring" },
    "a negative price": { output_usd_per_mtok: -1 },
    "a price above a million": { output_usd_per_mtok: 1e6 + 1 },
    "nine tiers": { price_tiers: items(9, { above_input_tokens: 1 }) },
    "a tier with a field that does not exist": { price_tiers: [{ above_input_tokens: 1, input: 2 }] },
    "a tokenizer that nobody knows": { tokenizer: "runes" },
    "201 aliases": { aliases: items(201, "rocket") },
    "an empty alias": { aliases: [""] },
    "a model of no size": { params_b: 0 },
    "a score above one": { scores: { mmlu: 1.01 } },
    "a modality that does not exist": { input_modalities: ["smell"] },
    "an alias of 257 characters": { aliases: [characters(257)] },
  },
});

holdBoundaries("a file of overrides", {
  schema: CatalogOverridesFileSchema,
  valid: { models: [{ id: "acme/rocket-1" }] },
  takes: { "no models": { models: [] } },
  refuses: { "a file without models": { models: undefined }, "another member": { version: 1 } },
});

const placesOf = (value: unknown): readonly string[] =>
  faultsOfCatalogOverrides(value).map(({ location }) => location);

test("every model's faults are found in one reading", () => {
  const models = [
    { id: "acme/rocket-1", context_tokens: 0 },
    { id: "acme/rocket-2" },
    { id: "Rocket", aliases: ["fine", ""] },
  ];
  assert.deepEqual(placesOf({ models }), [
    "models[0].context_tokens",
    "models[2].id",
    "models[2].aliases[1]",
  ]);
});

test("a misspelt field is named, with where the right names are", () => {
  const [fault] = faultsOfCatalogOverrides({ models: [{ id: "acme/rocket-1", contxt_tokens: 5 }] });
  assert.match(fault?.message ?? "", /contxt_tokens/);
  assert.match(fault?.fix ?? "", /docs\/models\.md/);
});

test("a file that is not a list of models is one fault of the file", () => {
  assert.deepEqual(placesOf([]), ["the file"]);
  assert.deepEqual(placesOf({ models: "none" }), ["models"]);
});

test("a file full of faults is cut, so that the answer stays readable", () => {
  const models = items(200, { id: "BAD" });
  assert.equal(faultsOfCatalogOverrides({ models }).length, 50);
});

test("faults are sentences", () => {
  for (const { message, fix } of faultsOfCatalogOverrides({
    models: [{ id: 7, tokenizer: "x", price_tiers: {} }],
  })) {
    assert.match(message, /^It .*[^.]\.$/);
    assert.match(fix, /^[A-Z].*[^.]\.$/);
  }
});
