import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";

import { readDemandedLength } from "./demanded-length.ts";
import { readConversation } from "../conversation/read-conversation.ts";
import { say } from "../../../test/inputs.ts";

const CHOICES = [
  "Which planet is largest? Answer with only the letter.\nA) Mars\nB) Jupiter",
  'Output "A", "B", "C" or "D". Don\'t say anything else.\n\nQuestion: 2 + 2?',
  'Print only a single choice from "A" or "B" without explanation.',
  "Is 91 prime? Reply yes or no.",
  "Name the largest planet in one word.",
  "Ist die Erde rund? Antworte nur mit einem Wort.",
  "Ist 91 eine Primzahl? Ja oder nein",
  "Réponds seulement par la lettre correcte.",
  "Responde solo con la letra correcta.",
  "只回答选项字母。哪个行星最大？",
];

test("a bare choice is a handful of tokens, in several languages", () => {
  for (const text of CHOICES) {
    const demanded = readDemandedLength(text);
    assert.ok(demanded !== undefined && demanded.high <= 4, text);
    assert.equal(demanded.low, 1);
  }
});

test("a number may take more tokens than a letter", () => {
  for (const text of ["How many moons? Give only the number.", "Wie viele Monde? Antworte nur mit der Zahl."])
    assert.deepEqual(readDemandedLength(text), { mean: 10, low: 1, high: 30 }, text);
});

const FORMS: readonly (readonly [most: number, text: string])[] = [
  [3, "Only output the number of the option.\n1) Mars\n2) Jupiter\n3) Earth"],
  [3, "1) Mars\n2) Jupiter\nOutput the option number only."],
  [3, "Is 97 prime? true or false only"],
  [3, "Is 97 prime? Respond with a boolean."],
  [10, "What is 17 * 23? Do not show your working, only the answer."],
  [10, "What is 17 * 23? Only output the final number."],
  [10, "What is 17 * 23? Give me the number only."],
  [10, "What is 17 * 23? Answer only."],
  [10, "What is 17 * 23? Just the final answer, no explanation."],
  [10, "Solve 3x + 5 = 20. Respond with the value of x only."],
  [10, "Solve 3x + 5 = 20. No working, just the result."],
  [10, "Who wrote Faust? Name only."],
  [10, "What year did the wall fall? Year only."],
  [10, "When did the wall fall? Format: YYYY-MM-DD"],
  [26, "Respond with one line: why is the sky blue?"],
  [26, "Why is the sky blue? One line."],
  [26, "Give a one-line summary of the theory of relativity."],
  [26, "How do I list files by size? Only the command, no explanation."],
];

test("forms of a short answer are short, and a demand for the way is none of them", () => {
  for (const [most, text] of FORMS) {
    const demanded = readDemandedLength(text);
    assert.ok(demanded !== undefined && demanded.mean <= most, `${text}: ${demanded?.mean}`);
  }
  for (const text of [
    "Solve the puzzle and give only the solution.",
    "Solve 3x + 5 = 20 and put only the final answer on the last line.",
    "Work it out step by step. Answer only at the end.",
    "Write one line per city.",
  ])
    assert.equal(readDemandedLength(text), undefined, text);
});

test("worked examples that are answered by a letter demand a letter", () => {
  const example = "Sky?\nA) blue\nB) red\nAnswer: A\n\n";
  assert.equal(readDemandedLength(`${example}${example}Grass?\nA) blue\nB) green\nAnswer:`)?.low, 1);
  assert.equal(readDemandedLength(`${example}Grass?\nA) blue\nB) green\nAnswer:`), undefined);
});

test("a phrase is shorter than a concise phrase, and both are shorter than a sentence's worth of three", () => {
  const phrase = readDemandedLength("Who wrote Faust? Give the answer without writing a complete sentence.");
  const concise = readDemandedLength(
    "Who wrote Faust? Answer concisely, no need to write a complete sentence.",
  );
  const sentences = readDemandedLength("Who wrote Faust? Answer in three sentences.");
  assert.ok(phrase && concise && sentences);
  assert.ok(phrase.mean < concise.mean && concise.mean < sentences.mean);
});

test("amounts of words and sentences count as tokens", () => {
  assert.equal(readDemandedLength("Describe it in 100 words.")?.mean, 135);
  assert.equal(readDemandedLength("Write a 200-word essay on rain.")?.mean, 270);
  assert.equal(readDemandedLength("Fasse es in zwei Sätzen zusammen.")?.mean, 52);
  assert.equal(readDemandedLength("Résume en deux phrases.")?.mean, 52);
});

const OPEN = [
  "Write a function that reverses a list.",
  "Think step by step, then answer with only the letter.",
  "Reason step-by-step. End your answer by outputting the final numerical answer.",
  "Explain why the sky is blue, and say only the name of the effect.",
  "Return only the code, nothing else.",
  "What does this sentence mean in German?",
  "",
];

test("reasoning, explanations, long results and plain questions demand nothing", () => {
  for (const text of OPEN) assert.equal(readDemandedLength(text), undefined, text);
});

test("the system prompt demands where the turn does not, and the turn beats it", () => {
  const system = "You are a quiz bot. Answer in one word.";
  assert.equal(readDemandedLength("Largest planet?", system)?.low, 1);
  assert.equal(readDemandedLength("Tell me in 100 words.", system)?.mean, 135);
  assert.equal(readDemandedLength("Think step by step: is 91 prime?", system), undefined);
  const { prompt } = readConversation([say(system, "system"), say("Largest planet?")], []);
  assert.equal(prompt.demanded, undefined, "what a system prompt says is weighed with the task");
});

test("any text is read, with ordered whole numbers in bounds", () => {
  const words = fc.constantFrom(
    "only",
    "answer",
    "A",
    "or",
    "B",
    "in",
    "999",
    "words",
    "letter",
    "\n",
    "不要",
    "no need to",
  );
  fc.assert(
    fc.property(fc.array(words, { maxLength: 60 }), fc.string({ unit: "binary" }), (parts, noise) => {
      const demanded = readDemandedLength(parts.join(" ") + noise, noise);
      if (demanded === undefined) return;
      const { low, mean, high } = demanded;
      assert.ok([low, mean, high].every(Number.isInteger) && low >= 1 && low <= mean && mean <= high);
    }),
  );
});

test("only the head and the tail of a long text are read, which bounds the work", () => {
  const filler = "Rain fell on the hills. ".repeat(2_000);
  assert.equal(readDemandedLength(`${filler}Answer in one word.${filler}`), undefined);
  assert.equal(readDemandedLength(`${filler}Answer in one word.`)?.low, 1);
  assert.equal(readDemandedLength(`Answer in one word. ${filler}`)?.low, 1);
});
