import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { PIECES_MOST, piecesOf } from "./pieces.ts";

const cut = (text: string): readonly string[] =>
  piecesOf(text).map(({ kind, text: own }) => `${kind}: ${own}`);

test("sentences, labels, tags, keys, strings and cells are pieces of their own", () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    [
      "You are an expert. Question: Why is the sky blue?\nAnswer:",
      [
        "sentence: You are an expert.",
        "sentence: Question:",
        "sentence: Why is the sky blue?",
        "label: Answer:",
      ],
    ],
    [
      "Answer the following question briefly: Why do cats purr?",
      ["sentence: Answer the following question briefly:", "sentence: Why do cats purr?"],
    ],
    ["<ask>Why do cats purr?</ask>", ["tag: <ask>", "sentence: Why do cats purr?", "tag: </ask>"]],
    ['{"id": 7, "question": "Say \\"hi\\""}', ["key: id", "key: question", 'string: Say "hi"']],
    ["| 7 | Why do cats purr? | |", ["cell: 7", "cell: Why do cats purr?"]],
    ['31,"Why do cats purr?",', ["cell: 31", "cell: Why do cats purr?"]],
    [
      "<document>A. B.\n\nC.</document>\nSum up.",
      ["document: <document>A. B.\n\nC.</document>", "sentence: Sum up."],
    ],
    ["e.g. the cat of Dr. Smith purrs", ["sentence: e.g. the cat of Dr. Smith purrs"]],
    [
      "请回答下面的问题。问题：猫为什么打呼噜？",
      ["sentence: 请回答下面的问题。", "sentence: 问题：猫为什么打呼噜？"],
    ],
    ["if (a || b) return c;", ["sentence: if (a || b) return c;"]],
  ];
  for (const [text, pieces] of cases) assert.deepEqual(cut(text), pieces, text);
});

test("pieces are in order, inside the text, and few, whatever the text", () => {
  const signs = fc.constantFrom(
    ...Array.from("{}[]\"':|<>/.\n\\`#= aéя中"),
    "<ask>",
    "</ask>",
    '"a": "b"',
    "```",
    "Q: ",
  );
  fc.assert(
    fc.property(fc.array(signs, { maxLength: 400 }), (parts) => {
      const text = parts.join("");
      let last = 0;
      const pieces = piecesOf(text);
      assert.ok(pieces.length <= PIECES_MOST);
      for (const { from, to } of pieces) {
        assert.ok(from >= last && to > from && to <= text.length, JSON.stringify(text));
        last = to;
      }
    }),
  );
});

test("a long turn of any shape takes hardly longer than a short one", () => {
  const shapes = [
    '{"a": [',
    '"',
    "<a ",
    "Label: ",
    "x, ",
    "```\n",
    "[[",
    "\n",
    "。",
    "|",
    "<document>",
    ". ",
  ];
  const timeOf = (text: string): number => {
    const begun = process.cpuUsage();
    for (let round = 0; round < 20; round += 1) piecesOf(text);
    const { user, system } = process.cpuUsage(begun);
    return user + system;
  };
  const prose = "The committee met on Monday and agreed on the budget of the coming year. ".repeat(42);
  timeOf(prose);
  const usual = Math.max(timeOf(prose), 2_000);
  for (const shape of shapes) {
    const taken = timeOf(shape.repeat(Math.ceil(300_000 / shape.length)));
    assert.ok(taken < 60 * usual, `${shape}: ${taken / usual}`);
  }
});
