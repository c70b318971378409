// The reading beside the labels.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { TaskReading } from "@signalbox/engine/internals";
import { judgeReading } from "./judge-reading.ts";

const author = {
  id: "en-0001",
  op: "answer",
  field: "law",
  tier: 2,
  tokens: [50, 200] as [number, number],
} as const;
const entry = { author: { ...author, tokens: [50, 200] as [number, number] }, secondReader: undefined };
const task: TaskReading = {
  operation: "answer",
  operationChance: 0.9,
  field: "finance",
  fieldChance: 0.5,
  tiers: [0.1, 0.6, 0.1, 0.1, 0.1],
  tokens: { low: 60, median: 200, high: 400 },
};

test("operation, field and class are right where one of the labels says so", () => {
  const { figures } = judgeReading([
    { entry, task },
    { entry: { ...entry, secondReader: { ...author, tokens: [50, 200], field: "finance" } }, task },
  ]);
  const even = Float64Array.of(1, 1);
  assert.equal(figures["operationRight"]?.(even), 1);
  assert.equal(figures["fieldRight"]?.(even), 0.5);
  assert.equal(figures["tierRight"]?.(even), 1);
});

test("tokens are judged against the middle of the labels", () => {
  const { figures } = judgeReading([
    { entry, task },
    { entry, task: { ...task, tokens: { low: 300, median: 400, high: 500 } } },
    { entry, task: { ...task, tokens: { low: 80, median: 100, high: 120 } } },
  ]);
  const even = Float64Array.of(1, 1, 1);
  assert.ok(Math.abs((figures["tokensFactor"]?.(even) ?? 0) - 2) < 1e-9, "factors 2, 4 and 1");
  assert.equal(figures["tokensInside"]?.(even), 2 / 3);
});
