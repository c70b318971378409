import assert from "node:assert/strict";
import { test } from "node:test";
import { mulberry32 } from "@signalbox/engine/numerics";

import { shareOfChain } from "./experiment-run.ts";
import { compareArms, JUDGED_CHAINS_MIN } from "./count-experiment.ts";

function reports(random: () => number, count: number, success: number): Float64Array {
  return Float64Array.from({ length: count }, () => (random() < success ? 1 : 0));
}

test("two equal arms that are looked at after every ten chains are hardly ever called different", () => {
  const random = mulberry32(7);
  const experiments = 200;
  let wrong = 0;
  for (let experiment = 0; experiment < experiments; experiment += 1) {
    const [a, b] = [reports(random, 600, 0.7), reports(random, 600, 0.7)];
    const looks = Array.from({ length: 57 }, (_, look) => JUDGED_CHAINS_MIN + 10 * look);
    if (looks.some((n) => compareArms(a.subarray(0, n), b.subarray(0, n)).verdict !== "undecided"))
      wrong += 1;
  }
  assert.ok(wrong / experiments < 0.08, `${wrong} of ${experiments}`);
});

test("a true difference is found, in its direction, and the interval holds it", () => {
  const random = mulberry32(8);
  const [worse, better] = [reports(random, 2000, 0.6), reports(random, 2000, 0.75)];
  const { difference, verdict } = compareArms(worse, better);
  assert.equal(verdict, "b_better");
  assert.ok((difference.low ?? 1) < 0.15 && (difference.high ?? 0) > 0.15);
  assert.equal(compareArms(better, worse).verdict, "a_better");
});

test("a few chains never end an experiment, however clear they look", () => {
  const few = JUDGED_CHAINS_MIN - 1;
  const compared = compareArms(new Float64Array(few), new Float64Array(few).fill(1));
  assert.deepEqual(compared.difference, { mean: 1, low: null, high: null });
  assert.equal(compared.verdict, "undecided");
  assert.equal(compareArms(new Float64Array(0), new Float64Array(50)).difference.mean, null);
});

test("arms whose reports are all alike are not certain: a tiny difference between constants decides nothing", () => {
  const constant = (value: number): Float64Array => new Float64Array(JUDGED_CHAINS_MIN).fill(value);
  const { difference, verdict } = compareArms(constant(0.7), constant(0.71));
  assert.equal(verdict, "undecided");
  assert.ok((difference.high ?? 0) - (difference.low ?? 0) > 0.1);
  assert.equal(compareArms(constant(0), constant(1)).verdict, "b_better");
});

test("chains fall evenly over 0..1, and otherwise in each experiment", () => {
  const shares = Array.from({ length: 4000 }, (_, index) => shareOfChain("first", `chain-${index}`));
  const below = shares.filter((share) => share < 0.3).length / shares.length;
  assert.ok(Math.abs(below - 0.3) < 0.03, String(below));
  const both = shares.filter((share, index) => share < 0.3 && shareOfChain("second", `chain-${index}`) < 0.3);
  assert.ok(Math.abs(both.length / shares.length - 0.09) < 0.02);
});
