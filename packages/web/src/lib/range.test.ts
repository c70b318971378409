import assert from "node:assert/strict";
import { test } from "node:test";

import fc from "fast-check";

import { fromLocalField, readRange, timesBefore, timesOf, toLocalField, writeRange } from "./range.ts";
import type { Range } from "./range.ts";

const NOW_MS = Date.UTC(2026, 2, 29, 12);
const DAY_MS = 86_400_000;
const moments = fc
  .integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2090, 0, 1) })
  .map((ms) => new Date(ms).toISOString());

test("a span that is written into an address is read back as it was", () => {
  const ranges: fc.Arbitrary<Range> = fc.oneof(
    fc.constantFrom("1", "7", "30", "90").map((span) => ({ span, from: "", to: "" })),
    fc.tuple(moments, moments).map(([from, to]) => ({ span: "custom", from, to }) as const),
    fc.constant({ span: "custom", from: "", to: "" } as const),
  );
  fc.assert(
    fc.property(ranges, (range) => {
      const parameters = new URLSearchParams("label=a&span=90&from=2020-01-01");
      writeRange(parameters, range);
      assert.deepEqual(readRange(parameters, "7"), range);
      assert.equal(parameters.get("label"), "a");
    }),
  );
});

test("an address without a span, or with one that nobody knows, falls back", () => {
  for (const search of ["", "span=12", "from=yesterday", "span=&from="])
    assert.deepEqual(readRange(new URLSearchParams(search), "7"), { span: "7", from: "", to: "" });
});

test("days of an older bookmark are whole days of the reader", () => {
  const { from, to } = readRange(new URLSearchParams("from=2026-01-05&to=2026-01-05"), "");
  const lengthMs = Date.parse(to) - Date.parse(from);
  assert.equal(lengthMs, DAY_MS);
  assert.equal(new Date(from).getHours(), 0);
});

test("the period before is as long and ends where the span begins", () => {
  for (const range of [
    { span: "7", from: "", to: "" },
    { span: "custom", from: "2026-01-05T00:00:00.000Z", to: "2026-01-05T06:00:00.000Z" },
  ] as const) {
    const now = timesOf(range, NOW_MS);
    const before = timesBefore(range, NOW_MS);
    assert.equal(before?.to, now.from);
    const endMs = now.to === undefined ? NOW_MS : Date.parse(now.to);
    const length = endMs - Date.parse(now.from ?? "");
    assert.equal(Date.parse(before?.to ?? "") - Date.parse(before?.from ?? ""), length);
  }
  assert.equal(timesBefore({ span: "", from: "", to: "" }, NOW_MS), undefined);
});

test("a time field shows the reader's own clock and gives the same moment back", () => {
  fc.assert(
    fc.property(moments, (moment) => {
      const minute = new Date(Math.floor(Date.parse(moment) / 60_000) * 60_000);
      const hour = minute.getHours();
      // The hour that a clock shows twice in autumn names two moments.
      fc.pre(new Date(minute.getTime() - 3_600_000).getHours() !== hour);
      fc.pre(new Date(minute.getTime() + 3_600_000).getHours() !== hour);
      const field = toLocalField(minute.toISOString());
      assert.equal(Number(field.slice(11, 13)), hour);
      assert.equal(fromLocalField(field), minute.toISOString());
    }),
  );
  assert.equal(fromLocalField(""), "");
  assert.equal(toLocalField(""), "");
});
