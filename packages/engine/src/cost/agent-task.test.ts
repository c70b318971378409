// Dollars of a whole task of an agent.
import assert from "node:assert/strict";
import { test } from "node:test";

import type { CandidatePrices } from "../candidates/candidate.ts";
import { agentTaskBill } from "./agent-task.ts";

const pricesOf = (input: number | undefined, output: number): CandidatePrices => ({
  inputUsdPerMTok: input,
  cachedUsdPerMTok: input === undefined ? undefined : input / 10,
  cacheWriteUsdPerMTok: undefined,
  outputUsdPerMTok: output,
  tiers: [],
  source: "request",
});
const ORDINARY = { tiers: [0, 0, 0, 1, 0] };
const usdOf = (input: number, output: number, tiers = ORDINARY.tiers): number =>
  agentTaskBill(pricesOf(input, output), undefined, { tiers })?.usd ?? Number.NaN;

test("a task costs more with a more expensive model, yet by less than its price says, and more the longer it is", () => {
  const times = usdOf(10, 50) / usdOf(1, 5);
  assert.ok(times > 4 && times < 8, `${times}`);
  assert.ok(usdOf(3, 15, [1, 0, 0, 0, 0]) < usdOf(3, 15) / 10);
  assert.ok(usdOf(3, 15, [0, 0, 0, 0, 1]) > usdOf(3, 15));
});

test("the whole of a usual task is some dozens of steps, so it costs far more than one of them", () => {
  assert.ok(usdOf(3, 15) > 0.2 && usdOf(3, 15) < 2, `${usdOf(3, 15)}`);
});

test("thought adds to the task, and the interval is as wide as runs scatter", () => {
  const hidden = { tokens: 20_000, growth: 1, ground: "measured" } as const;
  const thinking = { mode: "high", source: "name", facts: { mode: "high", hidden } } as const;
  const bill = agentTaskBill(pricesOf(3, 15), thinking, ORDINARY);
  assert.ok(bill !== undefined && bill.usd > 1.3 * usdOf(3, 15));
  assert.ok(bill.usdLow < bill.usd / 2 && bill.usdHigh > bill.usd * 2);
});

test("without a price nobody knows what a task costs, and a free model's costs nothing", () => {
  assert.equal(agentTaskBill(pricesOf(undefined, 15), undefined, ORDINARY), undefined);
  assert.equal(usdOf(0, 0), 0);
});
