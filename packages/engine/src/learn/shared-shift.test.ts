import assert from "node:assert/strict";
import { test } from "node:test";
import { mulberry32 } from "../numerics/random.ts";
import { createSharedShift } from "./shared-shift.ts";

test("a common level keeps the order of models and widens no gap between them, over random lists", () => {
  const random = mulberry32(3);
  for (let round = 0; round < 500; round += 1) {
    const models = Array.from({ length: 2 + Math.floor(random() * 6) }, () => ({
      shipped: 0.001 + 0.998 * random(),
      weight: random() < 0.5 ? 0 : random(),
    }));
    const level = 8 * random() - 4;
    const { chanceOf: shift } = createSharedShift(level, models);
    const sorted = models.map(({ shipped }) => shipped).sort((a, b) => a - b);
    sorted.forEach((shipped, at) => {
      const moved = shift(shipped);
      assert.ok(moved > 0 && moved < 1, `${moved}`);
      assert.ok(level < 0 ? moved <= shipped : moved >= shipped, `${shipped} became ${moved} at ${level}`);
      const next = sorted[at + 1];
      if (next === undefined) return;
      const gap = shift(next) - moved;
      assert.ok(gap >= -1e-12 && gap <= next - shipped + 1e-5, `${next - shipped} became ${gap}`);
    });
  }
});

test("the models with evidence say what the level does to a chance", () => {
  const { chanceOf: shift } = createSharedShift(-2, [
    { shipped: 0.8, weight: 1 },
    { shipped: 0.3, weight: 0 },
  ]);
  const expected = 1 / (1 + Math.exp(-(Math.log(4) - 2)));
  assert.ok(Math.abs(shift(0.8) - expected) < 1e-12, `${shift(0.8)}`);
  assert.ok(Math.abs(shift(0.3) / 0.3 - expected / 0.8) < 1e-12);
});
