import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";

import type { DemandCues } from "./demand-cues.ts";
import { findWords } from "./find-words.ts";
import { LENGTH_WORDS } from "./length-words.data.ts";
import { VARIED_CONVERSATIONS } from "../../../test/varied-conversations.ts";

const LISTS = [
  "words",
  "characters",
  "sentences",
  "paragraphs",
  "pages",
  "lines",
  "shortItems",
  "longItems",
  "chapters",
  "books",
] as const;

interface Listed {
  readonly word: string;
  readonly isSpaced: boolean;
}

const listed: readonly Listed[] = LENGTH_WORDS.flatMap((words) =>
  LISTS.flatMap((list) =>
    words[list]
      .split(" ")
      .filter((word) => word !== "")
      .map((word) => ({ word: word.replaceAll("_", " "), isSpaced: words.isSpaced })),
  ),
);

/** Runs of letters of scripts that part their words. */
const RUN = /[a-z\u00c0-\u0dff\u0e80-\u1fff]+/gu;

/** Every listed word at every place, one by one. */
function lookEverywhere(text: string): readonly string[] {
  const runs = [...text.matchAll(RUN)];
  return listed.flatMap(({ word, isSpaced }) => {
    const places = isSpaced
      ? runs.filter(([run]) => run === word).map(({ index }) => index)
      : Array.from({ length: text.length }, (_, at) => at).filter((at) => text.startsWith(word, at));
    return places.map((at) => `${at} ${word}`);
  });
}

const foundIn = (text: string): readonly string[] =>
  findWords(text).map(({ found, from }) => `${from} ${found.word}`);

function assertFound(text: string): void {
  assert.deepEqual(foundIn(text).toSorted(), lookEverywhere(text).toSorted(), text);
}

const piece = fc.oneof(
  fc.constantFrom(...listed.map(({ word }) => word)),
  fc.constantFrom(" ", " ", ", ", "-", "\n", "500", "字", "คำ", "é", "ж", "😀", "only", "letter", "nur"),
  fc.string({ maxLength: 4 }),
);

test("every word that can name a length is found where it stands whole, and none elsewhere", () => {
  for (const { word } of listed) assertFound(`x ${word} y`);
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => assertFound(pieces.join("").toLowerCase())),
  );
});

test("every word that can name a length is found in whole conversations, too", () => {
  for (const { messages } of VARIED_CONVERSATIONS) assertFound(JSON.stringify(messages).toLowerCase());
});

test("the words are found in the order of the text, whatever is looked for beside them", () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join("").toLowerCase();
      const cues: DemandCues = { english: 0, others: 0 };
      const hits = findWords(text, cues);
      assert.deepEqual(hits, findWords(text));
      assert.ok(hits.every(({ from }, at) => from >= (hits[at - 1]?.from ?? 0)));
    }),
  );
});

test("a cue of a demand counts as a whole word, and not as a part of a word of Thai letters", () => {
  const cuesOf = (text: string): DemandCues => {
    const cues: DemandCues = { english: 0, others: 0 };
    findWords(text, cues);
    return cues;
  };
  assert.notEqual(cuesOf("answer yes").english, 0);
  assert.equal(cuesOf("yesterday").english, 0);
  assert.equal(cuesOf("ตอบyes").english, 0);
  assert.notEqual(cuesOf("ตอบ yes").english, 0);
  assert.notEqual(cuesOf("只回答字母").others, 0);
});
