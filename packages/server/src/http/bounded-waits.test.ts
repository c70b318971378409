import assert from "node:assert/strict";
import { test } from "node:test";

import { createBoundedWaits } from "./bounded-waits.ts";

const WAIT_MS = 200;

function start() {
  const clock = { ms: 0 };
  return { clock, waits: createBoundedWaits(WAIT_MS, () => clock.ms) };
}

test("newcomers of a crowd are turned away while one of it has waited for half the limit, those of others are not", () => {
  const { clock, waits } = start();
  const crowd = Array.from({ length: 100 }, () => waits.join("crowd"));
  waits.join("other");
  assert.equal(waits.isLong("crowd"), false);
  clock.ms = WAIT_MS / 2 + 1;
  assert.equal(waits.isLong("crowd"), true);
  assert.equal(waits.isLong("other"), false);
  for (const place of crowd.slice(0, 50)) place.leave();
  assert.equal(waits.isLong("crowd"), false);
});

test("what has waited for the whole limit is late as long as many wait, and never where few do", () => {
  const { clock, waits } = start();
  const crowd = Array.from({ length: 65 }, () => waits.join("crowd"));
  const few = Array.from({ length: 64 }, () => waits.join("few"));
  clock.ms = WAIT_MS + 1;
  assert.equal(crowd[0]?.isLate(), true);
  assert.ok(few.every((place) => !place.isLate()));
  crowd[0]?.leave();
  assert.equal(crowd[1]?.isLate(), false);
});

test("an account whose places were all left waits from the start again, in whichever order and how often they left", () => {
  const { clock, waits } = start();
  const before = Array.from({ length: 100 }, () => waits.join("crowd"));
  for (const place of before.toReversed()) place.leave();
  clock.ms = 10 * WAIT_MS;
  const after = Array.from({ length: 100 }, () => waits.join("crowd"));
  for (const place of before) place.leave();
  assert.equal(waits.isLong("crowd"), false);
  assert.equal(after.at(-1)?.isLate(), false);
});
