import assert from "node:assert/strict";
import { test } from "node:test";
import { computeAuc } from "@signalbox/engine/numerics";
import { DEFAULT_RESAMPLES, drawResamples, computeEce, computeAiq, prepareAiq } from "./metrics.ts";

import golden from "./golden/metrics.golden.json" with { type: "json" };

function near(actual: number, expected: number): void {
  assert.ok(Math.abs(actual - expected) <= 1e-6, `${actual} is not within 1e-6 of ${expected}`);
}

test("AUC and calibration error equal scikit-learn's, with and without weights", () => {
  const { predictions } = golden;
  const items = {
    predicted: Float32Array.from(predictions.predicted),
    observed: Float32Array.from(predictions.observed),
  };
  const weights = Float64Array.from(predictions.weights);
  near(computeAuc(items), predictions.auc);
  near(computeAuc(items, weights), predictions.aucWeighted);
  near(computeEce(items), predictions.ece);
  near(computeEce(items, weights), predictions.eceWeighted);
});

test("each resample draws as many prompts as there are, the same for the same seed", () => {
  const draw = (seed: number): Float64Array[] => [...drawResamples({ count: 30, seed })];
  const drawn = draw(5);
  assert.equal(drawn.length, DEFAULT_RESAMPLES);
  for (const weights of drawn)
    assert.equal(
      weights.reduce((a, b) => a + b, 0),
      30,
    );
  assert.deepEqual(draw(5), drawn);
  assert.notDeepEqual(draw(6), drawn);
});

// Quality over the price curve, against areas that can be drawn by hand.

test("the area is under the hull: a point below the line between two others, or more expensive and worse, adds nothing", () => {
  const ends = [
    { usd: 1, quality: 0.4 },
    { usd: 3, quality: 0.8 },
  ];
  assert.ok(Math.abs(computeAiq(ends, 1, 3) - 0.6) < 1e-12);
  const within = [...ends, { usd: 2, quality: 0.5 }, { usd: 2.5, quality: 0.3 }];
  assert.equal(computeAiq(within, 1, 3), computeAiq(ends, 1, 3));
  const above = [...ends, { usd: 2, quality: 0.7 }];
  assert.ok(Math.abs(computeAiq(above, 1, 3) - 0.65) < 1e-12);
  assert.ok(
    Math.abs(computeAiq([{ usd: 1, quality: 0.4 }], 1, 3) - 0.4) < 1e-12,
    "the best there is, beyond it",
  );
});

test("who knows which prompts the cheap model solves is worth more than always one model, and unknown cells are not picked", () => {
  const outcomes = Float64Array.of(1, 1, 0, 1, 1, 1, 0, Number.NaN);
  const priced = { outcomes, usd: Float64Array.of(1, 3, 1, 3, 1, 3, 1, 3), expectedUsd: [1, 3] };
  const ones = new Float64Array(4).fill(1);
  const knows = prepareAiq({ ...priced, said: Float64Array.of(1, 1, 0, 1, 1, 1, 0, 1) });
  const always = prepareAiq({ ...priced, said: Float64Array.of(0, 1, 0, 1, 0, 1, 0, 1) });
  assert.ok(knows(ones) > always(ones));
  assert.ok(knows(ones) <= 0.75);
  assert.equal(knows(Float64Array.of(0, 0, 0, 2)), 0, "its only known answer fails");
});
