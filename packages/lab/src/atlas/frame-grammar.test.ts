import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { splitmix32 } from "@signalbox/engine/numerics";
import { ATLAS_DIR } from "./atlas.ts";
import { FRAME_WORDS, readFrameGrammar } from "./frame-grammar.ts";

const made = mkdtempSync(join(tmpdir(), "signalbox-frames-"));
after(() => rmSync(made, { recursive: true }));

const folder = (lines: string): string => {
  const dir = mkdtempSync(join(made, "one-"));
  mkdirSync(join(dir, "frames"));
  writeFileSync(join(dir, "frames", "en.tsv"), lines);
  return dir;
};

test("the committed grammar has every kind of words in every language, and no choice is left open", () => {
  const grammar = readFrameGrammar(ATLAS_DIR);
  const random = splitmix32(1);
  assert.ok(grammar.languages.length >= 10);
  for (const language of grammar.languages)
    for (const kind of FRAME_WORDS)
      for (let round = 0; round < 40; round += 1) {
        const words = grammar.draw(kind, language, random);
        assert.ok(words !== "" && !/\[\[|\]\]|\t/.test(words), `${language} ${kind}: ${words}`);
      }
});

test("halves share no sentence", () => {
  const grammar = readFrameGrammar(folder("pointer\tone\npointer\ttwo\npointer\tthree\npointer\tfour\n"));
  const drawn = ([0, 1] as const).map(
    (side) =>
      new Set(
        Array.from({ length: 50 }, (_, at) => grammar.half(side).draw("pointer", "en", splitmix32(at + 1))),
      ),
  );
  assert.deepEqual([...drawn[0]!].toSorted(), ["one", "three"]);
  assert.deepEqual([...drawn[1]!].toSorted(), ["four", "two"]);
});

test("a line without a kind is refused with its place", () => {
  assert.throws(() => readFrameGrammar(folder("pointer\tone\nwish\ttwo\n")), /en\.tsv:2/);
});
