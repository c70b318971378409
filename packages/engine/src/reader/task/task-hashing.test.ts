import assert from "node:assert/strict";
import { test } from "node:test";

import fc from "fast-check";

import { readTaskText } from "../conversation/task-text.ts";
import { createTextScan, HASHES_MOST } from "../text/text-scan.ts";
import type { HashForm, TextScan } from "../text/text-scan.ts";
import { createTaskFeatures } from "./task-features.ts";
import {
  BYTES_OF_HASHING,
  HASH_BLOCKS,
  HASH_SLOTS,
  HASH_VALUE,
  hashingOf,
  placeHashing,
  SLOTS_FROM,
} from "./task-hashing.ts";
import type { TaskHashing } from "./task-hashing.ts";

const UNITS_MOST = 4_096;

const bitsOf = (...slots: number[]): Uint8Array => {
  const bits = new Uint8Array(HASH_SLOTS / 8);
  for (const slot of slots) bits[slot >> 3]! |= 1 << (slot & 7);
  return bits;
};

/** A scan that knows the rows of a hashing. */
function scanOf(hashing: TaskHashing): TextScan {
  const scan = createTextScan(UNITS_MOST, BYTES_OF_HASHING + 64);
  placeHashing(scan, hashing);
  return scan;
}

test("only hashes that were learned from have a row, in the order of their slots", () => {
  const hashing = hashingOf(bitsOf(3, 9, 70_000));
  assert.equal(hashing.rowCount, 3);
  const { kernels } = scanOf(hashing).memory;
  assert.deepEqual(
    [3, 9, 70_000, 4].map((slot) => kernels.rowOfSlot(slot)),
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
      const { kernels } = scanOf(hashing).memory;
      assert.deepEqual(
        slots.map((slot) => kernels.rowOfSlot(slot)),
        [...slots.keys()],
      );
      assert.equal(hashing.matterAt, slots.filter((slot) => slot < SLOTS_FROM[2]!).length);
      for (const slot of slots) if (!slots.includes(slot + 1)) assert.equal(kernels.rowOfSlot(slot + 1), -1);
    }),
    { numRuns: 40, seed: 1 },
  );
});

test("no text has more hashes than there is room for", () => {
  const scan = createTextScan(UNITS_MOST);
  for (const { form } of HASH_BLOCKS)
    for (const text of [
      "abcdefgh ".repeat(400),
      "漢字".repeat(2_000),
      "a漢".repeat(2_000),
      "\ud800".repeat(3_000),
    ]) {
      const count = scan.hash(scan.fold(text), { form, salt: 1 });
      assert.ok(count <= HASHES_MOST, `${count} of ${HASHES_MOST}`);
    }
});

test("a text is read up to the room that it has, and leaves nothing for the next", () => {
  const scan = createTextScan(UNITS_MOST);
  const form = HASH_BLOCKS[0]!.form;
  const hashOf = (text: string): number[] => [
    ...scan.hashes.subarray(0, scan.hash(scan.fold(text), { form, salt: 0 })),
  ];
  const fresh = hashOf("sum it");
  assert.equal(scan.fold("\u0130x".repeat(70_000)), UNITS_MOST);
  assert.equal(scan.fold(" \ud800\n".repeat(70_000)), Math.floor((2 * UNITS_MOST) / 3));
  assert.deepEqual(hashOf("sum it"), fresh);
});

test("a word seen twice counts once, and the next text begins empty", () => {
  const { memory, hashes, hashesAt } = scanOf(hashingOf(bitsOf(3, 9)));
  const { kernels } = memory;
  const [ids, values] = [memory.reserve(16), memory.reserve(16)];
  kernels.setRow(ids, values, 4);
  hashes.set([9, 9, 4, 3]);
  kernels.seeHashes(hashesAt, 4, 0, 0xffff);
  assert.equal(kernels.addSeen(0, 100, HASH_VALUE), 2);
  assert.deepEqual([...memory.ints(ids, 2)], [101, 100]);
  hashes.set([9]);
  kernels.seeHashes(hashesAt, 1, 0, 0xffff);
  assert.equal(kernels.addSeen(2, 100, HASH_VALUE), 3);
});

const textOf = (text: string) =>
  readTaskText([{ role: "user", text, parts: [], toolCallCount: 0, isToolResult: false }], 0);

test("a word counts as much in a long request as in a short one, and tells something else in what is carried", () => {
  const features = createTaskFeatures("", hashingOf(new Uint8Array(HASH_SLOTS / 8).fill(0xff)));
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

const words = createTextScan(UNITS_MOST);

function hashesOfForm(text: string, only: Partial<HashForm>): Set<number> {
  const form = { wordsMost: 9, stems: 0, pieces: 0, hasBones: false, hasPairs: false, ...only };
  return new Set(words.hashes.subarray(0, words.hash(words.fold(text), { form, salt: 0 })));
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
