import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  apart,
  bandPath,
  linearAxis,
  linePath,
  logAxis,
  averageWidth,
  placeLabels,
  stackSegments,
  thin,
  ticksOf,
} from "./index.ts";
import { logTicks, nice, roundTicks } from "./ticks.ts";

const text = (value: number): string => String(Number(value.toFixed(6)));
const labelsOf = (axis: { readonly ticks: readonly { readonly label: string }[] }): string[] =>
  axis.ticks.map(({ label }) => label);

test("ticks of a linear axis are round and lie inside its domain", () => {
  const axis = linearAxis({ domain: [0, 1], range: [0, 100], count: 5, format: text });
  assert.deepEqual(labelsOf(axis), ["0", "0.2", "0.4", "0.6", "0.8", "1"]);
  assert.equal(axis.place(0.5), 50);
  fc.assert(
    fc.property(
      fc.double({ min: -1e6, max: 1e6, noNaN: true }),
      fc.double({ min: 1e-3, max: 1e6, noNaN: true }),
      fc.integer({ min: 1, max: 10 }),
      (low, width, count) => {
        const { ticks } = linearAxis({ domain: [low, low + width], range: [300, 0], count, format: String });
        assert.ok(ticks.every(({ at }) => at >= -1e-6 && at <= 300 + 1e-6));
        assert.equal(new Set(ticks.map(({ key }) => key)).size, ticks.length);
      },
    ),
  );
});

test("an axis of counts has whole ticks and never the same label twice, however small the counts", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5_000 }), (most) => {
      const axis = linearAxis({
        domain: [0, most],
        range: [200, 0],
        count: 4,
        format: (value) => String(Math.round(value)),
        isNice: true,
        isCount: true,
      });
      const labels = labelsOf(axis);
      assert.ok(labels.length >= 2, `${labels.join(" ")} up to ${most}`);
      assert.equal(new Set(labels).size, labels.length);
      assert.ok(axis.ticks.every(({ key }) => Number.isInteger(Number(key))));
    }),
  );
});

test("ticks keep their keys apart when rounding makes their labels alike, and alike neighbours are left out", () => {
  const ticks = ticksOf(
    [0, 0.25, 0.5, 0.75, 1],
    (value) => value,
    (value) => String(Math.round(value)),
  );
  assert.deepEqual(
    ticks.map(({ key, label }) => [key, label]),
    [
      ["0", "0"],
      ["0.5", "1"],
    ],
  );
});

test("a domain of one value gets room around it", () => {
  const axis = linearAxis({ domain: [3, 3], range: [0, 10], count: 4, format: text });
  assert.equal(axis.place(3), 5);
  assert.ok(axis.ticks.length > 1);
});

test("a logarithmic axis places decades evenly", () => {
  const axis = logAxis({ domain: [0.001, 0.1], range: [0, 200], gapPx: 40, format: String });
  assert.ok(Math.abs(axis.place(0.01) - 100) < 1e-9);
  assert.deepEqual(labelsOf(axis), ["0.001", "0.003", "0.01", "0.03", "0.1"]);
});

test("a line leaves a gap at null, and no points draw nothing", () => {
  const at = (x: number) => ({ x, y: x });
  assert.equal(linePath([at(0), at(1), null, at(3), at(4.26)]), "M0,0L1,1M3,3L4.3,4.3");
  assert.equal(linePath([]), "");
});

test("placed names keep inside the box and off each other; the highest rank is named first", () => {
  const box = { left: 0, right: 300, top: 0, bottom: 200 };
  const point = fc.record({
    x: fc.integer({ min: 10, max: 290 }),
    y: fc.integer({ min: 10, max: 190 }),
    label: fc.string({ minLength: 1, maxLength: 20 }),
    rank: fc.integer({ min: 0, max: 3 }),
  });
  fc.assert(
    fc.property(fc.array(point, { maxLength: 25 }), (points) => {
      const placed = placeLabels({ points, track: [], box, widthOf: averageWidth });
      const areas = placed.map(({ x, y, text: name, anchor }) => {
        const left = anchor === "start" ? x : x - name.length * 6.6;
        return { left, right: left + name.length * 6.6, top: y - 12, bottom: y + 3 };
      });
      for (const [index, a] of areas.entries()) {
        assert.ok(a.left >= box.left && a.right <= box.right + 12 && a.bottom <= box.bottom);
        for (const b of areas.slice(index + 1))
          assert.ok(a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top);
      }
    }),
  );
  const crowd = [0, 1].map((rank) => ({ x: 150, y: 100, label: `rank ${rank}`, rank }));
  assert.equal(placeLabels({ points: crowd, track: [], box, widthOf: averageWidth })[0]?.label, "rank 1");
});

