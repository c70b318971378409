import assert from "node:assert/strict";
import { test } from "node:test";

import fc from "fast-check";

import { EMPTY_HISTOGRAM, meanOfSums, observe, percentileOf } from "./latency.ts";

const seconds = fc.double({ min: 0.001, max: 80_000, noNaN: true });

test("percentiles stay within a bucket of the observations, the mean between their extremes", () => {
  fc.assert(
    fc.property(
      fc.array(seconds, { minLength: 1, maxLength: 60 }),
      fc.double({ min: 0.01, max: 1, noNaN: true }),
      (values, share) => {
        const all = values.reduce(
          (histogram, value) => observe(histogram, { seconds: value, atMs: 5, halfLifeMs: 10 }),
          { ...EMPTY_HISTOGRAM, atMs: 5 },
        );
        const sorted = values.toSorted((a, b) => a - b);
        const exact = sorted[Math.ceil(share * sorted.length - 1e-9) - 1] ?? 0;
        const estimate = percentileOf(all, share) ?? 0;
        assert.ok(estimate >= exact / 1.06 && estimate <= exact * 1.06, `${estimate} for ${exact}`);
        const mean = meanOfSums(all.seconds) ?? 0;
        assert.ok(mean >= (sorted[0] ?? 0) - 1e-9 && mean <= (sorted.at(-1) ?? 0) + 1e-6);
      },
    ),
  );
});

test("the order in which observations arrive does not matter", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(seconds, fc.integer({ min: 1, max: 100 })), { minLength: 2, maxLength: 20 }),
      (values) => {
        const fold = (list: readonly (readonly [number, number])[]) =>
          list.reduce(
            (histogram, [value, atMs]) => observe(histogram, { seconds: value, atMs, halfLifeMs: 50 }),
            { ...EMPTY_HISTOGRAM, atMs: 1 },
          );
        const [forward, backward] = [fold(values), fold(values.toReversed())];
        const [a, b] = [meanOfSums(forward.seconds) ?? 0, meanOfSums(backward.seconds) ?? 0];
        assert.ok(Math.abs(a - b) <= 1e-9 * Math.max(a, 1));
        assert.ok(Math.abs(forward.seconds.weight - backward.seconds.weight) < 1e-9);
      },
    ),
  );
});

test("nothing observed is nothing known", () => {
  assert.equal(percentileOf(EMPTY_HISTOGRAM, 0.95), null);
  assert.equal(meanOfSums(EMPTY_HISTOGRAM.speed), null);
});
