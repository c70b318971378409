import assert from "node:assert/strict";
import { test } from "node:test";

import { createCatalog } from "../create-catalog.ts";
import { parsePriceList } from "../prices/price-list-file.ts";
import { catalogAgeOf } from "./catalog-age.ts";

const at = (day: string): number => Date.parse(`${day}T12:00:00Z`);

test("facts and prices are warned of from the 45th day on, each with what to do", () => {
  const dates = { facts: "2026-11-28", prices: "2027-01-01" };
  assert.deepEqual(catalogAgeOf(dates, at("2027-01-11")), {
    factsDays: 44,
    pricesDays: 10,
    warning: undefined,
  });
  assert.match(
    catalogAgeOf(dates, at("2027-01-12")).warning ?? "",
    /facts of 2026-11-28 \(45 days old\): install a newer/,
  );
  const both = catalogAgeOf(dates, at("2027-03-01")).warning ?? "";
  assert.match(both, /facts of .*; prices of 2027-01-01 \(59 days old\): .*catalog refresh/);
});

test("a clock before the catalogue makes nothing old", () => {
  assert.equal(catalogAgeOf({ facts: "2026-11-28", prices: "2026-11-28" }, 0).factsDays, 0);
});

test("a newer list moves the day of the prices and leaves that of the facts", () => {
  const { facts, prices } = createCatalog().readOn;
  assert.equal(prices, facts);
  const list = parsePriceList('[{"id":"openai","models":[]}]', "list.json");
  const refreshed = createCatalog({ ...list, providersVersion: list.version, readOn: "2027-02-03" });
  assert.deepEqual(refreshed.readOn, { facts, prices: "2027-02-03" });
});
