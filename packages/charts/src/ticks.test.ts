import assert from "node:assert/strict";
import { test } from "node:test";

import fc from "fast-check";

import { logTicks, nice, roundTicks } from "./ticks.ts";

const logPlace =
  ([low, high]: readonly [number, number], widthPx: number) =>
  (value: number): number =>
    (Math.log(value / low) / Math.log(high / low)) * widthPx;

const GAP_PX = 60;
const axis = (low: number, high: number, widthPx: number) =>
  logTicks([low, high], logPlace([low, high], widthPx), GAP_PX);

test("labels never touch, whatever the costs and however narrow the page", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -9, max: 1 }),
      fc.double({ min: 0.05, max: 7, noNaN: true }),
      fc.integer({ min: 80, max: 1200 }),
      (power, decades, widthPx) => {
        const [low, high] = [10 ** power, 10 ** (power + decades)];
        const place = logPlace([low, high], widthPx);
        const places = axis(low, high, widthPx).map((tick) => place(tick));
        for (const [index, at] of places.entries())
          assert.ok(index === 0 || at - (places[index - 1] ?? 0) >= GAP_PX);
      },
    ),
  );
});

test("a decade and a half on a phone has more than one label, and a wide page the rounder ones in between", () => {
  assert.deepEqual(axis(0.00015, 0.0052, 240), [0.0003, 0.001, 0.003]);
  assert.deepEqual(axis(0.0009, 0.11, 600), [0.001, 0.003, 0.01, 0.03, 0.1]);
});

test("round ticks lie within the domain, a round step apart, about as many as were asked for", () => {
  fc.assert(
    fc.property(
      fc.double({ min: -1e6, max: 1e6, noNaN: true }),
      fc.double({ min: 1e-6, max: 1e6, noNaN: true }),
      fc.integer({ min: 1, max: 12 }),
      (low, width, count) => {
        const high = low + width;
        fc.pre(width > Math.abs(low) * 1e-6);
        const ticks = roundTicks([low, high], count);
        const slack = width * 1e-6;
        for (const tick of ticks) assert.ok(tick >= low - slack && tick <= high + slack);
        assert.ok(ticks.length >= Math.floor(count / 2) && ticks.length <= count * 2 + 1, `${ticks.length}`);
        const [from, to] = nice([low, high], count);
        assert.ok(from <= low + slack && to >= high - slack);
        const ends = roundTicks([from, to], count);
        assert.ok(Math.abs((ends[0] ?? NaN) - from) <= slack && Math.abs((ends.at(-1) ?? NaN) - to) <= slack);
      },
    ),
  );
});

test("round ticks are written as they are meant, without the last digits of binary fractions", () => {
  assert.deepEqual(roundTicks([0, 0.6], 6), [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6]);
  assert.deepEqual(roundTicks([-0.3, 0.3], 3), [-0.2, 0, 0.2]);
  assert.deepEqual(nice([0.0123, 0.0987], 5), [0, 0.1]);
});

test("a domain on both sides of zero has round ends for any count", () => {
  assert.deepEqual(nice([-3, 1], 1), [-5, 5]);
  assert.deepEqual(nice([-400, 600], 1), [-1000, 1000]);
});
