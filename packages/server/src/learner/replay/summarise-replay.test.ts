import assert from "node:assert/strict";
import { test } from "node:test";

import type { ReplayedPick } from "./compare-decisions.ts";
import { summariseReplay, type ReplayedDecision } from "./summarise-replay.ts";

const pick = (label: string | null, usd: number | null): ReplayedPick => ({
  label,
  usd,
  success: 0.8,
  seconds: 2,
  propensityOfLogged: 1,
  expectedSuccess: 0.8,
  predictedLogged: 0.8,
});

const decision = (a: ReplayedPick, b: ReplayedPick): ReplayedDecision => ({
  a,
  b,
  judged: undefined,
  chainId: "c",
  sessionId: "s",
  createdAtMs: 0,
});

test("an unknown price counts for neither side, never as nothing", () => {
  const decisions = [
    decision(pick("costly", 0.3), pick("cheap", 0.1)),
    decision(pick("costly", 0.3), pick("unpriced", null)),
    decision(pick("unpriced", null), pick("cheap", 0.1)),
  ];
  const { a, b, notes } = summariseReplay(decisions, { skipped: 0 });
  assert.deepEqual([a.usd, b.usd], [0.3, 0.1]);
  assert.ok(notes.some((note) => note.startsWith("2 decisions have a pick without a known price")));
});

test("a refused decision costs nothing and is reported as refused, not as unpriced", () => {
  const { a, b, notes } = summariseReplay([decision(pick("costly", 0.3), pick(null, null))], { skipped: 0 });
  assert.deepEqual([a.usd, b.usd], [0.3, 0]);
  assert.ok(notes.some((note) => note.startsWith("1 decisions would have been refused")));
  assert.ok(!notes.some((note) => note.includes("known price")));
});
