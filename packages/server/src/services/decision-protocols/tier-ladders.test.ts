import assert from "node:assert/strict";
import { test } from "node:test";

import { classesOf, tierChances, TIER_LADDERS } from "./tier-ladders.ts";

/** Small, mid, strong, frontier, frontier with long thought. */
const task = { tiers: [0.4, 0.3, 0.2, 0.06, 0.04] };

function chancesOf(...labels: string[]): number[] {
  const classes = classesOf(labels);
  assert.ok(classes);
  return tierChances(classes, task).map((chance) => Math.round(chance * 100) / 100);
}

test("each label has the chance of its own class, the top one that of all above", () => {
  assert.deepEqual(chancesOf("SIMPLE", "MEDIUM", "COMPLEX", "REASONING"), [0.4, 0.3, 0.2, 0.1]);
  assert.deepEqual(chancesOf("weak", "strong"), [0.7, 0.3]);
  assert.deepEqual(chancesOf("capable", "efficient"), [0.3, 0.7]);
});

test("a ladder with missing steps is read up to the next one that is there", () => {
  assert.deepEqual(chancesOf("COMPLEX", "SIMPLE"), [0.6, 0.4]);
  assert.deepEqual(chancesOf("MEDIUM"), [1]);
});

test("order and case of the labels change nothing", () => {
  assert.deepEqual(chancesOf("reasoning", "Complex", "medium", "simple"), [0.1, 0.2, 0.3, 0.4]);
});

test("labels of several ladders, repeated ones and other words are no tiers", () => {
  for (const labels of [["SIMPLE", "premium"], ["weak", "WEAK"], ["billing", "technical"], ["__proto__"]])
    assert.equal(classesOf(labels), undefined, labels.join());
});

test("every ladder ends in the strongest class, and no two of its names share one", () => {
  for (const ladder of TIER_LADDERS) {
    const classes = Object.values(ladder);
    assert.equal(classes.at(-1), 4);
    assert.equal(new Set(classes).size, classes.length);
    assert.deepEqual(
      classes,
      classes.toSorted((a, b) => a - b),
    );
  }
});
