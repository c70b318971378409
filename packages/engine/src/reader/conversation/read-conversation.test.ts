import assert from "node:assert/strict";
import { test } from "node:test";

import { say } from "../../../test/inputs.ts";
import type { Message } from "./message.ts";
import { isFollowUp } from "./follow-up.ts";
import { readConversation } from "./read-conversation.ts";
import { isToolLoopOpen } from "./tool-loop.ts";

const call: Message = { role: "assistant", text: "", parts: [], toolCallCount: 1, isToolResult: false };
const result: Message = { role: "tool", text: "{}", parts: [], toolCallCount: 0, isToolResult: true };

test("the last user turn leads, whatever the system prompt says", () => {
  const conversation = readConversation(
    [say("You are an olympiad mathematician. ".repeat(300), "system"), say("hi there, how are you doing?")],
    [],
  );
  assert.equal(conversation.prompt.text, "hi there, how are you doing?");
  assert.equal(conversation.prompt.turnCount, 1);
});

test("a follow-up is known for leaning on what was said before", () => {
  const conversation = readConversation(
    [
      say("Summarise the theory of plate tectonics for a twelve-year-old."),
      say("Plates move.", "assistant"),
      say("and now in French?"),
      say("Les plaques bougent.", "assistant"),
      say("shorter please"),
    ],
    [],
  );
  assert.equal(conversation.prompt.text, "shorter please");
  assert.deepEqual(conversation.notes, ["follow_up"]);
});

test("a new question in an old conversation stands on its own", () => {
  const { notes } = readConversation(
    [
      say("Prove the prime number theorem."),
      say("Here is a proof.", "assistant"),
      say("Please write a birthday card for my grandmother who loves roses."),
    ],
    [],
  );
  assert.deepEqual(notes, []);
});

test("a last turn of pure noise gives way to the turn before", () => {
  const { prompt, notes } = readConversation(
    [say("Sort these numbers: 3 1 2"), say(`<system-reminder>${"x ".repeat(200)}</system-reminder>`)],
    [],
  );
  assert.equal(prompt.text, "Sort these numbers: 3 1 2");
  assert.ok(notes.includes("earlier_turn"));
});

test("without a user turn the newest message with text is read", () => {
  assert.equal(
    readConversation([say("Write a haiku about rain.", "system")], []).prompt.text,
    "Write a haiku about rain.",
  );
});

test("modalities of every message count, each once", () => {
  const photo: Message = {
    ...say("look"),
    parts: [{ modality: "image" }, { modality: "image" }, { modality: "audio" }],
  };
  assert.deepEqual(readConversation([photo, say("and?")], []).modalities, ["audio", "image"]);
});

for (const [name, messages, isOpen] of [
  ["a call", [say("x"), call], true],
  ["a result", [say("x"), call, result], true],
  ["an answer after the result", [say("x"), call, result, say("done", "assistant")], false],
  ["a new user turn", [say("x"), call, result, say("done", "assistant"), say("next")], false],
  ["a result inside a user turn", [say("x"), call, { ...say(""), isToolResult: true }], true],
  ["a result with a reminder beside it", [say("x"), call, { ...say("reminder"), isToolResult: true }], true],
  ["plain talk", [say("x")], false],
] as const) {
  test(`a conversation that ends in ${name} has ${isOpen ? "an open" : "no open"} tool loop`, () => {
    assert.equal(isToolLoopOpen(messages), isOpen);
  });
}

test("a tool result never leads", () => {
  const { prompt } = readConversation(
    [say("What is the weather in Rome?"), call, result],
    [{ name: "weather" }],
  );
  assert.equal(prompt.text, "What is the weather in Rome?");
});

for (const text of [
  "and now in French?",
  "why?",
  "make it shorter",
  "explain the second step again",
  "und jetzt auf Deutsch?",
  "¿y en español?",
  "et maintenant en vers ?",
  "现在改成英文",
  "那用法语呢？",
  "もっと短く",
  "а теперь короче",
  "yes",
])
  test(`"${text}" leans on what was said before`, () => assert.equal(isFollowUp(text), true));

for (const text of [
  "thanks!",
  "hello",
  "What is the capital of Mongolia?",
  "Write a sonnet about the sea for my sister's birthday",
  "Schreibe ein Gedicht über den Herbst in Hamburg",
  "写一首关于春天的诗歌，要求押韵",
])
  test(`"${text}" stands on its own`, () => assert.equal(isFollowUp(text), false));
