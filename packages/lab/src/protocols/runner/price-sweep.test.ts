import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { applyPlattScaling, fitPlattScaling } from "../../estimators/contract/platt-scaling.ts";
import { pickAll, sweepPrices } from "./price-sweep.ts";
import type { SweepInput } from "./price-sweep.ts";
import { floatAt, valueAt } from "../../arrays/value-at.ts";

const COLUMNS = 3;
const cell = fc.record({
  predicted: fc.float({ min: 0, max: 1, noNaN: true }),
  cost: fc.double({ min: 1e-5, max: 1, noNaN: true }),
  score: fc.constantFrom(0, 1, Number.NaN),
});
const input = fc
  .array(cell, { minLength: 1, maxLength: 20 })
  .map((cells) =>
    cells.flatMap((one) => [one, { ...one, cost: one.cost / 2 }, { ...one, predicted: one.predicted / 2 }]),
  )
  .map((cells): SweepInput => ({
    columns: COLUMNS,
    predicted: Float32Array.from(cells, (one) => one.predicted),
    expectedCostUsd: Float64Array.from(cells, (one) => one.cost),
    scores: Float32Array.from(cells, (one) => one.score),
    costUsd: Float64Array.from(cells, (one) => one.cost),
  }));

test("a higher price weight never picks a more expensive model", () => {
  fc.assert(
    fc.property(input, (sweep) => {
      const totals = sweepPrices(sweep).map((step) => step.costUsd.reduce((a, b) => a + b, 0));
      for (const [i, total] of totals.slice(1).entries()) assert.ok(total <= valueAt(totals, i) + 1e-9);
    }),
  );
});

test("a model whose outcome is unknown is never picked, and equal models go to the cheaper", () => {
  fc.assert(
    fc.property(input, (sweep) => {
      const { picks } = pickAll(sweep, 0);
      for (const [row, pick] of picks.entries()) {
        if (pick < 0) continue;
        assert.ok(!Number.isNaN(floatAt(sweep.scores, row * COLUMNS + pick)));
        assert.notEqual(pick, 0, "column 1 is as good as column 0 at half its cost");
      }
    }),
  );
});

test("Platt scaling corrects overconfident predictions and leaves the order alone", () => {
  const truth = Float32Array.from({ length: 2_000 }, (_, i) => 0.2 + 0.6 * (((i * 13) % 100) / 100));
  const observed = truth.map((p, i) => (((i * 7919) % 1_000) / 1_000 < p ? 1 : 0));
  const loud = truth.map((p) => p ** 3 / (p ** 3 + (1 - p) ** 3));
  const scaled = applyPlattScaling(fitPlattScaling(loud, observed), loud);
  const miss = (predicted: Float32Array): number =>
    predicted.reduce((sum, p, i) => sum + Math.abs(p - floatAt(truth, i)), 0);
  assert.ok(miss(scaled) < miss(loud) / 3);
  const rises = (values: Float32Array, i: number): boolean => floatAt(values, i) >= floatAt(values, i - 1);
  assert.ok(scaled.every((_, i) => i === 0 || rises(scaled, i) === rises(loud, i)));
});
