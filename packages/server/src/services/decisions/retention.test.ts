import assert from "node:assert/strict";
import { test } from "node:test";

import { createDailyShares } from "./retention.ts";

const DAY_MS = 86_400_000;

function sharesAt(nowMs: number) {
  const clock = { ms: nowMs };
  const shares = createDailyShares({
    nowMs: () => clock.ms,
    distrustedMs: 0,
    advance: () => Promise.resolve(),
  });
  return { clock, shares };
}

const LARGE = { id: "a", days: 90, stay: 100_000 };

test("a day deletes a quarter of what stays at most, and the rest a day after that was announced", () => {
  const { clock, shares } = sharesAt(0);
  assert.equal(shares.allowed(LARGE), 25_000);
  shares.note("a", 25_000, true);
  assert.deepEqual([...shares.held], [["a", 0]]);
  clock.ms = DAY_MS / 2;
  assert.equal(shares.allowed(LARGE), 0);
  shares.note("a", 0, true);
  clock.ms = DAY_MS;
  assert.equal(shares.allowed(LARGE), Infinity);
  shares.note("a", 75_000, false);
  assert.equal(shares.held.size, 0);
  assert.equal(shares.allowed(LARGE), 0);
});

test("an account that keeps two days deletes a day's decisions each day without a notice", () => {
  const { shares } = sharesAt(0);
  assert.equal(shares.allowed({ id: "a", days: 2, stay: 10_000 }), 10_000);
});

test("an account of which nothing would stay keeps all but a thousand for a day", () => {
  const { shares } = sharesAt(0);
  assert.equal(shares.allowed({ id: "a", days: 90, stay: 0 }), 1_000);
});
