import assert from "node:assert/strict";
import { test } from "node:test";

import { readDemandedLength } from "../../conversation/demanded-length.ts";
import { readTaskText } from "../../conversation/task-text.ts";
import { settleLength, withLength } from "./settle-length.ts";

const textOf = (text: string) =>
  readTaskText([{ role: "user", text, parts: [], toolCallCount: 0, isToolResult: false }], 0);

const TASK = {
  operation: "answer",
  operationChance: 1,
  field: "everyday",
  fieldChance: 1,
  tiers: [1, 0, 0, 0, 0],
  tokens: { low: 53, median: 168, high: 531 },
} as const;

test("a bare answer that is demanded is the task's own length", () => {
  const text = "Is 91 prime? Answer yes or no.";
  const settled = settleLength(textOf(text), "answer", readDemandedLength(text));
  assert.deepEqual(settled, { mean: 2, low: 1, high: 3 });
  assert.deepEqual(withLength(TASK, settled).tokens, { low: 1, median: 2, high: 3 });
});

test("a bare answer fits questions alone: elsewhere the words limit what is worked on", () => {
  const text = "Now answer with only the letter count of each word, one file.";
  assert.equal(settleLength(textOf(text), "change_code", readDemandedLength(text)), undefined);
});

test("sentences that are asked about do not outweigh the letter that is asked for", () => {
  const text = "Which of these two sentences is correct? Answer with only the letter.";
  assert.equal(settleLength(textOf(text), "answer", readDemandedLength(text))?.high, 3);
});

test("without a demand the task keeps its own range", () => {
  assert.equal(settleLength(textOf("What is rain?"), "answer", undefined), undefined);
  assert.equal(withLength(TASK, undefined), TASK);
});
