// Misspelt words: found by their consonants and letters, and never at the cost of a word that is spelt right.
import assert from "node:assert/strict";
import { test } from "node:test";
import { foldInto } from "./fold-text.ts";
import { buildMisspeltWords } from "./misspelt-words.ts";

const misspelt = buildMisspeltWords([
  { concept: 0, entries: ["translat*", "перевед*"] },
  { concept: 1, entries: ["sentence", "sentences", "two words"] },
  { concept: 2, entries: ["summaris*", "résumé"] },
  { concept: 3, entries: ["write", "sentence"] },
]);

function find(text: string): readonly number[] {
  const units = new Uint16Array(text.length);
  return misspelt.find(units, { from: 0, to: foldInto(text, { from: 0, to: text.length }, units) });
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
