import assert from "node:assert/strict";
import { test } from "node:test";

import { readDemandedLength } from "../amounts/demanded-length.ts";
import type { TaskReading } from "../task/task-reading.ts";
import { readTaskText } from "../conversation/task-text.ts";
import { KNOWN_LENGTHS, loadClassOfLength } from "./class-of-length.ts";
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

const settled = (text: string, operation: TaskReading["operation"] = "answer", system = "") =>
  settleLength(
    { ...textOf(text), zones: { ...textOf(text).zones, system } },
    { ...TASK, operation },
    readDemandedLength(text),
  );

test("a bare answer that is demanded is the task's own length", () => {
  const { task, demanded } = settled("Is 91 prime? Answer yes or no.");
  assert.deepEqual(demanded, { mean: 2, low: 1, high: 3 });
  assert.deepEqual(task.tokens, { low: 1, median: 2, high: 3 });
});

test("a bare answer fits questions alone: elsewhere the words limit what is worked on", () => {
  const text = "Now answer with only the letter count of each word, one file.";
  assert.equal(settled(text, "change_code").demanded, undefined);
});

test("sentences that are asked about do not outweigh the letter that is asked for", () => {
  const text = "Which of these two sentences is correct? Answer with only the letter.";
  assert.equal(settled(text).demanded?.high, 3);
});

test("without a demand the task keeps its own range", () => {
  assert.deepEqual(settled("What is rain?"), { task: TASK, demanded: undefined });
  assert.equal(withLength(TASK, undefined), TASK);
});

test("a system prompt that wants one word gets one, unless the turn asks to reason", () => {
  const quiz = "You are a quiz bot. Answer in one word.";
  assert.equal(settled("Largest planet?", "answer", quiz).task.tokens.median, 2);
  assert.deepEqual(settled("Think step by step: is 91 prime?", "answer", quiz).task, TASK);
});

test("the style of a house shortens what is said, and nothing that is made", () => {
  const house = "Be concise. Answer with fewer than 4 lines of text.";
  const said = settled("What is rain?", "answer", house).task.tokens;
  assert.ok(said.median < TASK.tokens.median && said.median > 92, String(said.median));
  assert.deepEqual(settled("Plan the move of our office.", "plan", house).task.tokens, TASK.tokens);
});

test("an order to translate a text is one, whatever the text speaks of", () => {
  const budget =
    "The council raised the budget of the roads by a tenth and asked how wages are to be paid. ".repeat(3);
  for (const order of [
    "Translate into German:",
    "Bitte übersetze ins Englische:",
    "次の文を英語に翻訳してください：",
  ]) {
    const { operation, tokens } = settled(`${order}\n\n${budget}`, "plan").task;
    assert.equal(operation, "translate", order);
    assert.ok(tokens.median > 30 && tokens.median < 200, `${order} ${tokens.median}`);
  }
  assert.equal(
    settled(`Explain how one would translate into German:\n\n${budget}`, "answer").task.operation,
    "answer",
  );
  assert.equal(
    settled(`Review this translation into German:\n\n${budget}`, "review").task.operation,
    "review",
  );
});

test("short answers raise the lowest class, long ones leave it, and between known lengths it is drawn", () => {
  const store = {
    float32: (_: string, ...shape: number[]) =>
      Float32Array.from({ length: shape.reduce((size, length) => size * length) }, (__, at) =>
        at % 5 === 0 ? 1 - (Math.floor(at / 5) % KNOWN_LENGTHS.length) / 3 : 0,
      ),
  };
  const weigh = loadClassOfLength(store as unknown as Parameters<typeof loadClassOfLength>[0]);
  const smallAt = (median: number): number => {
    const { tiers } = weigh({
      ...TASK,
      tiers: [0.2, 0.2, 0.2, 0.2, 0.2],
      tokens: { ...TASK.tokens, median },
    });
    assert.ok(Math.abs(tiers.reduce((sum, chance) => sum + chance, 0) - 1) < 1e-12);
    return tiers[0]!;
  };
  const chances = [1, 4, 5, 9.9, 10.1, 63, 64, 2_199, 2_200, 1_000_000].map(smallAt);
  for (const [at, chance] of chances.entries()) if (at > 0) assert.ok(chance <= chances[at - 1]!);
  assert.equal(chances[0], chances[1]);
  assert.equal(chances.at(-1), 0.2);
  assert.ok(Math.abs(smallAt(9.999) - smallAt(10.001)) < 1e-3);
});
