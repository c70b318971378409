// Misspelt words: found by their consonants and letters, and never at the cost of a word that is spelt right.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";

import { foldInto } from "../text/fold-text.ts";
import { buildMisspeltWords } from "./misspelt-words.ts";
import { hashBones } from "../text/word-bones.ts";

const misspelt = buildMisspeltWords([
  { concept: 0, entries: ["translat*", "перевед*"] },
  { concept: 1, entries: ["sentence", "sentences", "two words"] },
  { concept: 2, entries: ["summaris*", "résumé"] },
  { concept: 3, entries: ["write", "sentence"] },
]);

function find(text: string): readonly number[] {
  const units = new Uint16Array(text.length);
  return misspelt.find(units, { from: 0, to: foldInto(text, units) });
}

test("letters left out, doubled, changed or swapped are seen through", () => {
  for (const [text, concepts] of [
    ["transalte", [0]],
    ["tarnslate", [0]],
    ["trnslating", [0]],
    ["sentense", []],
    ["sentnece", [1, 3]],
    ["sentance", [1, 3]],
    ["sumarise", [2]],
    ["wriet", [3]],
    ["перевиди", [0]],
  ] as const)
    assert.deepEqual(find(text), concepts, text);
});

test("another word is not taken for one that looks like it", () => {
  for (const text of ["wart", "writhe", "santa", "transit", "words", "two", "a", "resume".repeat(9)])
    assert.deepEqual(find(text), [], text);
});

test("a word of a million letters is passed over", () => {
  assert.deepEqual(find("a".repeat(1_000_000)), []);
});

/** By the definition, the whole table. @source Damerau (1964) */
function slipsBetween(word: string, other: string): number {
  const table = Array.from({ length: word.length + 1 }, (_, line) =>
    Array.from({ length: other.length + 1 }, (__, column) => (line === 0 ? column : column === 0 ? line : 0)),
  );
  for (let line = 1; line <= word.length; line += 1)
    for (let column = 1; column <= other.length; column += 1) {
      const change = Number(word[line - 1] !== other[column - 1]);
      const isSwapped = word[line - 1] === other[column - 2] && word[line - 2] === other[column - 1];
      table[line]![column] = Math.min(
        table[line - 1]![column - 1]! + change,
        table[line - 1]![column]! + 1,
        table[line]![column - 1]! + 1,
        isSwapped ? table[line - 2]![column - 2]! + 1 : Infinity,
      );
    }
  return table[word.length]![other.length]!;
}

const bonesOf = (word: string): number =>
  hashBones(
    Uint16Array.from(word, (letter) => letter.charCodeAt(0)),
    { from: 0, to: word.length },
    1,
  );

test("of words with the same consonants, exactly those are found that are one slip away, or two where they are long", () => {
  const letters = fc.string({
    unit: fc.constantFrom("a", "e", "i", "o", "u", "t", "n", "r"),
    minLength: 5,
    maxLength: 12,
  });
  const slips = fc.array(fc.record({ at: fc.nat(11), letter: fc.constantFrom("", "a", "e", "u", "io") }), {
    maxLength: 3,
  });
  fc.assert(
    fc.property(letters, slips, (word, changes) => {
      const typed = changes.reduce(
        (text, { at, letter }) => text.slice(0, at) + letter + text.slice(at + 1),
        word,
      );
      const units = Uint16Array.from(typed, (letter) => letter.charCodeAt(0));
      const found = buildMisspeltWords([{ concept: 7, entries: [word] }]).find(units, {
        from: 0,
        to: typed.length,
      });
      const isNear = slipsBetween(word, typed) <= (typed.length >= 7 ? 2 : 1);
      const isAlike = bonesOf(word) !== 0 && bonesOf(word) === bonesOf(typed) && typed.length >= 4;
      assert.deepEqual(found, isNear && isAlike ? [7] : [], `${word} ${typed}`);
    }),
    { numRuns: 500, seed: 3 },
  );
});
