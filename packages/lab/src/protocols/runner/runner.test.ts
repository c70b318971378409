// The bootstrap over judged figures, and the figures that there are.
import assert from "node:assert/strict";
import { test } from "node:test";
import { FIGURES, getFigure, weightedMean, requireSections, summariseMethods } from "./protocol.ts";

test("unknown results are left out of a mean with their weight, and a weight of two counts a prompt twice", () => {
  assert.equal(weightedMean(Float64Array.of(1, Number.NaN, 0), Float64Array.of(3, 100, 1)), 0.75);
  assert.ok(Number.isNaN(weightedMean(Float64Array.of(Number.NaN), Float64Array.of(1))));
  const twice = weightedMean(Float64Array.of(0.2, 0.8), Float64Array.of(2, 1));
  assert.ok(Math.abs(twice - 0.4) < 1e-12);
});

test("a protocol without anything to judge says what it needs", () => {
  assert.throws(() => requireSections([], "a source"), {
    detail: /needs a source; the data folder has none/,
  });
});

test("every figure has a title, a meaning and a direction", () => {
  for (const name of Object.keys(FIGURES)) {
    const { title, meaning, better } = getFigure(name);
    assert.ok(title !== "" && meaning !== "" && (better === "higher" || better === "lower"));
  }
});

test("means are over seeds, leads are ours minus theirs on the same resamples, and equal methods tie exactly", () => {
  const judged = (value: number) => ({
    figures: { auc: (w: Float64Array) => value * (w.reduce((a, b) => a + b, 0) / 20) },
  });
  const method = (name: string, isOurs: boolean, ...values: readonly number[]) => ({
    contender: { name, title: name, isOurs },
    judged: values.map(judged),
  });
  const [theirs, ours, twin] = summariseMethods({
    runs: [method("theirs", false, 0.5, 0.7), method("ours", true, 0.8), method("twin", false, 0.8)],
    promptCount: 20,
    figureNames: ["auc"],
    seed: 1,
    resamples: 30,
  });
  assert.ok(Math.abs((theirs?.figures["auc"]?.value ?? 0) - 0.6) < 1e-12);
  assert.ok(Math.abs((theirs?.lead["auc"]?.value ?? 0) - 0.2) < 1e-12);
  assert.deepEqual(ours?.lead, {});
  assert.deepEqual(twin?.lead["auc"], { value: 0, low: 0, high: 0 });
});
