import assert from "node:assert/strict";
import { test } from "node:test";

import fc from "fast-check";

import { readTaskText } from "../conversation/task-text.ts";
import { buildConceptLexicon } from "./concept-lexicon.ts";
import { hashRoomOf, hashWords } from "../text/word-hashes.ts";
import type { HashForm } from "../text/word-hashes.ts";
import { createTaskFeatures } from "./task-features.ts";
import {
  createFound,
  HASH_BLOCKS,
  HASH_SLOTS,
  HASH_VALUE,
  hashingOf,
  rowOfSlot,
  SLOTS_FROM,
} from "./task-hashing.ts";

const bitsOf = (...slots: number[]): Uint8Array => {
  const bits = new Uint8Array(HASH_SLOTS / 8);
  for (const slot of slots) bits[slot >> 3]! |= 1 << (slot & 7);
  return bits;
};

test("only hashes that were learned from have a row, in the order of their slots", () => {
  const hashing = hashingOf(bitsOf(3, 9, 70_000));
  assert.equal(hashing.rowCount, 3);
  assert.deepEqual(
    [3, 9, 70_000, 4].map((slot) => rowOfSlot(hashing, slot)),
    [0, 1, 2, -1],
  );
});

test("the rows of any set of slots are counted through from the first, those of carried words last", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(HASH_SLOTS - 1), { maxLength: 300 }), (chosen) => {
      const dense = Array.from({ length: 40 }, (_, index) => (chosen[0] ?? 0) + index).filter(
        (slot) => slot < HASH_SLOTS,
      );
      const slots = [...new Set([...chosen, ...dense])].toSorted((a, b) => a - b);
      const hashing = hashingOf(bitsOf(...slots));
      assert.equal(hashing.rowCount, slots.length);
      assert.deepEqual(
        slots.map((slot) => rowOfSlot(hashing, slot)),
        [...slots.keys()],
      );
      assert.equal(hashing.matterAt, slots.filter((slot) => slot < SLOTS_FROM[2]!).length);
      for (const slot of slots) if (!slots.includes(slot + 1)) assert.equal(rowOfSlot(hashing, slot + 1), -1);
    }),
    { numRuns: 40, seed: 1 },
  );
});

test("no text has more hashes than there is room for", () => {
  for (const { form } of HASH_BLOCKS)
    for (const text of [
      "abcdefgh ".repeat(400),
      "漢字".repeat(2_000),
      "a漢".repeat(2_000),
      "\ud800".repeat(3_000),
    ]) {
      const units = Uint16Array.from(text, (_, at) => text.charCodeAt(at));
      const out = { hashes: new Int32Array(hashRoomOf(form)), count: 0 };
      hashWords(units, units.length, { form, salt: 1 }, out);
      assert.ok(out.count <= out.hashes.length, `${out.count} in ${out.hashes.length}`);
    }
});

test("a word seen twice counts once, and the next text begins empty", () => {
  const found = createFound(hashingOf(bitsOf(3, 9)), 0);
  found.seeAll(Int32Array.of(9, 9, 4, 3), 4);
  const { rows, count } = found.take();
  assert.deepEqual([...rows.subarray(0, count)], [1, 0]);
  found.seeAll(Int32Array.of(9), 1);
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
  const matter = `\`\`\`\n${"A line of it. ".repeat(20)}\nTranslate\n\`\`\``;
  const carried = hashesOf(`Shorten this for a colleague:\n\n${matter}\n\nin one line please, as a note`);
  assert.ok([...short.keys()].every((id) => !carried.has(id)));
});

function hashesOfForm(text: string, only: Partial<HashForm>): Set<number> {
  const units = Uint16Array.from(text, (letter) => letter.charCodeAt(0));
  const form = { wordsMost: 9, stems: [], pieces: [], hasBones: false, hasPairs: false, ...only };
  const out = { hashes: new Int32Array(hashRoomOf(form)), count: 0 };
  hashWords(units, units.length, { form, salt: 0 }, out);
  return new Set(out.hashes.subarray(0, out.count));
}

test("two words in a row count together, in their order", () => {
  const pairs = (text: string): Set<number> =>
    hashesOfForm(text, { hasPairs: true }).difference(hashesOfForm(text, {}));
  assert.equal(pairs("give").size, 0);
  assert.equal(pairs("give me this").size, 2);
  assert.equal(pairs("give me").intersection(pairs("please give, me")).size, 1);
  assert.equal(pairs("give me").intersection(pairs("me give")).size, 0);
});

test("a word counts by its consonants too, so a slip of the fingers leaves something to know it by", () => {
  const hashesOf = (word: string): Set<number> => hashesOfForm(word, { hasBones: true });
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
