// The label of a tick is read back as a person would read it, and must be the value at its position.
import assert from "node:assert/strict";
import { test } from "node:test";

import { linearAxis, logAxis } from "@signalbox/charts";
import type { Axis } from "@signalbox/charts";
import fc from "fast-check";

import { COUNT, SECONDS, SHARE, TICKS, USD } from "./units.ts";

const SCALES: Readonly<Record<string, number>> = { K: 1e3, M: 1e6, B: 1e9 };

/** "-$1,250", "12.5K", "250 ms", "2.5 %", "+3 points" as numbers in dollars, pieces, seconds and shares. */
function readTick(text: string): number {
  const [, sign = "", figure = "", scale = "", unit = ""] =
    /^([+-]*)\$?([\d.,]+)([KMB]?) ?(ms|s|%|points)?$/.exec(text.replace("+-", "-")) ?? [];
  assert.notEqual(figure, "", text);
  const value = Number(figure.replaceAll(",", "")) * (SCALES[scale] ?? 1) * (sign === "-" ? -1 : 1);
  if (unit === "ms") return value / 1000;
  return unit === "%" || unit === "points" ? value / 100 : value;
}

const cases: readonly (readonly [string, (value: number) => string, number])[] = [
  ["dollars", USD.tick, 1],
  ["seconds", SECONDS.tick, 1],
  ["shares", SHARE.tick, 1],
  ["counts", COUNT.tick, 1],
  ["points", TICKS.points, 1],
  ["dollars of a thousand calls", TICKS.usdPerThousand, 1e-3],
  ["differences of seconds", TICKS.seconds, 1],
];

const magnitudes = fc
  .tuple(fc.double({ min: 1, max: 10, noNaN: true }), fc.integer({ min: -6, max: 8 }))
  .map(([lead, power]) => lead * 10 ** power);

function assertTold(axis: Axis, perUnit: number): void {
  assert.ok(axis.ticks.length > 1);
  for (const { key, label } of axis.ticks) {
    const [value, said] = [Number(key), readTick(label) * perUnit];
    assert.ok(Math.abs(said - value) <= 1e-9 * Math.max(Math.abs(value), 1e-9), `${label} stands at ${key}`);
  }
}

for (const [name, format, perUnit] of cases)
  test(`every tick of ${name} says the value that it stands at`, () => {
    fc.assert(
      fc.property(magnitudes, fc.boolean(), fc.integer({ min: 3, max: 7 }), (reach, isSigned, count) => {
        const domain = [isSigned ? -reach * 0.7 : 0, reach] as const;
        assertTold(linearAxis({ domain, range: [200, 0], count, format, isNice: true }), perUnit);
      }),
      { numRuns: 200 },
    );
  });

test("so does every tick of a logarithmic axis", () => {
  fc.assert(
    fc.property(magnitudes, fc.double({ min: 20, max: 1e4, noNaN: true }), (low, ratio) => {
      assertTold(logAxis({ domain: [low, low * ratio], range: [0, 600], gapPx: 40, format: USD.tick }), 1);
    }),
  );
});

test("the axis that stood at a quarter of a second says so", () => {
  const { ticks } = linearAxis({ domain: [0, 0.26], range: [200, 0], count: 5, format: SECONDS.tick });
  assert.deepEqual(
    ticks.map(({ label }) => label),
    ["0 s", "50 ms", "0.1 s", "0.15 s", "0.2 s", "0.25 s"],
  );
});
