import assert from "node:assert/strict";
import { test } from "node:test";

import fc from "fast-check";
import { loadTsx } from "../../../test/support/load-tsx.ts";
import type * as QualityChart from "./quality-chart.tsx";

const { REPORTS_MIN, steadied } = await loadTsx<typeof QualityChart>("pages/overview/quality-chart.tsx");

const bucket = fc
  .record({
    count: fc.integer({ min: 0, max: 30 }),
    good: fc.nat({ max: 30 }),
    predicted: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ count, good, predicted }) => {
    const reported = count === 0 ? null : Math.min(good, count) / count;
    return {
      count,
      predicted: count === 0 ? null : predicted,
      reported,
      reported_low: reported === null ? null : 0,
      reported_high: reported === null ? null : 1,
    };
  });

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

test("no point of the chart rests on few reports where the whole has enough, and none is left out", () => {
  fc.assert(
    fc.property(fc.array(bucket, { minLength: 1, maxLength: 60 }), (buckets) => {
      const shown = steadied(buckets);
      assert.equal(shown.length, buckets.length);
      const all = sum(buckets.map(({ count }) => count));
      const least = Math.min(REPORTS_MIN, all);
      for (const one of shown) assert.ok(one.count >= least, `${one.count} of ${all}`);
      const runs = [...new Set(shown)];
      assert.equal(sum(runs.filter(({ count }) => count > 0).map(({ count }) => count)), all);
      const good = sum(buckets.map(({ count, reported }) => count * (reported ?? 0)));
      assert.ok(Math.abs(sum(runs.map(({ count, reported }) => count * (reported ?? 0))) - good) < 1e-6);
      for (const { reported, reported_low: low, reported_high: high } of runs)
        if (reported !== null)
          assert.ok(low !== null && high !== null && low <= reported + 1e-9 && reported <= high + 1e-9);
    }),
  );
});

test("the interval of a share is Wilson's", () => {
  const [one] = steadied([{ count: 95, predicted: 0.9, reported: 0.84, reported_low: 0, reported_high: 1 }]);
  assert.ok(Math.abs((one?.reported_low ?? 0) - 0.7535) < 0.002, `${one?.reported_low}`);
  assert.ok(Math.abs((one?.reported_high ?? 0) - 0.9005) < 0.002, `${one?.reported_high}`);
});
