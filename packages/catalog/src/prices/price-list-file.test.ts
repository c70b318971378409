import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

import { SignalboxError } from "@signalbox/contracts";

import { createCatalog } from "../create-catalog.ts";
import { loadBundledProviders } from "./price-book.ts";
import { readPriceList } from "./price-list-file.ts";

const folder = mkdtempSync(join(tmpdir(), "signalbox-price-list-"));
after(() => rmSync(folder, { recursive: true }));
let files = 0;

function fileWith(content: unknown): string {
  files += 1;
  const path = join(folder, `${files}.json`);
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

const modelWith = (prices: unknown) => [
  { id: "openai", models: [{ id: "gpt-4o", match: { equals: "gpt-4o" }, prices }] },
];

test("the list as it is published is taken, whole or one provider of it", () => {
  const bundled = loadBundledProviders();
  assert.equal(readPriceList(fileWith(bundled)).providers.length, bundled.length);
  const own = readPriceList(fileWith(modelWith({ input_mtok: 1, output_mtok: 2 })));
  assert.deepEqual(
    own.providers.map(({ id }) => id),
    bundled.map(({ id }) => id),
  );
  const { providers, version: providersVersion } = own;
  const catalog = createCatalog({ providers, providersVersion });
  assert.equal(catalog.get("openai/gpt-4o")?.prices?.inputUsdPerMTok, 1);
  assert.match(catalog.version, /\+price-list@[0-9a-f]{12}$/);
  assert.ok((catalog.get("anthropic/claude-sonnet-4.5")?.prices?.inputUsdPerMTok ?? 0) > 0);
});

test("the surcharge for filling a cache and the tiers of long contexts are read", () => {
  const { prices } = createCatalog().get("anthropic/claude-haiku-5.5") ?? {};
  assert.equal(prices?.cacheWriteUsdPerMTok, 1.25 * (prices?.inputUsdPerMTok ?? Number.NaN));
  const [tier] = prices?.tiers ?? [];
  assert.ok((tier?.inputUsdPerMTok ?? 0) > (prices?.inputUsdPerMTok ?? Infinity));
});

const FAULTY: readonly (readonly [content: unknown, location: string])[] = [
  [[], "the file"],
  ["{}", "the file"],
  [[{ id: 3, models: [] }], "[0]"],
  [[{ id: "openai", models: {} }], "[0]"],
  [[{ id: "openai", models: [{}] }], "[0].models[0]"],
  [[{ id: "openai", models: [{ id: "a", prices: {} }] }], "[0].models[0].match"],
  [modelWith(undefined), "[0].models[0].prices"],
  [modelWith("free"), "[0].models[0].prices"],
  [modelWith({ input_mtok: -1 }), "[0].models[0].prices.input_mtok"],
  [modelWith({ input_mtok: "1" }), "[0].models[0].prices.input_mtok"],
  [modelWith({ input_mtok: { base: 1 } }), "[0].models[0].prices.input_mtok"],
  [modelWith({ output_mtok: { base: 1, tiers: [{ start: 1 }] } }), "[0].models[0].prices.output_mtok"],
  [modelWith([{ constraint: {} }]), "[0].models[0].prices[0].prices"],
];

test("a faulty list is refused with the place of every fault", () => {
  for (const [content, location] of FAULTY)
    assert.throws(
      () => readPriceList(fileWith(content)),
      (fault) => {
        assert.ok(fault instanceof SignalboxError && fault.code === "invalid_data", String(fault));
        assert.equal(fault.errors[0]?.location, location);
        return true;
      },
    );
  const many = modelWith({ input_mtok: -1, output_mtok: "x", cache_read_mtok: [] });
  assert.throws(() => readPriceList(fileWith(many)), /and 2 more/);
});

test("a file that is missing, no JSON or cut short is refused by name", () => {
  for (const path of [join(folder, "missing.json"), fileWith("{"), fileWith("")])
    assert.throws(() => readPriceList(path), { code: "invalid_data" });
});
