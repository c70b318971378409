import assert from "node:assert/strict";
import { test } from "node:test";

import { loadBundledProviders } from "./prices/price-book.ts";
import { parsePriceList } from "./prices/price-list-file.ts";
import { refreshCatalog } from "./refresh-catalog.ts";

test("the bundled list changes nothing against itself, whole or one provider of it", () => {
  const bundled = loadBundledProviders();
  for (const own of [undefined, bundled, bundled.slice(0, 1)]) {
    const list = own && parsePriceList(JSON.stringify(own), "list.json");
    assert.deepEqual(refreshCatalog({ list }).changedPrices, []);
  }
});
