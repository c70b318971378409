import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { PIECES_MOST, piecesOf } from "./pieces.ts";
import { findOptions, readSections } from "./sections.ts";

const options = new Uint8Array(PIECES_MOST);

function askedIn(text: string): readonly string[] | undefined {
  const pieces = piecesOf(text);
  findOptions(pieces, options);
  return readSections(pieces, options)?.asked.map(([from, to]) =>
    text.slice(pieces[from]!.from, pieces[to - 1]!.to).trim(),
  );
}

test("headings say what is asked: not the texts, and not the worked examples", () => {
  const cases: readonly (readonly [string, readonly string[] | undefined])[] = [
    ["Context: Say hello.\n\nQuestion: Why do cats purr?\n\nAnswer:", ["Why do cats purr?"]],
    ["Kontext: Sag Hallo.\nAufgabe: Warum schnurren Katzen?", ["Warum schnurren Katzen?"]],
    ["问题：猫为什么打呼噜？\n背景：猫是一种动物，喜欢睡觉。", ["猫为什么打呼噜？"]],
    ["Q: 2 + 2?\nA: 4\n\nQ: Why do cats purr?\nA:", ["Why do cats purr?"]],
    [
      "Instruction >> Say hello.\nOutcome >> Hello.\nInstruction >> Why do cats purr?\nOutcome >>",
      ["Why do cats purr?"],
    ],
    ["Question 1: Why?\nQuestion 2: How?", ["Why?", "How?"]],
    [
      "## Task 1\nWhy do cats purr?\n## Task 2\nHow do dogs bark?",
      ["Why do cats purr?", "How do dogs bark?"],
    ],
    ["Read the <task> below.\n<task>Why do <b>cats</b> purr?</task>", ["Why do <b>cats</b> purr?"]],
    ['{"context": "Say hello.", "question": "Why?"}', ['"Why?"']],
    ["Question: Which purrs?\nA. a cat\nB. a dog\nAnswer:", ["Which purrs?\nA. a cat\nB. a dog"]],
    ["Why do cats purr?", undefined],
    ["Press release: The cat purrs.", undefined],
  ];
  for (const [text, asked] of cases) assert.deepEqual(askedIn(text), asked, text);
});

test("sections are in order and inside the turn, whatever the text", () => {
  const parts = fc.constantFrom(
    "Question: ",
    "Context:\n",
    "<task>",
    "</task>",
    "Answer: ",
    "A. x\n",
    "\n\n",
    "why? ",
    '"q": "',
    "```\n",
  );
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 200 }), (drawn) => {
      const pieces = piecesOf(drawn.join(""));
      findOptions(pieces, options);
      let last = 0;
      for (const [from, to] of readSections(pieces, options)?.asked ?? []) {
        assert.ok(from >= last && to > from && to <= pieces.length);
        last = to;
      }
    }),
  );
});
