// How long an answer is that is made of a text that was given.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";

import type { Operation } from "@signalbox/contracts";
import { readTaskText } from "../conversation/task-text.ts";
import { estimateTokens } from "../../tokens/estimate-tokens.ts";
import { readAskedOfText, readGivenLength } from "./given-length.ts";

const SENTENCE = "The ferry leaves at seven, and a late passenger waits for the evening one. ";
const TOKENS = { low: 50, median: 150, high: 450 };

function lengthOf(text: string, operation: Operation): number | undefined {
  const read = readTaskText([{ role: "user", text, parts: [], toolCallCount: 0, isToolResult: false }], 0);
  return readGivenLength(readAskedOfText(read), { operation, tokens: TOKENS }, false)?.median;
}

const ASKED: readonly (readonly [ask: string, operation: Operation])[] = [
  ["Translate into German:", "translate"],
  ["Übersetze ins Englische:", "translate"],
  ["翻译成英文：", "translate"],
  ["Correct all mistakes and return the text:", "rewrite"],
  ["Réécris ce texte :", "rewrite"],
  ["Port everything to Rust:", "change_code"],
  ["Extract every event:", "extract"],
  ["Label each line as good or bad:", "classify"],
];

test("twice the text makes nearly twice the answer, whatever is asked of it and in any language", () => {
  fc.assert(
    fc.property(fc.constantFrom(...ASKED), fc.integer({ min: 8, max: 2_000 }), ([ask, operation], count) => {
      const textOf = (times: number): string => `${ask}\n\n${`${SENTENCE}\n`.repeat(times)}`;
      const [once, twice] = [lengthOf(textOf(count), operation), lengthOf(textOf(2 * count), operation)];
      assert.ok(once !== undefined && twice !== undefined);
      assert.ok(twice / once > 1.8 && twice / once < 2.2, `${ask} ${count}: ${once} ${twice}`);
    }),
  );
});

test("a translation is as long as its source, times what the two languages take", () => {
  const source = SENTENCE.repeat(40);
  const [german, amharic] = [
    lengthOf(`Translate into German:\n\n${source}`, "translate"),
    lengthOf(`Translate into Amharic:\n\n${source}`, "translate"),
  ];
  const tokens = estimateTokens(source, "o200k");
  assert.ok(german! > tokens && german! < 1.6 * tokens);
  assert.ok(amharic! > 3 * german!);
});

test("an instruction stands before its text, after it, in tags, in quotes or behind a colon", () => {
  const text = SENTENCE.repeat(6).trim();
  const lengths = [
    `Translate into French:\n\n${text}`,
    `${text}\n\nTranslate the text above into French, please.`,
    `<letter>${text}</letter>\nTranslate the letter into French.`,
    `Translate into French: ${text}`,
    `Translate """${text}""" into French.`,
  ].map((turn) => lengthOf(turn, "translate")!);
  for (const length of lengths)
    assert.ok(length / lengths[0]! > 0.8 && length / lengths[0]! < 1.25, String(length));
});

test("a conversation of one instruction has no text, and an earlier turn gives it one", () => {
  assert.equal(lengthOf("Translate it into French.", "translate"), undefined);
  const turn = (role: string, text: string) => ({
    role,
    text,
    parts: [],
    toolCallCount: 0,
    isToolResult: false,
  });
  const read = readTaskText(
    [turn("user", "Write a notice."), turn("assistant", SENTENCE.repeat(9)), turn("user", "now in French")],
    0,
  );
  const { median } = readGivenLength(
    readAskedOfText(read),
    { operation: "translate", tokens: TOKENS },
    false,
  )!;
  assert.ok(median > estimateTokens(SENTENCE.repeat(9), "o200k"));
});

test("labels are counted by the lines, and one word stays one word", () => {
  const lines = "The parcel came late.\n".repeat(40);
  const asked = readAskedOfText(
    readTaskText(
      [{ role: "user", text: `Good or bad?\n\n${lines}`, parts: [], toolCallCount: 0, isToolResult: false }],
      0,
    ),
  );
  const each = readGivenLength(asked, { operation: "classify", tokens: TOKENS }, false);
  assert.ok(each!.median >= 80 && each!.median <= 240);
  assert.equal(readGivenLength(asked, { operation: "classify", tokens: TOKENS }, true), undefined);
});

test("five megabytes to translate give a bounded length in bounded time", () => {
  const length = lengthOf(`Translate into Thai:\n\n${SENTENCE.repeat(70_000)}`, "translate");
  assert.equal(length, 1_000_000);
});

test("any text is read, with ordered ends", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary", maxLength: 400 }),
      fc.constantFrom(...ASKED),
      (noise, [ask, operation]) => {
        for (const text of [`${ask}${noise}`, `${noise}\n${ask}`, `${noise}\`\`\`${ask}"""`]) {
          const length = lengthOf(text, operation);
          assert.ok(length === undefined || (Number.isFinite(length) && length >= 1));
        }
      },
    ),
  );
});
