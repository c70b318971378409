// Which price is in force at a moment, over dates, hours and weekdays.
import assert from "node:assert/strict";
import { test } from "node:test";

import type { ModelInfo } from "@pydantic/genai-prices";

import type { PriceConstraint } from "./price-rules.ts";
import { constraintFault, nextPrices, pricesAt, pricesSince } from "./price-rules.ts";
import { createTimeline } from "./price-timeline.ts";

type Entry = readonly [usd: number, constraint?: PriceConstraint];

const entryOf = ([input_mtok, constraint]: Entry) => {
  const prices = { input_mtok, output_mtok: 2 * input_mtok };
  return constraint === undefined ? { prices } : { prices, constraint: constraint as never };
};

const modelWith = (...entries: readonly Entry[]): ModelInfo => ({
  id: "m",
  match: { equals: "m" },
  prices: entries.map(entryOf),
});

const usdAt = (model: ModelInfo, time: string): unknown => pricesAt(model, Date.parse(time))?.["input_mtok"];
const nextAt = (model: ModelInfo, time: string): string | undefined => {
  const next = nextPrices(model, Date.parse(time));
  return (
    next &&
    `${new Date(next.fromMs).toISOString().slice(0, 16)} ${JSON.stringify(next.prices?.["input_mtok"])}`
  );
};

test("hours of the day end on the second, pass midnight, and come back every day", () => {
  const day = modelWith([1], [2, { start_time: "08:00:00Z", end_time: "20:00:00Z" }]);
  const night = modelWith([1], [2, { start_time: "20:00:00Z", end_time: "08:00:00Z" }]);
  for (const [time, byDay] of [
    ["2026-10-05T07:59:59.999Z", 1],
    ["2026-10-05T08:00:00Z", 2],
    ["2026-10-05T19:59:59.999Z", 2],
    ["2026-10-05T20:00:00Z", 1],
    ["2026-10-06T00:00:00Z", 1],
  ] as const) {
    assert.equal(usdAt(day, time), byDay, time);
    assert.equal(usdAt(night, time), 3 - byDay, time);
  }
  assert.equal(nextAt(day, "2026-10-05T20:00:00Z"), "2026-10-06T08:00 2");
  assert.equal(nextAt(night, "2026-12-31T23:00:00Z"), "2027-01-01T08:00 1");
});

test("a price of working days rests at the weekend, whatever year it is", () => {
  const model = modelWith(
    [1],
    [2, { start_time: "01:00:00Z", end_time: "04:00:00Z", weekdays: [1, 2, 3, 4, 5] }],
  );
  assert.equal(usdAt(model, "2026-11-20T02:00:00Z"), 2, "a Friday");
  assert.equal(usdAt(model, "2026-11-21T02:00:00Z"), 1, "a Saturday");
  assert.equal(nextAt(model, "2026-11-20T04:00:00Z"), "2026-11-23T01:00 2");
  assert.equal(usdAt(model, "1969-12-31T02:00:00Z"), 2, "a Wednesday before the epoch");
});

test("the last entry that holds is in force, and before the first has begun there is no price", () => {
  const model = modelWith(
    [1, { start_date: "2026-05-01" }],
    [3, { start_date: "2026-09-01", start_time: "12:00", end_time: "13:00" }],
    [2, { start_date: "2027-01-01" }],
  );
  assert.equal(usdAt(model, "2026-04-30T23:59:59Z"), undefined);
  assert.equal(nextAt(model, "2026-04-30T23:59:59Z"), "2026-05-01T00:00 1");
  assert.equal(usdAt(model, "2026-08-31T12:30:00Z"), 1);
  assert.equal(usdAt(model, "2026-09-01T12:30:00Z"), 3);
  assert.equal(usdAt(model, "2027-01-01T12:30:00Z"), 2);
  assert.equal(nextAt(model, "2027-01-01T12:30:00Z"), undefined);
});

test("a constraint that nobody would read is named", () => {
  const good = [undefined, {}, { type: "start_date", start_date: "2026-01-01" }, { weekdays: [0, 6] }];
  for (const constraint of good) assert.equal(constraintFault(constraint), undefined);
  const bad = [
    3,
    { startDate: "2026-01-01" },
    { start_date: "soon" },
    { start_time: "08:00:00Z" },
    { start_time: "8", end_time: "09:00" },
    { start_time: "08:00", end_time: "25:00" },
    { weekdays: [7] },
    { weekdays: [] },
    { weekdays: "Monday" },
  ];
  for (const constraint of bad)
    assert.match(constraintFault(constraint) ?? "", /\w/, JSON.stringify(constraint));
});

const HOUR_MS = 3_600_000;
const TARIFFS = [
  modelWith([1], [2, { start_time: "08:00:00Z", end_time: "20:00:00Z" }]),
  modelWith([1], [2, { start_time: "20:00:00Z", end_time: "08:00:00Z" }]),
  modelWith([1], [2, { start_time: "01:00:00Z", end_time: "04:00:00Z", weekdays: [1] }]),
  modelWith([1, { start_date: "2026-05-01" }], [2, { start_date: "2026-10-07T12:30:00Z" }]),
];

test("a price began where the moment before had another, and ends where the next one begins", () => {
  const lastMs = Date.parse("2026-11-01T00:30:00Z");
  for (const model of TARIFFS)
    for (let atMs = Date.parse("2026-09-01T00:30:00Z"); atMs < lastMs; atMs += 5 * HOUR_MS) {
      const sinceMs = pricesSince(model, atMs);
      assert.ok(sinceMs <= atMs);
      assert.equal(pricesAt(model, sinceMs), pricesAt(model, atMs));
      assert.notEqual(pricesAt(model, sinceMs - 1), pricesAt(model, atMs));
      assert.equal(nextPrices(model, sinceMs)?.fromMs, nextPrices(model, atMs)?.fromMs);
    }
  assert.equal(pricesSince(modelWith([1]), lastMs), Number.NEGATIVE_INFINITY);
});

test("the past is read in either direction with one catalogue for each stretch of equal prices", () => {
  const claims = new Map([["vendor", TARIFFS.map((model) => ({ model }) as never)]]);
  const pricesOf = (ms: number) =>
    JSON.stringify(TARIFFS.map((model) => pricesAt(model, ms)?.["input_mtok"]));
  const days = { fromMs: Date.parse("2026-10-01T00:00:00Z"), toMs: Date.parse("2026-10-11T00:00:00Z") };
  const moments: number[] = [];
  for (let ms = days.fromMs; ms < days.toMs; ms += HOUR_MS / 4) moments.push(ms);
  for (const order of [moments, moments.toReversed()]) {
    const built: number[] = [];
    const timeline = createTimeline({ claims, moments: [] }, (asOf) => {
      built.push(asOf.getTime());
      return pricesOf(asOf.getTime());
    });
    for (const ms of order) assert.equal(timeline(ms), pricesOf(ms), new Date(ms).toISOString());
    // Two changes a day, two of the Monday, and the date, which was announced earlier.
    assert.equal(built.length, 24);
  }
});
