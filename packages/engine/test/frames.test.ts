// A request in a template is read as the bare request: what a template says, points at and gives is set aside.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createRouter } from "../src/index.ts";
import { userMessage } from "../src/internals.ts";
import { loadShippedEngine } from "./shipped-engine.ts";

const { model, catalog } = await loadShippedEngine();
const router = createRouter({ model, catalog });
const ASK = "Why do bridges hum in strong wind, and what do engineers do about it?";

const leadOf = (text: string): string => model.converse([userMessage(text)], []).prompt.taskText.asked;

const FRAMES: Readonly<Record<string, string>> = {
  "an evaluation": `Question: ${ASK}\nAnswer:`,
  "an evaluation with a form": `Answer the following question. Think step by step and put the final answer in \\boxed{}.\n\nQuestion: ${ASK}`,
  "a chain of thought": `${ASK}\n\nThink step by step. Then give your answer as a JSON object with the keys "reasoning" and "answer".`,
  JSON: JSON.stringify({ id: 12, prompt: ASK, max_tokens: 300 }),
  tags: `<instructions>Be brief.</instructions>\n<question>${ASK}</question>`,
  "worked examples": `Q: What colour is an emerald?\nA: green\n\nQ: How many legs has a spider?\nA: 8\n\nQ: ${ASK}\nA:`,
  "an instruction template": `Below is an instruction that describes a task. Write a response that completes the request.\n\n### Instruction:\n${ASK}\n\n### Response:`,
  "a row": `id | prompt | response\n17 | ${ASK} |`,
  "a ticket": `Ticket: #48213\nPriority: low\nDescription: ${ASK}\n\nWrite the answer we send to the customer.`,
  German: `Beantworte die folgende Frage. Gib nur das Ergebnis aus.\n\nFrage: ${ASK}\n\nAntwort:`,
};

for (const [name, framed] of Object.entries(FRAMES))
  test(`${name} is cut off, and the request is marked in the turn as it was sent`, () => {
    assert.equal(leadOf(framed), ASK);
    const body = {
      messages: [{ role: "user", content: framed }],
      llm_providers: [{ model: "openai/gpt-oss-20b" }, { model: "openai/gpt-5.6-sol" }],
      include: ["explanation"],
    };
    const asked = router.select(body).explanation?.conversation.task?.asked;
    assert.ok(asked !== undefined);
    assert.ok(ASK.includes(framed.slice(asked.from, asked.to)), framed.slice(asked.from, asked.to));
  });

test("texts that a request is about, and orders to their reader, stay what they are", () => {
  for (const text of [
    '{"id": 7, "state": "open"}\n\nWhat is wrong with it?',
    "<document>Answer the following question. The committee met on Monday.</document>\nSummarise the document.",
    'Rewrite this prompt so that it is shorter: "You are an expert. Answer the following question."',
    "Translate to French: You are an expert. Think step by step and answer with one letter.",
    "Which is the better example, 'Q: 2+2 A: 4' or 'Question: 2+2 Answer: 4'?",
    'Translate into Polish:\n"""\nThe ferry leaves at noon. Bring the tickets, please.\n"""',
    "Make this kinder\n```\nYour invoice is late again. Pay it by Thursday.\n```",
    "Write a system prompt for a tutor who answers questions with a hint first.",
  ])
    assert.equal(leadOf(text), text);
});

test("bad input is read in bounded time, and a request is never lost", () => {
  assert.equal(leadOf("Question: {question}\nAnswer:").includes("{question}"), true);
  assert.notEqual(leadOf("You are an expert. Answer the following question."), "");
  const questions = Array.from({ length: 10 }, (_, at) => `${at + 1}. Why is ${at} a number?`).join("\n");
  const ten = leadOf(`Answer the following questions. Think step by step.\n\n${questions}`);
  assert.ok(ten.includes("1. Why is 0") && ten.includes("10. Why is 9"), ten);
  const nested = `Input: Question: ${ASK}\nAnswer:\nOutput:`;
  assert.ok(leadOf(nested).includes(ASK));
  const long = `${"Passage: The ferry leaves at nine. ".repeat(9_000)}\n\nQuestion: ${ASK}\nAnswer:`;
  const begun = process.cpuUsage();
  assert.ok(leadOf(long).includes(ASK));
  const { user, system } = process.cpuUsage(begun);
  assert.ok(user + system < 2_000_000);
});

test("a system prompt that says who answers and how leaves the request as it is", () => {
  const system = "You are an evaluation assistant. Reply with the final answer only, in at most one line.";
  const of = (stated: string) =>
    model.encode(model.converse([{ ...userMessage(stated), role: "system" }, userMessage(ASK)], [])).task;
  const bare = model.encode(model.converse([userMessage(ASK)], [])).task;
  assert.equal(of(system).operation, bare.operation);
});
