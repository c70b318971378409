import assert from "node:assert/strict";
import { test } from "node:test";

import { createBoundedWaits } from "./bounded-waits.ts";

const WAIT_MS = 200;

function start() {
  const clock = { ms: 0 };
  return {
    clock,
    waits: createBoundedWaits({ decisionsWaitingMax: 64, decisionWaitMs: WAIT_MS }, () => clock.ms),
  };
}

test("newcomers of a crowd are turned away once as many as may have waited for half the limit, those of others are not", () => {
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

test("a burst that is worked off soon turns nobody away, and one after the other are bursts, not a crowd", () => {
  const { clock, waits } = start();
  for (let burst = 0; burst < 5; burst += 1) {
    const places = Array.from({ length: 300 }, () => waits.join("bursts"));
    clock.ms += WAIT_MS / 3;
    assert.equal(waits.isLong("bursts"), false);
    for (const place of places.slice(20)) place.leave();
    clock.ms += WAIT_MS;
    for (const place of places) place.leave();
  }
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
