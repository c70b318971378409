// A turn as sentences, lines and blocks.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { PARTS_MOST, partsOf } from "./turn-parts.ts";

const textsOf = (text: string): string[] => partsOf(text).map((part) => part.text.trim());

test("sentences of one line are parts of their own, abbreviations do not end one", () => {
  assert.deepEqual(
    textsOf("Hello there, my friend! I met Dr. Smith at noon today. Prove Fermat's last theorem."),
    ["Hello there, my friend!", "I met Dr. Smith at noon today.", "Prove Fermat's last theorem."],
  );
  assert.deepEqual(textsOf("お疲れさまです。今日は寒いですね。この定理を証明してください。"), [
    "お疲れさまです。",
    "今日は寒いですね。",
    "この定理を証明してください。",
  ]);
});

test("code in a fence is one block, and what stands around it is not", () => {
  const parts = partsOf("Why does this fail?\n```js\nlet a = 1;\n\nlet b = a;\n```\nThanks a lot!");
  assert.deepEqual(
    parts.map(({ isBlock }) => isBlock),
    [false, true, false],
  );
  assert.ok(parts[1]!.text.includes("let b = a;"));
});

test("a fence that is never closed ends with the text", () => {
  const parts = partsOf("Fix this:\n```\nlet a = 1;\nlet b = 2;");
  assert.deepEqual(
    parts.map(({ isBlock }) => isBlock),
    [false, true],
  );
});

test("parts stand where they say, in order, and never more than the most", () => {
  const sentence = fc.constantFrom(
    "Prove it.",
    "hi!",
    "\n",
    "```",
    "a;b;c{}",
    "今日は。",
    "\ud800",
    " ",
    "Dr. X said so? ",
  );
  fc.assert(
    fc.property(fc.array(sentence, { maxLength: 400 }), (pieces) => {
      const text = pieces.join("");
      const parts = partsOf(text);
      assert.ok(parts.length <= PARTS_MOST);
      let last = 0;
      for (const { text: own, from, to } of parts) {
        assert.equal(own, text.slice(from, to));
        assert.ok(from >= last && to > from);
        last = to;
      }
    }),
    { numRuns: 200, seed: 3 },
  );
});

test("of a megabyte of greetings no more is looked at than of a few thousand characters", () => {
  const looked = (text: string): number => partsOf(text).reduce((sum, { text: own }) => sum + own.length, 0);
  assert.ok(looked("hello there! ".repeat(80_000)) <= 2_700);
  assert.ok(looked("a\n".repeat(500_000)) <= 2_700);
});
