import assert from "node:assert/strict";
import { test } from "node:test";

import { advanceMark } from "./retention-clock.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const T0 = Date.UTC(2026, 0, 15, 12);

const CASES = [
  {
    name: "a steady clock is followed",
    wall: T0 + HOUR_MS / 4,
    passed: HOUR_MS / 4,
    ahead: 0,
    ms: T0 + HOUR_MS / 4,
  },
  {
    name: "a clock that was set by some minutes is followed",
    wall: T0 + HOUR_MS / 2,
    passed: 0,
    ahead: 0,
    ms: T0 + HOUR_MS / 2,
  },
  {
    name: "a clock that is ahead by months is not followed",
    wall: T0 + 100 * DAY_MS,
    passed: HOUR_MS,
    ahead: 0,
    ms: T0 + HOUR_MS,
  },
  {
    name: "a clock that has been ahead for 23 hours is not followed",
    wall: T0 + 100 * DAY_MS,
    passed: HOUR_MS,
    ahead: 22 * HOUR_MS,
    ms: T0 + HOUR_MS,
  },
  {
    name: "a clock that has been ahead for a day is followed",
    wall: T0 + 100 * DAY_MS,
    passed: HOUR_MS,
    ahead: 23 * HOUR_MS,
    ms: T0 + 100 * DAY_MS,
  },
  {
    name: "a clock that was set back is followed",
    wall: T0 - 100 * DAY_MS,
    passed: HOUR_MS,
    ahead: 0,
    ms: T0 - 100 * DAY_MS,
  },
] as const;

for (const { name, wall, passed, ahead, ms } of CASES)
  test(name, () => {
    assert.equal(advanceMark({ ms: T0, aheadMs: ahead }, wall, passed).ms, ms);
  });
