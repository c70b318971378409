import assert from "node:assert/strict";
import { test } from "node:test";
import { listPriceOf } from "./list-price.ts";

const AS_OF = new Date("2026-06-01T00:00:00Z");
const model = (prices: Parameters<typeof listPriceOf>[0]["prices"]) => ({
  id: "m",
  match: { equals: "m" },
  prices,
});

test("of dated prices the newest that has begun is in force", () => {
  const price = listPriceOf(
    model([
      { prices: { input_mtok: 3, output_mtok: 9 } },
      {
        constraint: { type: "start_date", start_date: "2026-05-01" },
        prices: { input_mtok: 2, output_mtok: 6 },
      },
      {
        constraint: { type: "start_date", start_date: "2026-09-01" },
        prices: { input_mtok: 1, output_mtok: 3 },
      },
    ]),
    AS_OF,
  );
  assert.deepEqual(price, { inputUsdPerMTok: 2, outputUsdPerMTok: 6 });
});

test("a tier states every price that applies above its start, also those that do not change", () => {
  const price = listPriceOf(
    model({
      input_mtok: {
        base: 1,
        tiers: [
          { start: 1000, price: 2 },
          { start: 5000, price: 4 },
        ],
      },
      output_mtok: 8,
    }),
    AS_OF,
  );
  assert.deepEqual(price?.tiers, [
    { aboveInputTokens: 1000, inputUsdPerMTok: 2, outputUsdPerMTok: 8 },
    { aboveInputTokens: 5000, inputUsdPerMTok: 4, outputUsdPerMTok: 8 },
  ]);
});

test("an entry without text prices is no list price", () => {
  assert.equal(listPriceOf(model({ input_mtok: 0.1 }), AS_OF), undefined);
  assert.equal(listPriceOf(model({}), AS_OF), undefined);
  assert.equal(listPriceOf(model([]), AS_OF), undefined);
});

test("speech, searches and calls have meters of their own", () => {
  const model = { id: "m", match: { equals: "m" } };
  const prices = {
    input_mtok: 1,
    output_mtok: 4,
    input_audio_mtok: 7,
    cache_audio_read_mtok: 0.7,
    web_searches_kcount: 10,
    requests_kcount: 12,
  };
  assert.deepEqual(listPriceOf({ ...model, prices }, new Date("2026-11-28")), {
    inputUsdPerMTok: 1,
    outputUsdPerMTok: 4,
    audioInputUsdPerMTok: 7,
    cachedAudioUsdPerMTok: 0.7,
    searchesUsdPer1k: 10,
    requestsUsdPer1k: 12,
  });
});
