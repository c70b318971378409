import assert from "node:assert/strict";
import { test } from "node:test";

import { buildConceptLexicon } from "./concept-lexicon.ts";
import { foldInto, foldText } from "../text/fold-text.ts";

const lexicon = buildConceptLexicon(
  [
    { concept: 0, entries: ["summar*", "résume", "要約", "สรุป", "요약"] },
    { concept: 1, entries: ["title", "six words"] },
    { concept: 2, entries: ["prove"] },
  ],
  3,
);

function findIn(text: string): number[] {
  const units = new Uint16Array(text.length);
  const count = foldInto(text, units);
  return [...lexicon.mark(units, count).firstAt];
}

test("a word is found by itself or as a stem, whatever its case and accents", () => {
  assert.deepEqual(findIn("Please SUMMARISE it"), [7, -1, -1]);
  assert.deepEqual(findIn("résume ce texte")[0], 0);
  assert.deepEqual(findIn("a title of   six\nwords"), [-1, 2, -1]);
});

test("a whole word does not match inside another", () => {
  assert.deepEqual(findIn("improved proven subtitle"), [-1, -1, -1]);
  assert.deepEqual(findIn("prove."), [-1, -1, 0]);
});

test("scripts without blanks match anywhere", () => {
  assert.deepEqual(findIn("この文章を要約してください")[0], 5);
  assert.deepEqual(findIn("ช่วยสรุปให้หน่อย")[0], 4);
  assert.deepEqual(findIn("이 글을 요약해줘")[0], 5);
});

test("a text of one million letters is read in one pass", () => {
  const text = "a".repeat(1_000_000);
  assert.deepEqual(findIn(text), [-1, -1, -1]);
});

test("folding keeps letters apart that only marks of Indic scripts tell apart", () => {
  assert.equal(foldText("  Žluťoučký\u00a0KŮŇ "), "zlutoucky kun");
  assert.notEqual(foldText("कि"), foldText("की"));
  assert.equal(foldText("مَدْرَسَة"), "مدرسه");
  assert.equal(foldText("\ud800x"), "\ud800x");
});
