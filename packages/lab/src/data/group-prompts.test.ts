import assert from "node:assert/strict";
import { test } from "node:test";
import { groupPrompts } from "./index.ts";

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
