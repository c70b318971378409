// The lexicon against the words that it was built of, and against a plain list of entries of any units.
import assert from "node:assert/strict";
import { test } from "node:test";

import fc from "fast-check";

import { foldText } from "../text/fold-text.ts";
import { createTextScan } from "../text/text-scan.ts";
import { buildLexicon, bytesOfBuilding, countConcepts } from "./concept-lexicon.ts";

/** Finds where each concept of a lexicon first begins in a text, in folded units; -1 where it does not. */
function finderOf(lexicon: string, unitsMost = 300): (text: string) => number[] {
  const scan = createTextScan(unitsMost, bytesOfBuilding(lexicon));
  const { memory, folded } = scan;
  buildLexicon(memory, lexicon);
  return (text) => {
    memory.kernels.markConcepts(folded, scan.fold(text));
    return [...memory.ints(memory.kernels.firstAt.value, countConcepts(lexicon))];
  };
}

const LEXICON = `sum\tsummar* | résume | 要約 | สรุป | 요약\nname\ttitle | six words\n\nproof\tprove\n`;
const findIn = finderOf(LEXICON);

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
  assert.deepEqual(finderOf(LEXICON, text.length)(text), [-1, -1, -1]);
});

/** Few units, so that states branch much and little: plain letters, ideographs, halves of pairs. */
const entry = fc
  .string({
    unit: fc.constantFrom(..."abcdefgh的一是\ud83d\ude00\ud800".split("")),
    minLength: 1,
    maxLength: 9,
  })
  .map((text) => text.replaceAll(/^[\ud800-\udfff]+/g, "a"));

test("a stem is found where it first begins a word, for any set of entries", () => {
  fc.assert(
    fc.property(fc.array(entry, { minLength: 1, maxLength: 80 }), fc.array(entry), (entries, others) => {
      const find = finderOf(entries.map((text) => `x\t${text}*`).join("\n"));
      for (const text of [...entries, ...others])
        assert.deepEqual(
          find(text).map((at) => at === 0),
          entries.map((known) => text.startsWith(known)),
          text,
        );
    }),
    { numRuns: 80, seed: 1 },
  );
});

test("states that branch beyond ASCII are searched by all their units", () => {
  const entries = Array.from({ length: 900 }, (_, index) => `x${String.fromCharCode(0x4e00 + 3 * index)}y`);
  const find = finderOf([...entries, "xa", "xb"].map((text) => `x\t${text}*`).join("\n"));
  entries.forEach((text, at) => {
    assert.deepEqual(
      find(text).flatMap((first, concept) => (first === 0 ? [concept] : [])),
      [at],
    );
    const other = `x${String.fromCharCode(text.charCodeAt(1) + 1)}y`;
    assert.ok(find(other).every((first) => first === -1));
  });
  assert.equal(find("xb")[901], 0);
});

test("a lexicon that branches in too many places says so", () => {
  const letters = "a b c d e f g h".split(" ");
  const words = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => `${a}${b}${c}`)));
  assert.throws(() => finderOf(`x\t${words.join(" | ")}`), RangeError);
});

test("folding keeps letters apart that only marks of Indic scripts tell apart", () => {
  assert.equal(foldText("  Žluťoučký\u00a0KŮŇ "), "zlutoucky kun");
  assert.notEqual(foldText("कि"), foldText("की"));
  assert.equal(foldText("مَدْرَسَة"), "مدرسه");
  assert.equal(foldText("\ud800x"), "\ud800x");
});
