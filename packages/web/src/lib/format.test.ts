import assert from "node:assert/strict";
import { test } from "node:test";

import fc from "fast-check";

import {
  ago,
  bytes,
  compact,
  count,
  DASH,
  dateTime,
  day,
  decimal,
  exactTime,
  lastHour,
  milliseconds,
  percent,
  points,
  seconds,
  shortTime,
  signedPercent,
  signedPoints,
  times,
  usd,
  usdRound,
  words,
} from "./format.ts";

const SHOWN = {
  usd,
  usdRound,
  percent,
  signedPercent,
  points,
  signedPoints,
  times,
  seconds,
  milliseconds,
  count,
};

test("every number that is missing or not finite is a dash", () => {
  for (const [name, show] of Object.entries({ ...SHOWN, compact, decimal }))
    for (const value of [null, undefined, Number.NaN, Infinity, -Infinity])
      assert.equal(show(value), DASH, `${name} of ${value}`);
});

test("every moment that is missing or not a time is a dash", () => {
  for (const show of [dateTime, shortTime, exactTime, day])
    for (const value of [null, undefined, "", "yesterday", Number.NaN]) assert.equal(show(value), DASH);
  assert.equal(ago(null, 0), DASH);
  assert.equal(ago("never", 0), DASH);
});

test("no amount of dollars is shown as zero but zero, and none with an exponent", () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-9, max: 1e9, noNaN: true }), (value) => {
      const shown = usd(value);
      assert.match(shown, /^\$[\d,]+(?:\.\d+)?$/);
      assert.ok(Number(shown.slice(1).replaceAll(",", "")) > 0, shown);
    }),
  );
});

test("a shown amount is within half of its last digit of the true one", () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-8, max: 999, noNaN: true }), (value) => {
      const shown = usd(value).slice(1);
      const digits = shown.includes(".") ? shown.length - shown.indexOf(".") - 1 : 0;
      assert.ok(Math.abs(Number(shown) - value) <= 0.5000001 * 10 ** -digits, `${value} as ${shown}`);
    }),
  );
});

test("an amount on an axis is the same amount without zeros at its end", () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-6, max: 900, noNaN: true }), (value) => {
      assert.equal(Number(usdRound(value).slice(1)), Number(usd(value).slice(1)));
      assert.doesNotMatch(usdRound(value), /\.\d*0$|\.$/);
    }),
  );
  assert.equal(usdRound(1500), "$1,500");
});

test("a negative amount keeps its sign and its digits", () => {
  assert.deepEqual([-12.4, -0.0042].map(usd), ["$-12.40", "$-0.0042"]);
});

test("shares are percent with the digits that were asked for", () => {
  assert.deepEqual(
    [percent(0.123), percent(0.123, 1), percent(1), percent(0)],
    ["12 %", "12.3 %", "100 %", "0 %"],
  );
  assert.deepEqual([signedPercent(0.12), signedPercent(-0.12), signedPercent(0)], ["+12 %", "-12 %", "0 %"]);
});

test("one point is singular however it was rounded, and signs are stated", () => {
  assert.deepEqual(
    [0.0101, 0.0099, -0.01].map((value) => points(value)),
    ["1 point", "1 point", "-1 point"],
  );
  assert.deepEqual(
    [0.01, 0, -0.034].map((value) => signedPoints(value)),
    ["+1 point", "0 points", "-3.4 points"],
  );
});

test("a ratio has one digit below ten and none from ten on", () => {
  assert.deepEqual([1, 1.24, 9.99, 10, 123.4].map(times), ["1×", "1.2×", "10×", "10×", "123×"]);
});

test("short times are milliseconds, long ones seconds, and no digit pretends precision", () => {
  assert.deepEqual([0.00042, 0.042, 0.42, 4.2, 142.4].map(seconds), [
    "0.4 ms",
    "42 ms",
    "0.4 s",
    "4.2 s",
    "142 s",
  ]);
  assert.deepEqual([0.5, 42, 4200].map(milliseconds), ["0.5 ms", "42 ms", "4.2 s"]);
});

test("counts are grouped by thousands; long ones are shortened from ten thousand on", () => {
  assert.deepEqual([0, 999, 1000, 1234567.4].map(count), ["0", "999", "1,000", "1,234,567"]);
  assert.deepEqual([9999, 10_000, 1_240_000].map(compact), ["9,999", "10K", "1.2M"]);
  assert.equal(decimal(0.12345, 3), "0.123");
});

test("sizes use the unit in which they have one to four digits before the point", () => {
  assert.deepEqual([0, 1, 1023, 1024, 1024 ** 2, 1024 ** 3, 5 * 1024 ** 4].map(bytes), [
    "0 B",
    "1 B",
    "1023 B",
    "1.0 KB",
    "1.0 MB",
    "1.0 GB",
    "5120.0 GB",
  ]);
});

test("how long ago grows with the distance, in the largest unit that fits", () => {
  const nowMs = Date.parse("2026-06-15T12:00:00Z");
  const before = (agoS: number): string => ago(new Date(nowMs - agoS * 1000).toISOString(), nowMs);
  assert.deepEqual([0, 59].map(before), ["just now", "just now"]);
  assert.match(before(61), /^1 min/);
  assert.match(before(3 * 3600), /^3 hr/);
  assert.match(before(86_400), /^yesterday$/);
  assert.match(before(5 * 86_400), /^5 days/);
  assert.match(before(70 * 86_400), /^2 mo/);
  assert.match(before(3 * 31_536_000), /^3 yr/);
});

test("a moment that is still to come is not in the past", () => {
  const nowMs = Date.parse("2026-06-15T12:00:00Z");
  assert.match(ago("2026-06-15T14:00:00Z", nowMs), /^in 2 hr/);
});

test("an exact time holds seconds, a short one does not, and a day has no clock", () => {
  const at = new Date(2026, 0, 3, 14, 5, 9);
  assert.match(exactTime(at), /14:05:09/);
  assert.match(shortTime(at), /14:05$/);
  assert.match(dateTime(at), /3 Jan 2026/);
  assert.equal(day(at), "3 Jan");
});

test("codes of the wire are words with spaces", () => {
  assert.deepEqual(["price_ceiling", "chat", "least_bad_of_all"].map(words), [
    "price ceiling",
    "chat",
    "least bad of all",
  ]);
});

test("an hour that is not over is this hour; one that is over was as long ago as its end", () => {
  const now = Date.parse("2026-01-03T14:20:00Z");
  assert.equal(lastHour("2026-01-03T14:00:00Z", now), "this hour");
  assert.equal(lastHour("2026-01-03T13:00:00Z", now), ago("2026-01-03T14:00:00Z", now));
  assert.equal(lastHour("2026-01-01T14:00:00Z", now), ago("2026-01-01T15:00:00Z", now));
});
