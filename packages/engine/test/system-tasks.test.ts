// A pipeline's system prompt says what is to be done, and what the user's turn says is its material. A persona, a format or a
// language of the answer says nothing of the sort. None of these prompts was learned from.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createRouter } from "../src/index.ts";
import { loadShippedEngine } from "./shipped-engine.ts";

const { model, catalog } = await loadShippedEngine();
const router = createRouter({ model, catalog });

function taskOf(system: string, content: string, tools: readonly unknown[] = []) {
  const body = {
    messages: [
      { role: "system", content: system },
      { role: "user", content },
    ],
    llm_providers: ["openai/gpt-5.6-sol", "openai/gpt-oss-20b"].map((name) => ({ model: name })),
    include: ["explanation"],
    ...(tools.length === 0 ? {} : { tools }),
  };
  const task = router.select(body as never).explanation?.conversation.task;
  assert.ok(task !== undefined);
  return task;
}

/** Chance that a fast commercial model does not do it well. */
function difficultyOf({ tiers: [small = 0, mid = 0] }: ReturnType<typeof taskOf>): number {
  return 1 - small - mid;
}

const REQUESTS = {
  proof: "Prove that every group of order 15 is cyclic",
  program: "Write a lock-free queue in C++ and prove linearizability",
  question: "Why does the moon always show us the same face?",
} as const;

const PIPELINES: readonly (readonly [operation: string, ...prompts: string[]])[] = [
  [
    "translate",
    "Render whatever comes in as idiomatic Dutch.",
    "Put the user's input into English.",
    "Übersetze alles, was kommt, ins Polnische.",
    "Traduce al inglés lo que escriba el usuario.",
    "用户输入什么，就翻译成英文。",
  ],
  [
    "classify",
    "spam detector. reply spam or ham",
    "Is the sentiment positive, neutral or negative? One word.",
    "Which team should get this ticket: billing, tech, sales?",
    "Bestimme die Sprache der Nachricht, gib nur den ISO-Code aus.",
  ],
  [
    "title",
    "Name this chat in six words or fewer.",
    "Erzeuge einen kurzen Titel für das folgende Gespräch.",
    "Donne un titre court à la conversation.",
  ],
  [
    "rewrite",
    "Fix typos and grammar of the input, print the result only.",
    "Rewrite the message so that it sounds friendlier.",
    "Korrigiere Rechtschreibung und Grammatik, gib nur den Text zurück.",
  ],
  ["summarise", "Condense the incoming message to one sentence.", "Résume le message reçu en une phrase."],
];

test("a pipeline does with a request what its system prompt says", () => {
  const asked = PIPELINES.flatMap(([operation, ...prompts]) =>
    prompts.flatMap((prompt) =>
      Object.values(REQUESTS).map((request) => ({
        wanted: operation,
        found: taskOf(prompt, request).operation,
        prompt,
      })),
    ),
  );
  const misread = asked.filter(({ wanted, found }) => wanted !== found);
  assert.ok(
    misread.length <= asked.length / 8,
    misread.map(({ prompt, found }) => `${prompt}: ${found}`).join("\n"),
  );
});

const PERSONAS = [
  "You are a helpful assistant.",
  "Du bist ein hilfreicher Assistent. Antworte kurz.",
  "Reply in Italian whatever language you are asked in.",
  "Answer in JSON: {answer, confidence}.",
  "You translate for a living, but here you explain grammar.",
  "End every reply with a one-line summary.",
  "Work out the key facts for yourself, then answer in full.",
  "You are a pirate, stay in character.",
  "Réponds toujours en français, avec des exemples.",
  "Você é um professor de matemática.",
  "あなたは親切なアシスタントです。",
  "Ты опытный программист.",
] as const;

test("personas, formats and languages of the answer leave the request what it is", () => {
  for (const persona of PERSONAS) {
    const proof = taskOf(persona, REQUESTS.proof);
    assert.equal(proof.operation, "solve", persona);
    assert.ok(difficultyOf(proof) > 0.35, `${persona}: ${difficultyOf(proof)}`);
    assert.equal(taskOf(persona, REQUESTS.program).operation, "write_code", persona);
  }
});

test("whose request carries tools is asked for by the user", () => {
  const tools = [{ type: "function", function: { name: "search", parameters: { type: "object" } } }];
  assert.notEqual(taskOf("Put the user's input into English.", REQUESTS.proof, tools).operation, "translate");
});
