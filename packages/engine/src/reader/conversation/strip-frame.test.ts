import assert from "node:assert/strict";
import { test } from "node:test";
import { stripFrame } from "./strip-frame.ts";

const REQUEST = "Sort the ledger by account and explain the two largest entries.";

for (const framed of [
  `Hi there! ${REQUEST}`,
  `Good morning,\n\ncould you please help me with this task?\n\n${REQUEST}\n\nMany thanks in advance!\nKind regards`,
  `${REQUEST} Thank you so much!`,
  `Guten Tag, könnten Sie mir bitte helfen? ${REQUEST} Vielen Dank im Voraus.`,
  `Bonjour, j'ai besoin d'aide :\n${REQUEST}\nMerci beaucoup !`,
  `Hola, ¿me puedes ayudar con esto?\n${REQUEST}\nMuchas gracias.`,
  `“Hello”, DEAR Assistant! ${REQUEST} Grüße`,
  `你好，请帮我看一下这个问题：\n${REQUEST}\n谢谢`,
])
  test(`courtesy is set aside: ${JSON.stringify(framed.slice(0, 40))}`, () =>
    assert.ok([REQUEST, REQUEST.slice(0, -1)].includes(stripFrame(framed)), stripFrame(framed)));

for (const text of [
  "Hello! How are you today?",
  "thanks",
  "Translate into French:\n\nGood morning, dear friends.",
  "Answer with yes or no: is seven prime?",
  "Can you help me?",
  "Please be brief. What is a monad?",
  "",
  "!!!",
])
  test(`what asks for something stays: ${JSON.stringify(text)}`, () => {
    const stripped = stripFrame(text);
    for (const word of ["How", "thanks", "Translate", "yes or no", "help", "brief"])
      assert.equal(stripped.includes(word), text.includes(word), stripped);
  });

test("a long text costs no more than its ends", () => {
  const text = "a".repeat(200_000);
  assert.equal(stripFrame(text), text);
});
