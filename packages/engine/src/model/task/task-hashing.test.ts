import assert from "node:assert/strict";
import { test } from "node:test";

import { readTaskText } from "../../conversation/task-text.ts";
import { buildConceptLexicon } from "./concept-lexicon.ts";
import { addHashedWords } from "./word-hashes.ts";
import { createTaskFeatures } from "./task-features.ts";
import { createFound, HASH_SLOTS, HASH_VALUE, hashingOf } from "./task-hashing.ts";

const bitsOf = (...slots: number[]): Uint8Array => {
  const bits = new Uint8Array(HASH_SLOTS / 8);
  for (const slot of slots) bits[slot >> 3]! |= 1 << (slot & 7);
  return bits;
};

test("only hashes that were learned from have a row, in the order of their slots", () => {
  const { rowOfSlot, rowCount } = hashingOf(bitsOf(3, 9, 70_000));
  assert.equal(rowCount, 3);
  assert.deepEqual(
    [3, 9, 70_000, 4].map((slot) => rowOfSlot[slot]),
    [0, 1, 2, -1],
  );
});

test("a word seen twice counts once, and the next text begins empty", () => {
  const found = createFound(hashingOf(bitsOf(3, 9)), 0);
  for (const hash of [9, 9, 4, 3]) found.see(hash);
  const { numbers, count } = found.take();
  assert.deepEqual([...numbers.subarray(0, count)], [1, 0]);
  found.see(9);
  assert.equal(found.take().count, 1);
});

const textOf = (text: string) =>
  readTaskText([{ role: "user", text, parts: [], toolCallCount: 0, isToolResult: false }], 0);

test("a word counts as much in a long request as in a short one, and tells something else in what is carried", () => {
  const features = createTaskFeatures(
    buildConceptLexicon([], 0),
    hashingOf(new Uint8Array(HASH_SLOTS / 8).fill(0xff)),
  );
  const hashesOf = (text: string): Map<number, number> => {
    const { ids, values, count } = features.read(textOf(text));
    const found = Array.from({ length: count }, (_, at) => [ids[at]!, values[at]!] as const);
    return new Map(found.filter(([id]) => id >= features.hashAt));
  };
  const short = hashesOf("Translate");
  const long = hashesOf("Translate this letter to the landlord about the heating");
  for (const [id, value] of short) assert.equal(long.get(id), value);
  assert.ok([...short.values()].every((value) => Math.abs(value - HASH_VALUE) < 1e-6));
  const carried = hashesOf("Shorten this for a colleague:\n\nTranslate\n\nin one line please, as a note");
  assert.ok([...short.keys()].every((id) => !carried.has(id)));
});

test("a word counts by its consonants too, so a slip of the fingers leaves something to know it by", () => {
  const hashesOf = (word: string): Set<number> => {
    const found = new Set<number>();
    const units = Uint16Array.from(word, (letter) => letter.charCodeAt(0));
    const form = { wordsMost: 9, stems: [], pieces: [], hasBones: true };
    addHashedWords(units, units.length, { form, salt: 0, add: (hash) => found.add(hash) });
    return found;
  };
  for (const [word, slip] of [
    ["summarise", "sumarise"],
    ["translate", "transalte"],
    ["review", "reveiw"],
    ["function", "functon"],
    ["удаляет", "удоляет"],
  ] as const)
    assert.equal(hashesOf(word).intersection(hashesOf(slip)).size, 1, slip);
  assert.equal(hashesOf("summarise").intersection(hashesOf("translate")).size, 0);
  assert.equal(hashesOf("ice").size, 1);
});
