// How parts of a turn are weighed against each other.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  addUp,
  ASKED_FEATURES,
  COLUMNS,
  createAttention,
  createSpanSums,
  GROUPS,
  HEADS,
  readAsked,
  SCORE_RANGE,
  SCORES_AT,
  weigh,
} from "./attention.ts";

/** @param parts the operation's score and the first operation's sum, part by part */
function attended(parts: readonly (readonly [score: number, sum: number])[], whole = 0) {
  const sums = new Float64Array((1 + parts.length) * COLUMNS);
  sums[HEADS.operation] = whole;
  parts.forEach(([score, sum], part) => {
    sums[(1 + part) * COLUMNS + SCORES_AT] = score;
    sums[(1 + part) * COLUMNS + HEADS.operation] = sum;
  });
  const attention = createAttention();
  weigh(sums, parts.length, attention);
  addUp(sums, parts.length, attention);
  const { pooled, shares } = attention;
  return { sums, attention, pooled, shares: parts.map((_, part) => shares[part * GROUPS.length]!) };
}

test("shares of the parts add up to one, and the higher score has the larger", () => {
  const { shares } = attended([
    [1, 0],
    [2, 0],
    [-3, 0],
  ]);
  assert.ok(Math.abs(shares.reduce((sum, share) => sum + share, 0) - 1) < 1e-12);
  assert.ok(shares[1]! > shares[0]! && shares[0]! > shares[2]!);
});

test("the whole counts in full, with parts beside it or without", () => {
  assert.equal(attended([], 2).pooled[HEADS.operation], 2);
  assert.equal(attended([[0, 0]], 2).pooled[HEADS.operation], 2);
});

test("a part far below the others hardly moves what they say", () => {
  const alone = attended([[2, 5]]).pooled[HEADS.operation]!;
  const beside = attended([
    [2, 5],
    [-8, -40],
  ]).pooled[HEADS.operation]!;
  assert.ok(Math.abs(alone - beside) < 0.05 * alone, `${alone} ${beside}`);
});

test("neighbouring parts are summed as if they were all of the turn", () => {
  const parts = [
    [1, 4],
    [SCORE_RANGE.low, -9],
    [2.5, 1],
    [SCORE_RANGE.high, 7],
    [-5, 3],
  ] as const;
  const { sums, attention } = attended(parts, 2);
  const spans = createSpanSums();
  spans.take(sums, parts.length, attention);
  const out = new Float64Array(COLUMNS);
  for (let from = 0; from < parts.length; from += 1)
    for (let to = from + 1; to <= parts.length; to += 1) {
      spans.addUp(from, to, out);
      const alone = attended(parts.slice(from, to), 2).pooled[HEADS.operation]!;
      assert.ok(
        Math.abs(out[HEADS.operation]! - alone) < 1e-6,
        `${from} ${to}: ${out[HEADS.operation]} ${alone}`,
      );
    }
});

test("scores beyond their range stay finite", () => {
  const { pooled } = attended([
    [1e9, 1],
    [-1e9, 1],
    [SCORE_RANGE.high, 1],
  ]);
  assert.ok(pooled.every(Number.isFinite));
});

test("what asks is as long as the part that asks, not as what stands around it", () => {
  const lengthOf = (parts: Parameters<typeof attended>[0], units: readonly number[]): number => {
    const features = new Float64Array(ASKED_FEATURES);
    readAsked(attended(parts).attention, units, { partCount: parts.length, features });
    return Math.expm1(8 * features[0]!);
  };
  assert.ok(Math.abs(lengthOf([[2, 0]], [80]) - 80) < 1e-9);
  const among = lengthOf(
    [
      [-5, 0],
      [3, 0],
      [-5, 0],
    ],
    [900, 80, 700],
  );
  assert.ok(among > 79 && among < 85, String(among));
});
