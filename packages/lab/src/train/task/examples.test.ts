import assert from "node:assert/strict";
import { test } from "node:test";
import { splitmix32 } from "@signalbox/engine/numerics";
import { misspell, rewordMessages, toMarkdown } from "./examples.ts";

test("only the last user turn is reworded, and the same seed gives the same words", () => {
  const messages = [
    { role: "system", content: "Answer in one word." },
    { role: "user", content: "Which river flows through Vienna?" },
    { role: "assistant", content: "Danube" },
    { role: "user", content: "Translate that into Hungarian please" },
  ];
  const seen = new Set<string>();
  for (let seed = 1; seed <= 40; seed += 1) {
    const reworded = rewordMessages(messages, splitmix32(seed));
    assert.deepEqual(reworded.slice(0, 3), messages.slice(0, 3));
    assert.deepEqual(reworded, rewordMessages(messages, splitmix32(seed)));
    seen.add(reworded[3]!.content);
  }
  assert.ok(seen.size > 10, `${seen.size} wordings`);
});

test("slips leave the first letter, short words and the number of words as they are", () => {
  const random = splitmix32(3);
  for (let turn = 0; turn < 50; turn += 1) {
    const words = misspell("translate the sentence into Hungarian", random, 1).split(" ");
    assert.deepEqual(
      words.map((word) => word[0]),
      ["t", "t", "s", "i", "H"],
    );
    assert.equal(words[1], "the");
  }
  assert.equal(misspell("translate the sentence", random, 0), "translate the sentence");
});

test("Markdown adds marks and keeps every word in its place", () => {
  const random = splitmix32(5);
  const text = 'Translate into French, please: "The parts will arrive on Tuesday, 3 March."';
  const wordsOf = (from: string): string[] => from.match(/[\p{L}\p{N}]+/gu) ?? [];
  let marked = 0;
  for (let turn = 0; turn < 50; turn += 1) {
    const markdown = toMarkdown(text, random);
    marked += Number(/[#*`>-]/.test(markdown));
    assert.deepEqual(wordsOf(markdown).slice(-wordsOf(text).length), wordsOf(text));
  }
  assert.equal(marked, 50);
});
