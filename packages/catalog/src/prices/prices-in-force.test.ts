// Prices follow the clock, whenever the process was started.
import assert from "node:assert/strict";
import { test } from "node:test";

import { findProvider } from "@pydantic/genai-prices";
import fc from "fast-check";

import { createCatalog } from "../create-catalog.ts";
import { parseOverrides } from "../overrides/catalog-overrides.ts";
import { PRICE_CORRECTIONS } from "./price-corrections.data.ts";
import { pricesAt } from "./price-rules.ts";
import { parsePriceList } from "./price-list-file.ts";

const FLASH = "deepseek/deepseek-v4-flash";
const at = (time: string): number => Date.parse(time);
const [PEAK, OFF_PEAK, SUNDAY] = ["2026-10-05T02:00:00Z", "2026-10-05T05:00:00Z", "2026-10-04T02:00:00Z"];

test("processes that were started at different hours agree on every price at every time", () => {
  const starts = ["2026-01-01T00:00:00Z", PEAK, OFF_PEAK, "2027-03-01T12:00:00Z"];
  const replicas = starts.map((start) => createCatalog({ asOf: new Date(start) }));
  for (const time of [PEAK, OFF_PEAK, SUNDAY, ...starts]) {
    const [first, ...others] = replicas.map((catalog) =>
      JSON.stringify(
        catalog
          .at(at(time))
          .list()
          .map(({ id, prices }) => [id, prices]),
      ),
    );
    for (const other of others) assert.equal(other, first, time);
  }
});

test("a boundary that passes changes the price, and nothing else of the catalogue", () => {
  const catalog = createCatalog({ asOf: new Date(OFF_PEAK) });
  const usdAt = (time: string) => catalog.at(at(time)).get(FLASH)?.prices?.outputUsdPerMTok;
  assert.deepEqual(
    ["2026-10-05T05:59:59.999Z", "2026-10-05T06:00:00Z", "2026-10-05T10:00:00Z"].map(usdAt),
    [0.66, 1.32, 0.66],
  );
  const then = catalog.at(at("2026-10-05T06:00:00Z"));
  assert.equal(then.version, catalog.version);
  assert.equal(then.get("openai/gpt-4o"), catalog.get("openai/gpt-4o"));
  assert.equal(catalog.at(at("2026-10-05T06:00:01Z")), then, "built once");
  assert.equal(then.resolve({ model: "deepseek-v4-flash" })?.prices?.outputUsdPerMTok, 1.32);
});

test("who goes back in time finds the prices that who goes forward finds, to the second and in any order", () => {
  const fromMs = at("2026-10-04T00:00:00Z");
  const edges = ["01", "04", "06", "10"].flatMap((hour) =>
    [-1, 0, 1_000].map((ms) => at(`2026-10-05T${hour}:00:00Z`) + ms),
  );
  fc.assert(
    fc.property(fc.array(fc.nat(3 * 86_400_000), { minLength: 20, maxLength: 40 }), (offsets) => {
      const times = [...edges, ...offsets.map((offset) => fromMs + offset)].toSorted((a, b) => a - b);
      const read = (order: readonly number[]) => {
        const catalog = createCatalog({ asOf: new Date(OFF_PEAK) });
        return new Map(order.map((ms) => [ms, catalog.at(ms).get(FLASH)?.prices]));
      };
      const forward = read(times);
      for (const order of [times.toReversed(), [...offsets.map((offset) => fromMs + offset), ...edges]])
        for (const [ms, prices] of read(order)) assert.deepEqual(prices, forward.get(ms));
    }),
    { numRuns: 4 },
  );
});

