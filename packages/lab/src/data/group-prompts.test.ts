import assert from "node:assert/strict";
import { test } from "node:test";
import { findOverlap, groupPrompts } from "./index.ts";

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

test("an evaluation prompt with a word changed is still found among the training prompts", () => {
  const original =
    "A train leaves the northern harbour at noon carrying forty crates of oranges and six sleepy sailors who all wish to reach the southern lighthouse before the evening fog arrives over the long grey bay";
  const reworded = original.replace("oranges", "lemons");
  const training = [...corpus(), reworded, "Name a fruit."];
  const overlap = findOverlap(training, [original]);
  assert.equal(overlap[200], 1);
  assert.equal(overlap[201], 0);
  assert.equal(
    overlap.reduce((sum, bit) => sum + bit, 0),
    1,
  );
});

test("equal short texts overlap whatever their case and punctuation", () => {
  assert.deepEqual([...findOverlap(["Thanks!", "Bye"], ["thanks"])], [1, 0]);
});

test("texts in other scripts keep their letters", () => {
  assert.deepEqual([...findOverlap(["你好", "再见"], ["你好！"])], [1, 0]);
});
