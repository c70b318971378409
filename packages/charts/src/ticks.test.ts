import assert from "node:assert/strict";
import { test } from "node:test";

import fc from "fast-check";

import { logTicks } from "./ticks.ts";

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
