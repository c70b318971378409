import assert from "node:assert/strict";
import { test } from "node:test";

import { drawNormal, splitmix32 } from "../numerics/index.ts";
import { sureBound } from "./sure-bound.ts";

test("four in five draws stay within the bound, whatever the spread", () => {
  const random = splitmix32(5);
  for (const sd of [0.1, 0.4, 0.8]) {
    const draws = Array.from({ length: 40_000 }, () => Math.exp(sd * drawNormal(random)));
    const mean = Math.exp(sd ** 2 / 2);
    const bound = sureBound(mean, Math.exp(1.2816 * sd));
    const kept = draws.filter((draw) => draw <= bound).length / draws.length;
    assert.ok(Math.abs(kept - 0.8) < 0.01, `${sd}: ${kept}`);
  }
});

test("the bound is never below the mean, grows with the interval, and no spread adds nothing", () => {
  assert.equal(sureBound(2, undefined), 2);
  assert.equal(sureBound(2, 2), 2);
  assert.equal(sureBound(0, 1), 0);
  let before = 2;
  for (const high of [2.1, 2.5, 3, 4, 6, 40]) {
    const bound = sureBound(2, high);
    assert.ok(bound >= before && bound <= 2.86, String(bound));
    before = bound;
  }
});
