import assert from "node:assert/strict";
import { test } from "node:test";

import { loadBundledProviders } from "./prices/price-book.ts";
import { parsePriceList } from "./prices/price-list-file.ts";
import type { SignalboxError } from "@signalbox/contracts";
import { createCatalog } from "./create-catalog.ts";
import { describeRefresh, refreshCatalog } from "./refresh-catalog.ts";

test("the bundled list changes nothing against itself, whole or one provider of it", () => {
  const bundled = loadBundledProviders();
  for (const own of [undefined, bundled, bundled.slice(0, 1)]) {
    const list = own && parsePriceList(JSON.stringify(own), "list.json");
    assert.deepEqual(refreshCatalog({ list }).changedPrices, []);
  }
});

const AS_OF = new Date("2026-11-28T12:00:00Z");
const refreshed = (list: unknown) => {
  const read = parsePriceList(JSON.stringify(list), "list.json", AS_OF.getTime());
  const { version: providersVersion, ...newer } = read;
  return {
    refresh: refreshCatalog({ list: read, asOf: AS_OF }),
    catalog: createCatalog({ ...newer, providersVersion, asOf: AS_OF }),
  };
};

test("a list in our own form adds models, prices and ends", () => {
  const models = [
    { id: "anthropic/claude-sonnet-6", input_usd_per_mtok: 3, output_usd_per_mtok: 9 },
    { id: "openai/gpt-6-luna", shuts_down_on: "2026-12-20", successor: "openai/gpt-7-luna" },
    { id: "openai/gpt-5", shuts_down_on: null },
  ];
  const { refresh, catalog } = refreshed({ models });
  assert.deepEqual(refresh.addedModels, ["anthropic/claude-sonnet-6"]);
  assert.deepEqual(refresh.changedEnds, [
    { id: "openai/gpt-5", before: "2026-12-11", after: undefined },
    { id: "openai/gpt-6-luna", before: undefined, after: "2026-12-20" },
  ]);
  assert.match(describeRefresh(refresh), /gpt-6-luna: none -> 2026-12-20/);
  const sonnet = catalog.get("anthropic/claude-sonnet-6");
  assert.equal(sonnet?.predecessors?.[0], "anthropic/claude-sonnet-5.5");
  assert.equal(catalog.get("openai/gpt-6-luna")?.shutdown?.state, "near");
  const later = catalog.at(Date.parse("2026-12-20T12:00:00Z"));
  assert.equal(later.get("openai/gpt-6-luna")?.shutdown?.state, "past");
});

for (const [name, models, place] of [
  ["itself", [{ id: "acme/one-1", successor: "acme/one-1" }], "models[0].successor"],
  [
    "a cycle of two",
    [
      { id: "acme/one-1", successor: "acme/one-2" },
      { id: "acme/one-2", successor: "acme/one-1" },
    ],
    "models[0].successor",
  ],
  [
    "a cycle of predecessors",
    ["a", "b", "c"].map((word, at) => ({ id: `acme/${word}-1`, predecessor: `acme/${"bca"[at]}-1` })),
    "models[0].predecessor",
  ],
] as const)
  test(`a successor or predecessor that is ${name} is refused with its place`, () => {
    assert.throws(
      () => parsePriceList(JSON.stringify({ models }), "list.json"),
      (fault: SignalboxError) => fault.code === "invalid_data" && fault.errors?.[0]?.location === place,
    );
  });

test("LiteLLM's day of an end warns where the catalogue knows none, and rejects nothing", () => {
  const entry = (day: string) => ({
    litellm_provider: "openai",
    mode: "chat",
    input_cost_per_token: 1e-6,
    output_cost_per_token: 5e-6,
    deprecation_date: day,
  });
  const list = { "gpt-6-luna": entry("2026-12-24"), "gpt-5": entry("2028-01-01"), "o3-mini": entry("soon") };
  const { refresh, catalog } = refreshed(list);
  assert.deepEqual(refresh.changedEnds, [
    { id: "openai/gpt-6-luna", before: undefined, after: "2026-12-24" },
  ]);
  const { host, state, isUnsure } = catalog.get("openai/gpt-6-luna")?.shutdown ?? {};
  assert.deepEqual([host, state, isUnsure], ["openai", "near", true]);
  assert.equal(catalog.get("openai/gpt-5")?.shutdown?.on, "2026-12-11");
});