test("a price says until when it holds and whether it is the peak", () => {
  const windowAt = (time: string) => createCatalog({ asOf: new Date(time) }).get(FLASH)?.prices?.window;
  assert.deepEqual(windowAt(PEAK), { tariff: "peak", until: "2026-10-05T04:00:00.000Z" });
  assert.deepEqual(windowAt(OFF_PEAK), { tariff: "off-peak", until: "2026-10-05T06:00:00.000Z" });
  assert.deepEqual(windowAt(SUNDAY), { tariff: "off-peak", until: "2026-10-05T01:00:00.000Z" });
  const gemini = createCatalog({ asOf: new Date("2026-12-20T00:00:00Z") });
  const windowOf = (time: string) => gemini.at(at(time)).get("google/gemini-3.6-flash")?.prices?.window;
  assert.equal(windowOf("2026-12-20T00:00:00Z"), undefined, "a change in twelve days");
  assert.deepEqual(windowOf("2026-12-26T00:00:00Z"), { tariff: "dated", until: "2027-01-01T00:00:00.000Z" });
});

test("a price of the user's own ends the tariff", () => {
  const own = { models: [{ id: FLASH, input_usd_per_mtok: 1, output_usd_per_mtok: 2 }] };
  const catalog = createCatalog({ overrides: parseOverrides(JSON.stringify(own), "own.json") });
  for (const time of [PEAK, OFF_PEAK]) {
    const prices = catalog.at(at(time)).get(FLASH)?.prices;
    assert.deepEqual([prices?.outputUsdPerMTok, prices?.window], [2, undefined]);
  }
});

test("every correction of the price list is in force, and the price package still needs it", () => {
  for (const { host, models, prices } of PRICE_CORRECTIONS)
    for (const id of models) {
      const provider = findProvider({ providerId: host });
      const packaged = provider?.models.find((model) => model.id === id);
      assert.ok(packaged !== undefined, `${host} no longer lists ${id}: drop the correction`);
      const ours = { ...packaged, prices: prices as never };
      const hours = Array.from(
        { length: 7 * 24 },
        (_, hour) => at("2026-10-05T00:30:00Z") + hour * 3_600_000,
      );
      const differing = hours.filter(
        (ms) => JSON.stringify(pricesAt(packaged, ms)) !== JSON.stringify(pricesAt(ours, ms)),
      );
      assert.ok(differing.length > 0, `the package has caught up with ${host} ${id}: drop the correction`);
      const [first = 0] = differing;
      const { prices: served } = createCatalog().at(first).resolve({ provider: host, model: id }) ?? {};
      assert.equal(served?.outputUsdPerMTok, pricesAt(ours, first)?.["output_mtok"]);
    }
});

test("a discount that its provider has ended is not given, and retired models are not sold at its price", () => {
  const night = createCatalog().at(at("2026-10-05T18:00:00Z"));
  assert.equal(night.get("deepseek/deepseek-chat")?.prices?.outputUsdPerMTok, 0.66);
  assert.doesNotMatch(night.get("deepseek/deepseek-v3-0324")?.prices?.source ?? "", /\(deepseek\)/);
});

test("an operator's price list may state hours and weekdays, and no correction of ours is laid over it", () => {
  const constraint = { start_time: "09:00:00Z", end_time: "17:00:00Z", weekdays: [1, 2, 3, 4, 5] };
  const peak = { input_mtok: 3, output_mtok: 9 };
  const prices = [{ prices: { input_mtok: 1, output_mtok: 3 } }, { constraint, prices: peak }];
  const models = [{ id: "deepseek-v4-flash", match: { equals: "deepseek-v4-flash" }, prices }];
  const { providers, version } = parsePriceList(JSON.stringify([{ id: "deepseek", models }]), "list.json");
  const catalog = createCatalog({ providers, providersVersion: version });
  const usdAt = (time: string) => catalog.at(at(time)).get(FLASH)?.prices?.outputUsdPerMTok;
  assert.deepEqual([PEAK, "2026-10-05T10:00:00Z", "2026-10-04T10:00:00Z"].map(usdAt), [3, 9, 3]);
  const misspelt = JSON.stringify([
    {
      id: "deepseek",
      models: [{ ...models[0], prices: [{ constraint: { startTime: "09:00" }, prices: peak }] }],
    },
  ]);
  assert.throws(() => parsePriceList(misspelt, "list.json"), /constraint: `startTime` is not known/);
});