test("the provider of a name is dropped and a long name cut", () => {
  const box = { left: 0, right: 600, top: 0, bottom: 200 };
  const [short] = placeLabels({
    points: [{ x: 100, y: 50, rank: 0, label: "vendor/model" }],
    track: [],
    box,
    widthOf: averageWidth,
  });
  assert.equal(short?.text, "model");
  const label = "m".repeat(60);
  const [cut] = placeLabels({
    points: [{ x: 100, y: 50, rank: 0, label }],
    track: [],
    box,
    widthOf: averageWidth,
  });
  assert.equal(cut?.text.length, 28);
});

test("the nearest point to a name is its own, or a line leads to it", () => {
  const box = { left: 0, right: 300, top: 0, bottom: 200 };
  const point = fc.record({ x: fc.integer({ min: 10, max: 290 }), y: fc.integer({ min: 10, max: 190 }) });
  fc.assert(
    fc.property(fc.array(point, { minLength: 1, maxLength: 12 }), (places) => {
      const points = places.map((place, index) => ({ ...place, label: `model-${index}`, rank: -index }));
      for (const { label, text: name, x, y, anchor, leader } of placeLabels({
        points,
        track: [],
        box,
        widthOf: averageWidth,
      })) {
        const own = points.find((one) => one.label === label);
        assert.ok(own !== undefined);
        if (leader !== undefined) {
          assert.deepEqual(leader[0], { x: own.x, y: own.y });
          continue;
        }
        const left = anchor === "start" ? x : x - averageWidth(name);
        const gap = (one: { readonly x: number; readonly y: number }): number =>
          Math.hypot(
            Math.max(left - one.x, 0, one.x - left - averageWidth(name)),
            Math.max(y - 12 - one.y, 0, one.y - y - 3),
          );
        for (const other of points)
          assert.ok(other === own || gap(other) > gap(own), `${label} is nearer to ${other.label}`);
      }
    }),
    { numRuns: 500 },
  );
});

test("names keep off the track", () => {
  const box = { left: 0, right: 300, top: 0, bottom: 200 };
  const track = [
    { x: 0, y: 100 },
    { x: 300, y: 100 },
  ];
  const [name] = placeLabels({
    points: [{ x: 150, y: 100, rank: 0, label: "model" }],
    track,
    box,
    widthOf: averageWidth,
  });
  assert.ok(name === undefined || Math.abs(name.y - 4 - 100) > 8);
});

test("stacked segments start where the one below ends, and nothing is drawn for nothing", () => {
  const series = [
    { name: "a", values: [1, null, 0] },
    { name: "b", values: [2, 3, 0] },
  ];
  assert.deepEqual(
    stackSegments(series, 3).map(({ key, from, to }) => [key, from, to]),
    [
      ["0-0", 0, 1],
      ["1-0", 1, 3],
      ["1-1", 0, 3],
    ],
  );
});

test("thinning keeps the first and at most as many as asked for", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(), { maxLength: 60 }), fc.integer({ min: 1, max: 20 }), (items, limit) => {
      const kept = thin(items, limit);
      assert.ok(kept.length <= limit);
      assert.equal(kept[0], items[0]);
    }),
  );
});

test("a band goes along one edge and back along the other, and a gap ends it", () => {
  const edge = (x: number) => ({ x, low: 10, high: 2 });
  assert.equal(bandPath([edge(0), edge(5)]), "M0,2L5,2L5,10L0,10Z");
  assert.equal(bandPath([edge(0), edge(5), null, edge(9), edge(12)]).match(/M/g)?.length, 2);
  assert.equal(bandPath([]), "");
  assert.equal(bandPath([null]), "");
});

test("ticks keep their distance to the one that stays, and the first stays", () => {
  const at = (...places: number[]) => places.map((place) => ({ at: place }));
  assert.deepEqual(apart(at(0, 5, 12, 19, 24), 10), at(0, 12, 24));
  assert.deepEqual(apart([], 10), []);
});

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
