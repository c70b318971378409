import assert from "node:assert/strict";
import { test } from "node:test";

import { judgeDrift } from "./judge-drift.ts";

/** Reports of 0 or 1 at this rate against a constant prediction: brier = gap^2 + rate (1 - rate). */
function statistic(predictedMean: number, reportedMean: number, count: number) {
  const gap = reportedMean - predictedMean;
  return {
    label: "m",
    field: "code",
    count,
    predictedMean,
    reportedMean,
    brier: gap * gap + reportedMean * (1 - reportedMean),
  };
}

test("a model that fails twice as often as predicted raises an alert after a few hundred reports, not after ten", () => {
  assert.equal(judgeDrift(statistic(0.8, 0.6, 10)).isAlert, false);
  assert.equal(judgeDrift(statistic(0.8, 0.6, 400)).isAlert, true);
});

test("a true prediction raises none, however long it is watched", () => {
  for (const count of [30, 100, 1000, 100_000])
    assert.equal(judgeDrift(statistic(0.7, 0.7, count)).isAlert, false);
});

test("a real gap below five points is no reason to wake anyone", () => {
  assert.equal(judgeDrift(statistic(0.7, 0.66, 1_000_000)).isAlert, false);
});
