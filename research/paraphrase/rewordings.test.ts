// Each rule of the paraphrase generator: where it applies, what it keeps, and that a seed gives one wording.
import assert from "node:assert/strict";
import { test } from "node:test";
import { splitmix32 } from "@signalbox/engine/numerics";
import fc from "fast-check";
import {
  addTypos,
  changeLayout,
  moveQuestionFirst,
  reorderOptions,
  swapSynonyms,
  wrap,
  wrapForeign,
} from "./rewordings.ts";
import type { Rewording } from "./rewordings.ts";
import { FOREIGN_WRAPPERS, SYNONYMS, WRAPPERS } from "./wording.data.ts";

const RULES: Readonly<Record<string, Rewording>> = {
  addTypos,
  changeLayout,
  moveQuestionFirst,
  reorderOptions,
  swapSynonyms,
  wrap,
  wrapForeign,
};
const PROSE =
  "Maria walks seven kilometres every single morning. Afterwards she always drinks strong coffee. How many kilometres does she walk during a whole week?";

test("every rule gives the same wording for the same text and seed", () => {
  for (const [name, rule] of Object.entries(RULES))
    for (let seed = 0; seed < 20; seed += 1)
      assert.equal(rule(PROSE, splitmix32(seed)), rule(PROSE, splitmix32(seed)), name);
});

test("a typo changes words by one letter and keeps their number, their order and all numbers", () => {
  for (let seed = 0; seed < 60; seed += 1) {
    const found = addTypos(PROSE, splitmix32(seed));
    if (found === undefined) continue;
    const [before, after] = [PROSE.split(" "), found.split(" ")];
    assert.equal(after.length, before.length);
    after.forEach((word, at) => assert.ok(Math.abs(word.length - (before[at] ?? "").length) <= 1, word));
  }
  assert.equal(addTypos("Is 2 + 2 = 4?", splitmix32(1)), undefined);
});

test("nothing inside code, formulas, tags, braces and addresses is mistyped or swapped", () => {
  const spans = [
    "`because large total`",
    "$begin_{answer}$",
    "<question>",
    "{placeholder}",
    "https://example.com/answer",
  ];
  const text = `Please explain carefully ${spans.join(" and therefore ")} because the answer matters`;
  for (let seed = 0; seed < 80; seed += 1)
    for (const rule of [addTypos, swapSynonyms]) {
      const found = rule(text, splitmix32(seed));
      if (found !== undefined) for (const span of spans) assert.ok(found.includes(span), `${seed}: ${found}`);
    }
});

test("synonyms keep a capital letter at the front, and a text without any is left alone", () => {
  const [pair] = SYNONYMS;
  assert.ok(pair !== undefined);
  const [word] = pair;
  const capital = `${word[0]?.toUpperCase()}${word.slice(1)}`;
  const found = Array.from({ length: 30 }, (_, seed) => swapSynonyms(`${capital} it`, splitmix32(seed))).find(
    (one) => one !== undefined,
  );
  assert.ok(found !== undefined);
  assert.match(found, /^[A-Z]/);
  assert.equal(swapSynonyms("Zyx qwv 12", splitmix32(1)), undefined);
});

test("fewer than three options are no choice, and only the last run of options is turned", () => {
  assert.equal(reorderOptions("A. yes\nB. no", splitmix32(1)), undefined);
  const text = "A. one\nB. two\nC. three\n\nNow choose:\nA) red\nB) green\nC) blue";
  const lines = reorderOptions(text, splitmix32(3))?.split("\n") ?? [];
  assert.deepEqual(lines.slice(0, 5), text.split("\n").slice(0, 5));
  assert.deepEqual(
    lines.slice(5).map((line) => line.slice(0, 3)),
    ["A) ", "B) ", "C) "],
  );
  assert.deepEqual(
    lines
      .slice(5)
      .map((line) => line.slice(3))
      .toSorted(),
    ["blue", "green", "red"],
  );
});

test("options of every length are turned without losing one", () => {
  fc.assert(
    fc.property(fc.integer({ min: 3, max: 10 }), fc.nat(), (count, seed) => {
      const lines = Array.from({ length: count }, (_, i) => `${String.fromCodePoint(65 + i)}. content ${i}`);
      const turned = reorderOptions(lines.join("\n"), splitmix32(seed))?.split("\n") ?? [];
      assert.equal(turned.length, count);
      assert.notDeepEqual(turned, lines);
      assert.equal(new Set(turned.map((line) => line.slice(3))).size, count);
    }),
  );
});

test("frames hold a place for the request, foreign ones too, and dollar signs in it are no patterns", () => {
  for (const frame of [...WRAPPERS, ...FOREIGN_WRAPPERS]) assert.equal(frame.split("{}").length, 2, frame);
  const text = "Does $& or $1 cost {}?";
  for (let seed = 0; seed < 20; seed += 1)
    for (const rule of [wrap, wrapForeign]) assert.ok(rule(text, splitmix32(seed))?.includes(text));
});

test("a layout changes spaces, the first letter and the last mark alone", () => {
  const letters = (text: string): string => text.toLowerCase().replaceAll(/[\s.?]/g, "");
  for (let seed = 0; seed < 40; seed += 1) {
    const found = changeLayout(`${PROSE}\n\nThank you.`, splitmix32(seed));
    if (found !== undefined) assert.equal(letters(found), letters(`${PROSE} Thank you.`));
  }
});

test("a question moves to the front of prose of three sentences, and of nothing else", () => {
  const moved = moveQuestionFirst(PROSE, splitmix32(1));
  assert.ok(moved?.startsWith("How many kilometres"));
  assert.ok(moved?.endsWith("strong coffee."));
  for (const text of ["Why?", "One. Two. Three.", "A. \nB. \nWhy?", `${"Long story. ".repeat(200)}Why?`])
    assert.equal(moveQuestionFirst(text, splitmix32(1)), undefined, text.slice(0, 20));
});

test("synonyms are pairs of different words, and no word has two replacements", () => {
  const seen = new Set<string>();
  for (const [a, b] of SYNONYMS) {
    assert.notEqual(a, b);
    assert.ok(!seen.has(a), a);
    seen.add(a);
  }
});
