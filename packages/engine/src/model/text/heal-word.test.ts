import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { healWord } from "./heal-word.ts";
import { createTokenBuffer, tokenise } from "./tokenise.ts";
import { buildVocabulary } from "./vocabulary.ts";

const root = join(import.meta.dirname, "../../../../..");
const words = readFileSync(join(root, "artefacts/start-release/vocabulary.txt"), "utf8").split("\n");
const plain = buildVocabulary(words);
const healing = buildVocabulary(words, true);
const buffer = createTokenBuffer(256);

const read = (text: string, vocabulary = healing): readonly string[] =>
  Array.from(buffer.ids.subarray(0, tokenise(vocabulary, text, buffer)), (id) => words[id]!);

function healed(word: string): string | undefined {
  const units = Uint16Array.from(word, (letter) => letter.charCodeAt(0));
  return words[healWord(plain, units, units.length)];
}

test("each of the four slips is read as the word that was meant", () => {
  assert.deepEqual(read("calcullate teh derivatve of the fucntion, seperately"), [
    "calculate",
    "te",
    "##h",
    "derivative",
    "of",
    "the",
    "function",
    ",",
    "separately",
  ]);
});

test("words of the vocabulary, short words, numbers, code and other scripts are left as they are", () => {
  for (const text of [
    "The quick brown fox",
    "tehn x1y2z3q",
    "snake_case_nme 12345",
    "Überraschung 你好 привет",
    "xqzvkj",
  ])
    assert.deepEqual(read(text), read(text, plain), text);
});

test("the first letter stands, and the more frequent of two words is taken", () => {
  assert.equal(healed("xuestion"), undefined);
  assert.equal(healed("housse"), "house");
});

test("a word of the vocabulary with one slip inside comes back as a word one slip away", () => {
  const known = words.filter((word) => /^[a-z]{6,12}$/.test(word));
  const distanceIsOne = (a: string, b: string): boolean => {
    const [short, long] = a.length <= b.length ? [a, b] : [b, a];
    let at = 0;
    while (at < short.length && short[at] === long[at]) at += 1;
    const rests = [
      short.slice(at) === long.slice(at + 1),
      short.slice(at + 1) === long.slice(at + 1),
      short.length === long.length &&
        short[at] === long[at + 1] &&
        short[at + 1] === long[at] &&
        short.slice(at + 2) === long.slice(at + 2),
    ];
    return rests.includes(true);
  };
  const slip = fc.record({ word: fc.constantFrom(...known), at: fc.nat(), kind: fc.nat({ max: 2 }) });
  fc.assert(
    fc.property(slip, ({ word, at, kind }) => {
      const index = 1 + (at % (word.length - 2));
      const typed =
        kind === 0
          ? word.slice(0, index) + word.slice(index + 1)
          : kind === 1
            ? word.slice(0, index) + word[index]! + word.slice(index)
            : word.slice(0, index) + word[index + 1]! + word[index]! + word.slice(index + 2);
      const found = healed(typed);
      assert.ok(found !== undefined && (found === typed || distanceIsOne(typed, found)), `${typed} ${found}`);
    }),
    { numRuns: 400, seed: 7 },
  );
});

test("a healed word is remembered and read the same the second time", () => {
  assert.deepEqual(read("fucntion fucntion"), ["function", "function"]);
});
