import assert from "node:assert/strict";
import { test } from "node:test";

import { leadWithLoneInstruction } from "./lone-instruction.ts";

const PROSE = [
  "The mill stood on the left bank and was rebuilt twice, once after the fire and once when the wheel was taken out. The ledgers lay in an iron chest.",
  "In the spring the grain came down by barge. Each carried forty sacks, and the carters were paid by the sack, so that quarrels fill page after page.",
  "By the time the railway reached the valley most of the trade had moved to the port. The last entry is of a sale of timber, and it is not signed.",
];
const proseOf = (paragraphs: number): string =>
  Array.from({ length: paragraphs }, (_, at) => PROSE[at % PROSE.length]).join("\n\n");
const LOG = Array.from(
  { length: 30 },
  (_, line) => `2026-04-02T07:${10 + line}:03Z WARN pump-${line % 3} pressure ${line}.2 bar below set point`,
).join("\n");

const ASKED = [
  "Translate the text above and below into German.",
  "Which of the carters quarrelled with the miller?",
  "Fasse alles in drei Sätzen zusammen.",
  "¿Cuál de las bombas falló primero?",
  "この記録から何が分かりますか？",
  "总结这篇文章的要点。",
];

test("an instruction alone in the midst of prose or of a log leads", () => {
  for (const asked of ASKED)
    for (const [before, after] of [
      [proseOf(3), proseOf(4)],
      [proseOf(600), proseOf(900)],
      [LOG, LOG],
    ] as const) {
      const led = leadWithLoneInstruction(`${before}\n\n${asked}\n\n${after}`);
      assert.ok(led.startsWith(`${asked}\n\n`), `${asked}: ${led.slice(0, 60)}`);
      assert.equal(led, `${asked}\n\n${before}\n\n${after}`);
    }
});

test("text alone stays as it is, with the questions that belong to it", () => {
  const [before, after] = [proseOf(3), proseOf(4)];
  for (const inside of [
    "Nobody knows who signed for the sacks.",
    "Maria: Which of the carters was it?",
    "Problem 7. Find all values of k for which the series converges.",
    "3. Which of the following statements is true?",
  ]) {
    const text = `${before}\n\n${inside}\n\n${after}`;
    assert.equal(leadWithLoneInstruction(text), text, inside);
  }
  const talk = `${before}\n\nWhere were you?\n\nAt the mill.\n\nWhy did you not come?\n\n${after}`;
  assert.equal(leadWithLoneInstruction(talk), talk);
  const several = `${before}\n\n${ASKED[0]}\n\n${before}\n\n${ASKED[1]}\n\n${after}`;
  assert.equal(leadWithLoneInstruction(several), several);
});

test("an instruction at either end stays the one that is read", () => {
  const body = `${proseOf(3)}\n\nWhich of the carters was it?\n\n${proseOf(4)}`;
  for (const text of [
    `Summarise this in two lines.\n\n${body}`,
    `${body}\n\nWhat is the tone of this text?`,
    body.slice(0, 500),
  ])
    assert.equal(leadWithLoneInstruction(text), text);
});
