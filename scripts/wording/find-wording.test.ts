import { strict as assert } from "node:assert";
import { test } from "node:test";

import { AVOIDED_WORDS } from "./avoided-words.data.ts";
import {
  findAvoidedWords,
  findLongProse,
  findMergeMarks,
  findSubjectless,
  readProse,
  sentencesOf,
} from "./find-wording.ts";

const faultsOf = (text: string): string[] =>
  findAvoidedWords(text).map(({ line, fault }) => `${line} ${fault}`);

test("a word that we do not use is found with its line and with what to write instead", () => {
  assert.deepEqual(faultsOf("Cheap models.\nThe dearest one."), ['2 "dearest": write expensive']);
  assert.deepEqual(faultsOf("Whoever asks"), ['1 "Whoever": write anyone who, the one who']);
});

test("every entry of the list is found in any case and only as a whole word", () => {
  for (const { pattern } of AVOIDED_WORDS)
    assert.doesNotThrow(() => new RegExp(pattern, "i"), `${pattern} is not a pattern`);
  assert.equal(faultsOf("TOLD").length, 1);
  assert.deepEqual(faultsOf("amendment, endeared, canewood"), []);
});

test("where a word is ordinary English it passes", () => {
  assert.deepEqual(faultsOf("undefined when there is none; there are none."), []);
  assert.deepEqual(faultsOf("The file has no faults."), []);
  assert.equal(faultsOf("an address that is none").length, 1);
});

test("a line of prose has a limit; tables, code, headings and bare addresses have none", () => {
  const long = "word ".repeat(30).trim();
  assert.deepEqual(
    findLongProse(`Short.\n${long}`).map(({ line }) => line),
    [2],
  );
  const free = [
    `# ${long}`,
    "",
    `| ${long} |`,
    "",
    "```sh",
    long,
    "```",
    "",
    `    ${long}`,
    "",
    `https://${"a".repeat(130)}`,
  ];
  assert.deepEqual(findLongProse(free.join("\n")), []);
});

test("a page of long sentences is found, a page of short ones with a single long one is not", () => {
  const sentence = (words: number): string => `A${" word".repeat(words - 1)}.\n`;
  assert.match(
    findLongProse(
      sentence(26)
        .repeat(6)
        .replaceAll(/(.{90}\S*) /g, "$1\n"),
    )[0]?.fault ?? "",
    /26\.0 words/,
  );
  const mixed = sentence(60) + sentence(8).repeat(9);
  assert.deepEqual(
    findLongProse(mixed.replaceAll(/(.{90}\S*) /g, "$1\n")).filter(({ line }) => line === 0),
    [],
  );
});

test("a sentence ends at its stop, not inside code, a number or a name of a file", () => {
  assert.equal(sentencesOf("It costs 1.5 dollars. See `a. B. c`. Then [stop.](x.md) Done").length, 4);
  assert.equal(sentencesOf("e.g. nothing ends here").length, 1);
});

test("prose is read by paragraphs and items, with the lines where they stand", () => {
  const page = "# Title\n\nOne\ntwo\n\n- item\n  goes on\n- next\n\n```\ncode\n```\nlast";
  assert.deepEqual(
    readProse(page).map(({ text, lines }) => [lines[0]?.number, text]),
    [
      [3, "One two"],
      [6, "- item goes on"],
      [8, "- next"],
      [13, "last"],
    ],
  );
});

test("a comment without its subject is found, also on the second line of a block and behind code", () => {
  const linesOf = (source: string): number[] => findSubjectless(source).map(({ line }) => line);
  assert.deepEqual(linesOf("/** Of an account. */\nconst a = 1; // What is left."), [1, 2]);
  assert.deepEqual(linesOf("  /**\n   * Where it lies.\n   * Of old.\n   */"), [2]);
  assert.deepEqual(linesOf("// Rows of an account.\n// What is left is counted."), []);
  assert.deepEqual(linesOf('/** Whatever it is. */\nconst url = "https://What";\n// What is it?'), []);
});

test("a mark of a merge is found, a heading's underline is not", () => {
  const mark = "<".repeat(7);
  assert.deepEqual(
    findMergeMarks(`${mark} HEAD\nText\n=======`).map(({ line }) => line),
    [1],
  );
});
