import assert from "node:assert/strict";
import { test } from "node:test";

import { splitmix32, type Random } from "../numerics/random.ts";
import { createSampler, createShareEstimator, type Found, type Member } from "./sampled-share.ts";

const ALPHA = 0.05;

interface Population {
  readonly members: readonly Member[];
  readonly found: readonly Found[];
  readonly having: number;
  /** Share among those that can be looked at. */
  readonly share: number;
}

interface Shape {
  readonly size: number;
  /** How far the guesses tell members apart. */
  readonly skill: number;
  /** Share of members that turn out to have no value. */
  readonly none?: number;
}

/** One kind in four lacks the property three times as often, and no guess knows it. */
function drawPopulation(random: Random, { size, skill, none = 0 }: Shape): Population {
  const members: Member[] = [];
  const found: Found[] = [];
  for (let at = 0; at < size; at += 1) {
    const kind = `kind ${at % 4}`;
    const easy = Math.exp(skill * (2 * random() - 1) * 2);
    const lack = Math.min(0.9, 0.06 * easy * (at % 4 === 0 ? 3 : 1));
    members.push({ guess: 1 - Math.min(0.9, 0.15 * easy), cost: 0.5 + random(), kinds: [kind] });
    found.push(random() < none ? "none" : random() >= lack);
  }
  const having = Math.round(size / 3);
  const seen = found.filter((each) => each !== "none");
  const share = (having + seen.filter(Boolean).length) / (having + seen.length);
  return { members, found, having, share };
}

interface Looked {
  readonly isHeld: boolean;
  /** Draws after which the lower end came within the gap; infinite where it never did. */
  readonly enough: number;
  readonly width: number;
}

/** Looks after every draw. */
function look({ members, found, having, share }: Population, random: Random, gap = 0.05): Looked {
  const sampler = createSampler(members, random);
  const guesses = members.reduce((sum, { guess }) => sum + guess, 0);
  const estimator = createShareEstimator({ size: members.length, having, guesses, alpha: ALPHA });
  let [isHeld, enough, width] = [true, Infinity, 1];
  for (let count = 1; ; count += 1) {
    const next = sampler.next();
    if (next === undefined) return { isHeld, enough, width };
    const each = found[next.at] ?? "none";
    estimator.note(next.draw, each);
    sampler.tell(next.at, each);
    const { low, mean, high } = estimator.estimate();
    assert.ok(low <= mean && mean <= high);
    isHeld &&= share >= low - 1e-9 && share <= high + 1e-9;
    if (enough === Infinity && low > share - gap) enough = count;
    width = high - low;
  }
}

for (const [name, shape] of [
  ["guesses that know something", { size: 200, skill: 1 }],
  ["guesses that know nothing", { size: 150, skill: 0 }],
  ["a tenth that cannot be looked at", { size: 150, skill: 1, none: 0.1 }],
] as const)
  test(`the interval holds the truth at every look in .93 of 400 runs: ${name}`, () => {
    let held = 0;
    for (let run = 0; run < 400; run += 1) {
      const random = splitmix32(1 + run);
      held += Number(look(drawPopulation(random, shape), random).isHeld);
    }
    assert.ok(held / 400 >= 0.93, `${held} of 400`);
  });

test("once every member was looked at the share is exact", () => {
  for (const none of [0, 0.2]) {
    const random = splitmix32(3);
    assert.ok(look(drawPopulation(random, { size: 60, skill: 1, none }), random).width < 1e-9);
  }
});

const eightieth = (counts: readonly number[]): number =>
  counts.toSorted((a, b) => a - b)[Math.ceil(0.8 * counts.length) - 1] ?? Infinity;

test("draws that prefer doubt tell five points with fewer comparisons than even draws, at 80 % power", () => {
  const enough = { doubt: [] as number[], even: [] as number[] };
  for (let run = 0; run < 60; run += 1) {
    const population = drawPopulation(splitmix32(100 + run), { size: 500, skill: 1 });
    enough.doubt.push(look(population, splitmix32(run)).enough);
    const guess = population.members.reduce((sum, each) => sum + each.guess, 0) / 500;
    const members = population.members.map(() => ({ guess, cost: 1, kinds: [] }));
    enough.even.push(look({ ...population, members }, splitmix32(run)).enough);
  }
  const ratio = eightieth(enough.doubt) / eightieth(enough.even);
  assert.ok(ratio <= 0.85, `ratio ${ratio}: ${eightieth(enough.doubt)} beside ${eightieth(enough.even)}`);
});

test("a member is drawn once, a dropped one never, and chances sum to one", () => {
  const members = Array.from({ length: 12 }, (_, at) => ({ guess: at / 12, cost: 1 + at, kinds: ["k"] }));
  const sampler = createSampler(members, splitmix32(5));
  sampler.drop(7);
  const drawn: number[] = [];
  for (let next = sampler.next(); next !== undefined; next = sampler.next()) {
    assert.equal(next.draw.left, 11 - drawn.length);
    assert.ok(next.draw.chance > 0 && next.draw.chance <= 1 + 1e-12);
    drawn.push(next.at);
    sampler.tell(next.at, true);
  }
  assert.deepEqual(
    drawn.toSorted((a, b) => a - b),
    [0, 1, 2, 3, 4, 5, 6, 8, 9, 10, 11],
  );
});

test("a population without members to draw has an exact share", () => {
  assert.deepEqual(createShareEstimator({ size: 0, having: 9, guesses: 0, alpha: ALPHA }).estimate(), {
    mean: 1,
    low: 1,
    high: 1,
  });
});
