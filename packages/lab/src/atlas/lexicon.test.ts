// The lexicon of the atlas: its words by language lie in one table.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ATLAS_DIR, loadAtlas } from "./atlas.ts";

const [header = [], ...lines] = readFileSync(join(ATLAS_DIR, "lexicon", "words.tsv"), "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => line.split("\t"));

test("the table of words has a column for every language of the atlas, and every cell is filled", () => {
  const languages = new Set(loadAtlas().entries.map(({ language }) => language));
  assert.deepEqual(new Set(header.slice(1)), languages);
  for (const line of lines) {
    assert.equal(line.length, header.length, line[0]);
    assert.ok(
      line.every((cell) => cell.trim() !== ""),
      line[0],
    );
  }
});

test("a star stands only at the end of a stem", () => {
  for (const [name = "", ...cells] of lines)
    for (const entry of cells.flatMap((cell) => cell.split(" | ")))
      assert.ok(!entry.slice(0, -1).includes("*"), `${name}: ${entry}`);
});

const topicsOf = (language: string): string[][] =>
  readFileSync(join(ATLAS_DIR, "lexicon", `${language}.tsv`), "utf8")
    .split("\n")
    .slice(0, -1)
    .map((line) => line.split("\t"))
    .filter((_, index, all) => index >= all.findIndex(([name = ""]) => name.startsWith("t_")));

test("every language has words for the same topics", () => {
  const names = topicsOf("en").map(([name]) => name);
  for (const language of header.slice(1)) {
    const topics = topicsOf(language);
    assert.deepEqual(
      topics.map(([name]) => name),
      names,
      language,
    );
    for (const [name, words = ""] of topics) assert.ok(words.split(" | ").length >= 3, `${language} ${name}`);
  }
});

test("concepts, the table and topics follow each other in the lexicon, each name once", () => {
  const names = loadAtlas()
    .lexicon.split("\n")
    .filter((line) => line !== "")
    .map((line) => line.slice(0, line.indexOf("\t")));
  assert.equal(new Set(names).size, names.length);
  const later = [...lines.map(([name]) => name), ...topicsOf("en").map(([name]) => name)];
  assert.deepEqual(names.slice(-later.length), later);
});
