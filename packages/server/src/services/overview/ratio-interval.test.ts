import assert from "node:assert/strict";
import { test } from "node:test";

import { createRatio, type Cluster } from "./ratio-interval.ts";

const halfWidthOf = (clusters: readonly Cluster[]): number | undefined => {
  const sum = createRatio();
  for (const cluster of clusters) sum.add(cluster);
  return sum.halfWidth();
};

/** A seeded generator, the same in every run. */
function* uniform(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

test("calls that all save the same leave no doubt, and few stretches of time say nothing", () => {
  const even = Array.from({ length: 20 }, (_, index) => ({
    weight: index + 1,
    value: 0.5 * (index + 1),
  }));
  assert.ok((halfWidthOf(even) ?? 1) < 1e-6);
  assert.equal(halfWidthOf(even.slice(0, 7)), undefined);
  assert.equal(halfWidthOf([]), undefined);
});

test("of spans drawn from the same traffic, the interval misses the true saving in about one of twenty", () => {
  const random = uniform(7);
  const next = (): number => random.next().value;
  const [spans, clusters, trueMean] = [2_000, 24, 0.3];
  let missed = 0;
  for (let span = 0; span < spans; span += 1) {
    const drawn = Array.from({ length: clusters }, () => {
      const decisions = 5 + Math.floor(next() * 40);
      // Calls of one hour resemble each other: the hour has its own saving.
      const own = trueMean + (next() - 0.5);
      return { weight: decisions, value: decisions * own };
    });
    const decisions = drawn.reduce((sum, cluster) => sum + cluster.weight, 0);
    const saved = drawn.reduce((sum, cluster) => sum + cluster.value, 0);
    if (Math.abs(saved - trueMean * decisions) > (halfWidthOf(drawn) ?? 0)) missed += 1;
  }
  assert.ok(missed / spans > 0.03 && missed / spans < 0.08, `missed ${missed} of ${spans}`);
});
