import assert from "node:assert/strict";
import { test } from "node:test";

import { wordsOfShares } from "./train-router.ts";

const percentIn = (words: string): number[] =>
  [...words.matchAll(/ (\d+) %[,.]/g)].map(([, percent]) => Number(percent));
const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0);

const of = (shipped: number, corrections: readonly number[], process: number) => ({
  shipped,
  corrections,
  process,
});

test("shares of a router sum to 100 %, whatever their logits are multiplied by", () => {
  for (const shares of [
    of(0.259, [0.2, 0.404], 0.655),
    of(0.01, [0.1, 0], 0.35),
    of(0.25, [0.25, 0], 0.5),
    of(1 / 3, [1 / 3, 0], 1 / 3),
  ]) {
    const words = wordsOfShares(shares);
    const percent = percentIn(words.slice(0, words.indexOf("likeness of prompts") + 26));
    assert.equal(percent.length, 3, words);
    assert.equal(sumOf(percent), 100, words);
  }
});

test("a sum beside 1 is said as what it does to the estimates", () => {
  assert.match(wordsOfShares(of(0.26, [0.4, 0], 0.66)), /taken 1\.32 times, further from 50 %/);
  assert.match(wordsOfShares(of(0.1, [0.2, 0], 0.2)), /taken 0\.50 times, nearer to 50 %/);
  assert.match(wordsOfShares(of(0.25, [0.25, 0], 0.5)), /is their mean/);
  assert.match(wordsOfShares(of(0, [0, 0], 0)), /every estimate is 50 %/);
});
