import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { frontier, averageWidth, placeLabels, stackSegments } from "./place-labels.ts";

const point = fc.record({
  cost: fc.double({ min: 0, max: 1, noNaN: true }),
  success: fc.double({ min: 0, max: 1, noNaN: true }),
});

test("nothing on the frontier is beaten, and everything off it is", () => {
  fc.assert(
    fc.property(fc.array(point, { maxLength: 30 }), (points) => {
      const kept = frontier(points);
      for (const one of points) {
        const isBeaten = kept.some(
          (other) => other.cost <= one.cost && other.success >= one.success && other !== one,
        );
        assert.ok(
          kept.includes(one) ? !kept.some((o) => o.cost < one.cost && o.success >= one.success) : isBeaten,
        );
      }
    }),
  );
});

test("names on the plot never overlap each other", () => {
  const station = fc.record({
    label: fc.string({ minLength: 1, maxLength: 40 }),
    x: fc.integer({ min: 60, max: 600 }),
    y: fc.integer({ min: 20, max: 280 }),
    rank: fc.integer({ min: 0, max: 2 }),
  });
  const box = { left: 52, right: 624, top: 22, bottom: 280 };
  fc.assert(
    fc.property(fc.array(station, { maxLength: 20 }), (points) => {
      const spans = placeLabels({ points, track: [], box, widthOf: averageWidth }).map((name) => {
        const widthPx = name.text.length * 6.6;
        const left = name.anchor === "start" ? name.x : name.x - widthPx;
        return { left, right: left + widthPx, y: name.y };
      });
      for (const [index, a] of spans.entries())
        for (const b of spans.slice(index + 1))
          assert.ok(Math.abs(a.y - b.y) >= 15 || a.right <= b.left || b.right <= a.left);
    }),
  );
});

test("a stack is as high as the sum of its series", () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 100 }), { minLength: 1, maxLength: 6 }), (heights) => {
      const series = heights.map((height, index) => ({ name: String(index), values: [height] }));
      const top = Math.max(0, ...stackSegments(series, 1).map((segment) => segment.to));
      assert.equal(
        top,
        heights.reduce((sum, height) => sum + height, 0),
      );
    }),
  );
});
