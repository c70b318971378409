import assert from "node:assert/strict";
import { test } from "node:test";
import { drawNormal, splitmix32 } from "@signalbox/engine/numerics";
import { fitClusters } from "./fit-clusters.ts";
import type { FeatureRows } from "./fit-clusters.ts";

const MIDDLES = [
  [0, 0],
  [10, 0],
  [0, 10],
] as const;

/** Rows about three middles in turn, with a third column that is not looked at. */
function made(count: number, spread: number): FeatureRows {
  const random = splitmix32(2);
  const features = new Float32Array(count * 3);
  for (let row = 0; row < count; row += 1) {
    const [x, y] = MIDDLES[row % 3] ?? [0, 0];
    features.set([x + spread * drawNormal(random), y + spread * drawNormal(random), 1e6 * random()], row * 3);
  }
  return { data: features, stride: 3 };
}

const rowsOf = (from: number, to: number): Int32Array =>
  Int32Array.from({ length: to - from }, (_, index) => from + index);
const fit = (rows: FeatureRows, count: number, dev = rowsOf(300, 360), seed = 1) =>
  fitClusters(rows, 2, { train: rowsOf(0, 300), dev }, { count, random: splitmix32(seed) });

const centresOf = ({ centres, width }: ReturnType<typeof fit>): (readonly number[])[] =>
  Array.from({ length: centres.length / width }, (_, cluster) => [
    ...centres.subarray(cluster * width, (cluster + 1) * width),
  ]);

test("every middle of the rows has a centre, whatever the seed", () => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const centres = centresOf(fit(made(360, 0.2), 3, rowsOf(300, 360), seed));
    for (const [x, y] of MIDDLES)
      assert.ok(
        centres.some(([cx = 0, cy = 0]) => Math.hypot(cx - x, cy - y) < 0.3),
        `${seed}: ${x}, ${y}`,
      );
  }
});

test("the radius is that of rows which placed no centre, its second end never below the first", () => {
  const near = fit(made(360, 0.2), 3);
  const wide = fit(made(360, 1), 3);
  const [median = 0, far = 0] = near.radius;
  assert.ok(median > 0.1 && median < 0.5 && far > median, `${median} ${far}`);
  assert.ok((wide.radius[0] ?? 0) > 3 * median);
});

test("without held-out rows the rows themselves set the radius", () => {
  const { radius } = fit(made(360, 0.2), 3, new Int32Array());
  assert.ok((radius[0] ?? 0) > 0 && (radius[1] ?? 0) > (radius[0] ?? 0));
});

test("there are never more centres than rows, and equal rows have a radius all the same", () => {
  const same = { data: new Float32Array(12).fill(1), stride: 3 } as unknown as FeatureRows;
  const rows = { train: Int32Array.of(0, 1, 2, 3), dev: new Int32Array() };
  const { count, radius } = fitClusters(same, 2, rows, { count: 9, random: splitmix32(1) });
  assert.equal(count, 4);
  assert.equal(radius[0], 0);
  assert.ok((radius[1] ?? 0) > 0);
});

test("the same seed gives the same centres", () => {
  assert.deepEqual(fit(made(360, 0.5), 3), fit(made(360, 0.5), 3));
});
