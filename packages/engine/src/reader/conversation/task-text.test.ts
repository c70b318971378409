import assert from "node:assert/strict";
import { test } from "node:test";

import type { Message } from "./message.ts";
import { readTaskText } from "./task-text.ts";

const turn = (role: string, text: string): Message => ({
  role,
  text,
  parts: [],
  toolCallCount: 0,
  isToolResult: false,
});
const MATTER = Array.from({ length: 40 }, (_, line) => `2026-03-0${line % 9} row ${line}; 12,40; open`).join(
  "\n",
);

test("an instruction is found before, after and between what it works on", () => {
  const before = readTaskText([turn("user", `Summarise in one line:\n${MATTER}`)], 0);
  assert.equal(before.zones.opening, "Summarise in one line:");
  const after = readTaskText([turn("user", `${MATTER}\nSummarise in one line.`)], 0);
  assert.match(after.zones.opening, /Summarise in one line\.$/);
  assert.match(after.zones.carried, /row 0/);
  const between = readTaskText([turn("user", `${MATTER}\n\nWhich rows are open?\n\n${MATTER}`)], 0);
  assert.ok(`${between.zones.middle}${between.zones.carried}${between.zones.closing}`.length > 0);
});

test("a bare heading takes the next line with it", () => {
  const { zones } = readTaskText([turn("user", "Task:\nWrite a haiku on rain.")], 0);
  assert.match(zones.opening, /haiku/);
});

test("the system prompt of a pipeline is a zone of its own, head and tail", () => {
  const { zones, systemUnits } = readTaskText(
    [turn("system", `Extract the order id. ${"x ".repeat(2_000)}END`), turn("user", MATTER)],
    0,
  );
  assert.match(zones.system, /^Extract the order id/);
  assert.match(zones.system, /END$/);
  assert.ok(zones.system.length < 1_000 && systemUnits > 4_000);
});

test("zones stay short whatever comes in", () => {
  for (const text of ["", " ", "?", "a".repeat(1_000_000), "字".repeat(300_000), "\ud800".repeat(5_000)]) {
    const { zones } = readTaskText([turn("user", text)], 0);
    for (const zone of Object.values(zones)) assert.ok(zone.length <= 1_600, `${zone.length}`);
  }
});

test("what was typed leads, whatever was pasted before or after it", () => {
  for (const pasted of [
    "<document>The flow has a fixed point.</document>",
    "2026-03-01T10:00:10Z WARN pool-0 lock wait exceeded",
    '{"id": 7, "state": "open"}',
    "| a | b |",
    "const total = rows.map((row) => row.sum);",
  ]) {
    for (const text of [`${pasted}\n\nWhat is wrong with it?`, `What is wrong with it?\n\n${pasted}`]) {
      const { zones } = readTaskText([turn("user", text)], 0);
      assert.equal(zones.opening.trim(), "What is wrong with it?", text);
      assert.equal(zones.closing, "");
    }
  }
});

test("what an agent's program says before the person has typed is nobody's turn", () => {
  const asks = turn("user", "Rename the flag --fast to --quick.");
  const plain = readTaskText([asks], 6);
  const openings = [
    [turn("user", "<environment_context>\n<cwd>/srv/shop</cwd>\n<shell>zsh</shell>\n</environment_context>")],
    [
      turn(
        "user",
        "Setting up our chat.\nToday's date is 3 March.\nMy operating system is: linux\nI'm in the directory: /srv/shop\nFolder structure:\n├───src/\n└───Makefile",
      ),
      turn("assistant", "Got it."),
    ],
  ];
  for (const opening of openings) {
    const { before, ...read } = readTaskText([...opening, asks], 6);
    const { before: none, ...alone } = plain;
    assert.equal(before, none);
    assert.deepEqual(read, alone);
  }
});

test("a person who tells where they are and asks is heard", () => {
  const asks = turn("user", "The date is wrong on this platform: linux. What is in the current directory?");
  const { turnCount } = readTaskText([asks, turn("assistant", "Files."), turn("user", "and now?")], 6);
  assert.equal(turnCount, 2);
});
