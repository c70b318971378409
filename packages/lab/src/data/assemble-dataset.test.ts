import assert from "node:assert/strict";
import { test } from "node:test";
import { groupPrompts } from "./index.ts";
import { splitmix32 } from "@signalbox/engine/numerics";
import fc from "fast-check";
import {
  bandKeys,
  minHash,
  normaliseText,
  ShingleFrequency,
  shingleHashes,
  SIGNATURE_BINS,
  similarity,
} from "./assemble-dataset.ts";

const TOPICS = [
  "canals",
  "glaciers",
  "sonnets",
  "primes",
  "orchids",
  "comets",
  "looms",
  "fjords",
  "kilns",
  "tides",
];
const INSTRUCTION = "Read the question below with great care and answer it in exactly one short sentence.";

function question(topic: string): string {
  return `${INSTRUCTION} Explain how ${topic} came about, why people study ${topic} today, and which ${topic} are best known in the world.`;
}

function corpus(): string[] {
  return Array.from(
    { length: 200 },
    (_, i) => `${question(TOPICS[i % 10] ?? "")} Mind case ${i} and its twin ${i * 7}.`,
  );
}

test("a shared instruction does not make two questions one", () => {
  const texts = [
    ...corpus(),
    `${INSTRUCTION} Which of these numbers divides forty-two without a rest, and how do you see it quickly?`,
  ];
  const groups = groupPrompts(texts);
  assert.equal(groups.at(-1), texts.length - 1);
});

test("a word changed, another case or other punctuation is the same prompt, in any script", () => {
  const original =
    "A train leaves the northern harbour at noon carrying forty crates of oranges and six sleepy sailors who all wish to reach the southern lighthouse before the evening fog arrives over the long grey bay";
  const changed = original.replace("oranges", "lemons");
  const groups = groupPrompts([
    original,
    changed,
    "Name a fruit.",
    "Thanks!",
    "thanks",
    "你好",
    "再见",
    "你好！",
  ]);
  assert.equal(groups[0], groups[1]);
  assert.equal(groups[3], groups[4]);
  assert.equal(groups[5], groups[7]);
  assert.equal(new Set(groups).size, 5);
});

const random = splitmix32(11);
const WORDS = Array.from({ length: 400 }, (_, index) => `word${index}`);
const drawWords = (count: number): string[] =>
  Array.from({ length: count }, () => WORDS[Math.floor(random() * WORDS.length)] ?? "");

/** True share of common word 4-grams. */
function jaccard(a: readonly string[], b: readonly string[]): number {
  const shingles = (words: readonly string[]): Set<string> =>
    new Set(words.slice(3).map((_, index) => words.slice(index, index + 4).join(" ")));
  const [left, right] = [shingles(a), shingles(b)];
  return left.intersection(right).size / left.union(right).size;
}

const signatureOf = (words: readonly string[]): Uint32Array => {
  const signature = minHash(shingleHashes(words.join(" ")), new ShingleFrequency());
  assert.ok(signature !== undefined);
  return signature;
};

test("normalising twice is normalising once, and leaves letters, digits and single spaces", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      const once = normaliseText(text);
      assert.equal(normaliseText(once), once);
      assert.match(once, /^(?:[\p{L}\p{N}]+(?: [\p{L}\p{N}]+)*)?$/u);
    }),
  );
});

test("a text has a shingle for every four words in a row, a short one a single shingle", () => {
  for (const [words, shingles] of [
    [1, 1],
    [3, 1],
    [4, 1],
    [5, 2],
    [40, 37],
  ] as const)
    assert.equal(shingleHashes(drawWords(words).join(" ")).length, shingles);
});

test("the order of words makes another text", () => {
  assert.notDeepEqual(shingleHashes("a b c d"), shingleHashes("d c b a"));
});

test("signatures estimate the share of common shingles", () => {
  let [error, count] = [0, 0];
  for (let trial = 0; trial < 60; trial += 1) {
    const words = drawWords(120);
    const other = words.map((word) => (random() < 0.05 ? (drawWords(1)[0] ?? "") : word));
    error += similarity(signatureOf(words), signatureOf(other)) - jaccard(words, other);
    count += 1;
  }
  assert.ok(Math.abs(error / count) < 0.08, String(error / count));
});

test("a text is wholly like itself, and unlike one without a common word", () => {
  const words = drawWords(60);
  assert.equal(similarity(signatureOf(words), signatureOf(words)), 1);
  assert.equal(similarity(signatureOf(words), signatureOf(words.map((word) => `${word}x`))), 0);
});

test("near texts meet under a key, and keys repeat", () => {
  const words = drawWords(100);
  const near = [...words.slice(0, 99), "changed"];
  const keys = new Set(bandKeys(signatureOf(words)));
  assert.ok(bandKeys(signatureOf(near)).some((key) => keys.has(key)));
  assert.deepEqual(bandKeys(signatureOf(words)), bandKeys(signatureOf(words)));
  assert.ok(keys.size <= SIGNATURE_BINS / 2);
});

test("with fewer than three telling shingles only equality of the text counts", () => {
  assert.equal(minHash(shingleHashes("two words"), new ShingleFrequency()), undefined);
});
