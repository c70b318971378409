import assert from "node:assert/strict";
import { test } from "node:test";

import { readTypedEdges } from "./typed-edges.ts";

const LETTER = `To Ms Okafor,

Thank you for your letter of 4 May about the noise from the loading bay. We have asked the haulier to move the first
delivery to seven o'clock, and the gate will be fitted with rubber stops by the end of the month.

Should the noise go on after that, please call our site office on weekdays between nine and four.

Yours sincerely,
P. Lindqvist, Estate Management`;
const MINUTES = `Sitzung des Elternbeirats, 12. Februar, 19 Uhr, Aula. Anwesend: Frau Demir, Herr Voss, Frau Alt.
Der Beirat bespricht den Umbau des Pausenhofs. Die Stadt hat 40.000 Euro zugesagt, es fehlen noch 6.500.
Herr Voss fragt zwei Betriebe im Ort an. Das Sommerfest findet am 4. Juli statt.
Nächster Termin: 11. März.`;
const CODE = `def total(rows):
    result = 0
    for row in rows:
        result += row["amount"]
    return result`;

const BEFORE = { isOpeningTyped: true, isClosingTyped: false };
const AFTER = { isOpeningTyped: false, isClosingTyped: true };
const BOTH = { isOpeningTyped: true, isClosingTyped: true };

test("an instruction before prose is kept apart from it, in any language", () => {
  for (const [asked, matter] of [
    ["what do they promise, and by when? two lines", LETTER],
    ["Kannst du das in drei Stichpunkte bringen?", MINUTES],
    ["quién se ocupa de qué y para cuándo", MINUTES],
    ["この手紙に丁寧な返事を書いてください。", LETTER],
    ["сделай короче и вежливее", LETTER],
  ] as const)
    assert.deepEqual(readTypedEdges(`${asked}\n\n${matter}`), BEFORE, asked);
});

test("an instruction after prose or code is kept apart from it", () => {
  for (const [asked, matter] of [
    ["what do they promise, and by when? two lines", LETTER],
    ["この手紙に丁寧な返事を書いてください。", LETTER],
    ["сделай короче и вежливее", LETTER],
    ["does this break on an empty list?", CODE],
  ] as const)
    assert.deepEqual(readTypedEdges(`${matter}\n\n${asked}`), AFTER, asked);
});

test("no short instruction is taken for what it stands beside", () => {
  for (const asked of ["tl;dr", "Summarise this letter in one sentence.", "Please translate into French:"])
    for (const matter of [LETTER, MINUTES]) {
      assert.ok(readTypedEdges(`${asked}\n\n${matter}`).isOpeningTyped, asked);
      assert.ok(readTypedEdges(`${matter}\n\n${asked}`).isClosingTyped, asked);
    }
});

test("a turn of one line, and one that a person typed as a whole, have no pasted edge", () => {
  for (const text of [
    "",
    "why?",
    "Write a haiku on rain.\nMake it sad.",
    "Ich ziehe im Mai nach Leipzig.\nWas muss ich beim Ummelden beachten?\nUnd wie lange habe ich Zeit?",
  ])
    assert.deepEqual(readTypedEdges(text), BOTH, text);
});

test("long turns and odd signs are read in bounded time", () => {
  for (const text of ["a\n".repeat(20_000), "\ud800\n\ud800", "字\n".repeat(9_000), `${"x".repeat(1e6)}\ny`])
    assert.equal(typeof readTypedEdges(text).isOpeningTyped, "boolean");
});
