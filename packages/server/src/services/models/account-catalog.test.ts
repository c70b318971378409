import assert from "node:assert/strict";
import { test } from "node:test";

import { createCatalog } from "@signalbox/catalog";
import type { ModelOverride as Stated } from "@signalbox/contracts";

import { buildAccountCatalog } from "./account-catalog.ts";

const base = createCatalog();

function catalogWith(modelId: string, facts: Stated) {
  return buildAccountCatalog(base, [{ accountId: "a", modelId, facts, updatedAtMs: 0, updatedBy: null }]);
}

test("an account without corrections sees the catalogue itself", () => {
  assert.equal(buildAccountCatalog(base, []), base);
});

test("a stated figure wins under every spelling, what is not stated stays", () => {
  const catalog = catalogWith("openai/gpt-4o", { context_tokens: 1234 });
  const facts = catalog.resolve({ model: "gpt-4o" });
  const shipped = base.resolve({ model: "gpt-4o" });
  assert.equal(facts?.contextTokens, 1234);
  assert.deepEqual(facts?.prices, shipped?.prices);
  assert.deepEqual(facts?.scores, shipped?.scores);
  assert.equal(catalog.list().length, base.list().length);
  assert.notEqual(catalog.version, base.version);
});

test("an own price replaces the published one with its tiers and says where it is from", () => {
  const facts = catalogWith("openai/gpt-4o", { input_usd_per_mtok: 1.5 }).resolve({
    provider: "openai",
    model: "gpt-4o",
  });
  assert.equal(facts?.prices?.inputUsdPerMTok, 1.5);
  assert.equal(facts?.prices?.source, "this account");
  assert.equal(facts?.prices?.tiers, undefined);
});

test("a model of the account's own is found by label and by provider with model, and unknown ones stay unknown", () => {
  const catalog = catalogWith("acme/house-model", { supports_tools: true, scores: { mmlu_pro: 0.7 } });
  assert.equal(catalog.resolve({ model: "Acme/House-Model" })?.supportsTools, true);
  assert.equal(catalog.resolve({ provider: "acme", model: "house-model" })?.scores[0]?.score, 0.7);
  assert.equal(catalog.resolve({ model: "house-model-2" }), undefined);
  assert.equal(catalog.list().length, base.list().length + 1);
});
