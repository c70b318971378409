import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { loadBundledProviders } from "./prices/price-book.ts";
import { describeRefresh, refreshCatalog } from "./refresh-catalog.ts";

const folder = mkdtempSync(join(tmpdir(), "signalbox-prices-"));
after(() => rmSync(folder, { recursive: true }));

function fileWith(content: unknown): string {
  const path = join(folder, `${Math.abs(JSON.stringify(content).length)}.json`);
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

test("the bundled list changes nothing against itself", () => {
  assert.deepEqual(refreshCatalog().changedPrices, []);
  assert.deepEqual(refreshCatalog({ pricesFile: fileWith(loadBundledProviders()) }).changedPrices, []);
  const [openai] = loadBundledProviders();
  assert.deepEqual(refreshCatalog({ pricesFile: fileWith([openai]) }).changedPrices, []);
});

test("a newer list tells the changed price and the model that has no entry yet", () => {
  const bundled = loadBundledProviders();
  const openai = bundled.find(({ id }) => id === "openai");
  assert.ok(openai !== undefined);
  const models = [
    { id: "gpt-4o", match: { equals: "gpt-4o" }, prices: { input_mtok: 2, output_mtok: 8 } },
    { id: "gpt-99", match: { equals: "gpt-99" }, prices: { input_mtok: 1, output_mtok: 4 } },
    ...openai.models.filter(({ id }) => id !== "gpt-4o"),
  ];
  const newer = [{ ...openai, models }, ...bundled.filter(({ id }) => id !== "openai")];
  const refresh = refreshCatalog({ pricesFile: fileWith(newer) });
  const change = refresh.changedPrices.find(({ id }) => id === "openai/gpt-4o");
  assert.equal(change?.before?.inputUsdPerMTok, 2.5);
  assert.equal(change.after?.inputUsdPerMTok, 2);
  assert.ok(refresh.unknownModels.includes("openai/gpt-99"));
  assert.match(describeRefresh(refresh), /openai\/gpt-4o: 2\.5 in \/ 10 out -> 2 in \/ 8 out/);
});
