// Marks that say a difference and counts: where they stand is what they claim.
import assert from "node:assert/strict";
import { before, test } from "node:test";

import fc from "fast-check";

import { loadTsx } from "../../test/support/load-tsx.ts";
import { attributesOf, render } from "../../test/support/render.ts";
import { signedPoints } from "../lib/format.ts";
import { TICKS } from "../lib/units.ts";
import type { MeasureMark } from "../pages/replays/replay-result.tsx";
import type { tipRows } from "./chart-tip.tsx";
import type { BarMarks } from "./time-chart.tsx";

let difference: { readonly MeasureMark: typeof MeasureMark };
let marks: { readonly BarMarks: typeof BarMarks };
before(async () => {
  difference = await loadTsx("pages/replays/replay-result.tsx");
  marks = await loadTsx("charts/time-chart.tsx");
});

const markOf = (mean: number | null, low: number | null, high: number | null): string =>
  render(difference.MeasureMark, {
    of: { mean, low, high },
    name: "Success",
    show: signedPoints,
    tick: TICKS.points,
  });

/** The places where zero, the ends of the interval and the mean are drawn. */
function placesOf(html: string): Readonly<Record<"zero" | "low" | "high" | "mean", number>> {
  const tag = (name: string): string => new RegExp(`<[a-z]+ class="${name}"[^>]*>`).exec(html)?.[0] ?? "";
  const at = (of: string, name: string): number => Number(attributesOf(tag(of), name)[0] ?? Number.NaN);
  return {
    zero: at("cursor", "x1"),
    low: at("series-line", "x1"),
    high: at("series-line", "x2"),
    mean: at("series-fill", "cx"),
  };
}

test("an interval reaches zero in the picture exactly where it does in numbers", () => {
  const share = fc.integer({ min: -1000, max: 1000 }).map((thousandth) => thousandth / 1000);
  fc.assert(
    fc.property(share, share, (one, other) => {
      const [low, high] = [Math.min(one, other), Math.max(one, other)];
      const { zero, low: left, high: right, mean } = placesOf(markOf((low + high) / 2, low, high));
      for (const place of [zero, left, right, mean]) assert.ok(place >= 0 && place <= 480, String(place));
      assert.equal(left <= zero && zero <= right, low <= 0 && high >= 0);
      assert.ok(left <= mean && mean <= right);
    }),
  );
});

test("the difference is said in points with its interval; without an interval there is no picture", () => {
  assert.deepEqual(attributesOf(markOf(0.02, -0.01, 0.05), "aria-label"), [
    "Success: +2 points, -1 point to +5 points",
  ]);
  assert.equal(markOf(0.02, null, 0.05), "");
  assert.equal(markOf(null, -0.01, 0.05), "");
});

test("bars of one moment stand side by side around it, and nothing is drawn for nothing", () => {
  const html = render(marks.BarMarks, {
    series: [
      { name: "a", values: [4, 0] },
      { name: "b", values: [2, null] },
    ],
    x: (index: number) => 100 + index * 20,
    y: (value: number) => 50 - value * 10,
    stepPx: 20,
  });
  const numbers = (name: string): number[] => attributesOf(html, name).map(Number);
  assert.deepEqual(numbers("height"), [40, 20]);
  assert.deepEqual(numbers("y"), [10, 30]);
  const [width = 0] = numbers("width");
  assert.deepEqual(numbers("x"), [100 - width, 100]);
  assert.ok(2 * width < 20);
});

test("beside the pointer the largest stands first; what is unknown is left out, and nothing where there is something", async () => {
  const { tipRows: rowsOf } = await loadTsx<{ tipRows: typeof tipRows }>("charts/chart-tip.tsx");
  const shown = (...values: (number | null)[]): (number | null)[] =>
    rowsOf(values.map((value, index) => ({ name: `n${index}`, value, index }))).map(({ value }) => value);
  assert.deepEqual(shown(1, null, 3, 0, 2), [3, 2, 1]);
  assert.deepEqual(shown(0, 0), [0]);
  assert.deepEqual(shown(null), []);
  assert.deepEqual(shown(-2, 1), [1, -2]);
});
