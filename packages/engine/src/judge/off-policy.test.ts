import assert from "node:assert/strict";
import { test } from "node:test";

import { bootstrapMean, confidenceSequence, doublyRobustValues, effectiveSampleSize } from "./off-policy.ts";
import type { LoggedOutcome } from "./off-policy.ts";
import { meanOf, varianceOf } from "../numerics/moments.ts";
import { mulberry32 } from "../numerics/random.ts";

/** Two arms with success .8 and .5; the logger picks the worse one with probability .7; the judged policy the better. */
function simulateLog(count: number, random: () => number, bias: number): LoggedOutcome[] {
  return Array.from({ length: count }, () => {
    const isBetter = random() < 0.3;
    const reward = random() < (isBetter ? 0.8 : 0.5) ? 1 : 0;
    return {
      reward,
      loggingPropensity: isBetter ? 0.3 : 0.7,
      targetPropensity: isBetter ? 1 : 0,
      predictedLogged: (isBetter ? 0.8 : 0.5) + bias,
      predictedTarget: 0.8 + bias,
    };
  });
}

test("the doubly robust estimate is right even when the predictions are biased", () => {
  const rows = simulateLog(20_000, mulberry32(1), -0.25);
  assert.ok(Math.abs(meanOf(doublyRobustValues(rows)) - 0.8) < 0.02);
});

test("95 % bootstrap intervals hold the truth in about 95 % of worlds", () => {
  let held = 0;
  for (let seed = 0; seed < 200; seed += 1) {
    const random = mulberry32(seed);
    const values = doublyRobustValues(simulateLog(300, random, 0.1));
    const interval = bootstrapMean({ values, resamples: 300, confidence: 0.95, random });
    if (interval.low <= 0.8 && 0.8 <= interval.high) held += 1;
  }
  assert.ok(held >= 184, `${held} of 200`);
});

test("grouped resampling widens the interval when the rows of a session repeat each other", () => {
  const values = Float64Array.from({ length: 400 }, (_, index) => Math.floor(index / 20) % 2);
  const groups = Int32Array.from({ length: 400 }, (_, index) => Math.floor(index / 20));
  const loose = bootstrapMean({ values, groups, resamples: 400, confidence: 0.95, random: mulberry32(2) });
  const tight = bootstrapMean({ values, resamples: 400, confidence: 0.95, random: mulberry32(2) });
  assert.ok(loose.high - loose.low > 2 * (tight.high - tight.low));
});

test("a confidence sequence looked at after every sample errs in fewer than 5 % of null worlds", () => {
  let errors = 0;
  for (let seed = 0; seed < 300; seed += 1) {
    const random = mulberry32(1000 + seed);
    const values: number[] = [];
    let isWrong = false;
    for (let count = 1; count <= 400; count += 1) {
      values.push(random() < 0.5 ? -1 : 1);
      if (count < 40 || count % 10 !== 0) continue;
      const interval = confidenceSequence(
        { mean: meanOf(values), variance: varianceOf(values), count },
        0.05,
      );
      if (interval.low > 0 || interval.high < 0) isWrong = true;
    }
    if (isWrong) errors += 1;
  }
  assert.ok(errors <= 15, `${errors} of 300`);
});

test("the effective sample size falls to the number of overlapping rows", () => {
  const rows = simulateLog(1000, mulberry32(3), 0);
  const overlapping = rows.filter((row) => row.targetPropensity > 0).length;
  assert.ok(Math.abs(effectiveSampleSize(rows) - overlapping) < 1e-6);
  assert.equal(effectiveSampleSize([]), 0);
});
