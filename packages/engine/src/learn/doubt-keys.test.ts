import assert from "node:assert/strict";
import { test } from "node:test";

import { findDoubtfulKeys, type KeyReports } from "./doubt-keys.ts";
import { logitOf, sigmoid } from "../numerics/logistic.ts";
import { drawNormal, mulberry32 } from "../numerics/random.ts";

/** Reports of a key whose truth is `level + slope x` where the others predict the logit x, of the given deviation. */
function draw(
  keyId: string,
  options: { seed: number; slope: number; level?: number; sd?: number },
): KeyReports {
  const random = mulberry32(options.seed);
  return {
    keyId,
    reports: Array.from({ length: 300 }, () => {
      const predicted = sigmoid((options.sd ?? 0.5) * drawNormal(random));
      const truth = sigmoid((options.level ?? 0) + options.slope * logitOf(predicted));
      return { predicted, outcome: random() < truth ? 1 : 0 };
    }),
  };
}

const honest = (seed: number): KeyReports[] =>
  ["a", "b", "c", "d"].map((keyId, index) => draw(keyId, { seed: 10 * seed + index, slope: 1 }));

test("a key that flips its reports is set aside even where models are predicted weakly and all succeed half the time", () => {
  for (let seed = 0; seed < 30; seed += 1) {
    const keys = [...honest(seed), draw("evil", { seed: 500 + seed, slope: -1, sd: 0.7 })];
    assert.deepEqual([...findDoubtfulKeys(keys)], ["evil"]);
  }
});

test("harsh judges, random clicks and honest keys keep their voice", () => {
  let doubted = 0;
  for (let seed = 0; seed < 100; seed += 1) {
    const harsh = draw("harsh", { seed: 600 + seed, slope: 1, level: -0.7 });
    const clicks = draw("clicks", { seed: 700 + seed, slope: 0 });
    doubted += findDoubtfulKeys([...honest(seed), harsh, clicks]).size;
  }
  assert.ok(doubted <= 2, `${doubted} of 600 keys doubted`);
});

test("two keys that contradict each other are both believed: there is no majority", () => {
  const keys = [draw("a", { seed: 1, slope: 1 }), draw("b", { seed: 2, slope: -1 })];
  assert.equal(findDoubtfulKeys(keys).size, 0);
});
