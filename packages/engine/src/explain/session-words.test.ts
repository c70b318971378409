import assert from "node:assert/strict";
import { test } from "node:test";

import type { SessionRecord } from "../session/session-state.ts";
import { sessionWords } from "./session-words.ts";

const SAVING: SessionRecord = {
  previousSession: "7f0d",
  isFound: undefined,
  turn: 2,
  previousLabel: "slow/model",
  switches: 1,
  action: "switched",
  cause: "saving",
  warm: [],
  expectedTurns: 4,
  isCacheWarm: false,
  stayUsd: 0.0005,
  switchUsd: 0.006,
  successGain: 0,
};

test("a switch that saves time is not said to save money, whatever it costs", () => {
  assert.match(sessionWords(SAVING, "cost"), /saves money/);
  assert.match(sessionWords(SAVING, "latency"), /saves time/);
  assert.doesNotMatch(sessionWords(SAVING, "latency"), /saves money/);
});
