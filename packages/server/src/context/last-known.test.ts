import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";

import { SignalboxError } from "@signalbox/contracts";

import { createLastKnown } from "./last-known.ts";

const AWAY_MS = 300;

function away(): Promise<string> {
  return Promise.reject(new SignalboxError("dependency_unavailable", "The database is away."));
}

const open = (awayMs = AWAY_MS) => createLastKnown<string>({ max: 10, awayMs, isAway: () => false });

test("a database that comes and goes for longer than memory may answer does not outdate what it said in between", async () => {
  const lastKnown = open();
  for (let round = 0; round < 6; round += 1) {
    lastKnown.doubt();
    lastKnown.keep("key", `read in round ${round}`);
    await delay(100);
  }
  assert.equal(await lastKnown.readOr("key", away), "read in round 5");
});

test("what was not read again answers for the configured time after the first doubt, and no longer", async () => {
  const lastKnown = open();
  lastKnown.keep("key", "known");
  await delay(AWAY_MS);
  lastKnown.doubt();
  assert.equal(await lastKnown.readOr("key", away), "known");
  await delay(AWAY_MS + 50);
  lastKnown.doubt();
  await assert.rejects(async () => lastKnown.readOr("key", away), { code: "dependency_unavailable" });
});

test("a machine that stalls while the database is away does not outdate what was read before", async () => {
  const lastKnown = open(10_000);
  lastKnown.doubt();
  lastKnown.keep("key", "known");
  await delay(10);
  lastKnown.doubt();
  await delay(2_050);
  lastKnown.doubt();
  assert.equal(await lastKnown.readOr("key", away), "known");
});
