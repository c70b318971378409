import assert from "node:assert/strict";
import { test } from "node:test";

import { parsePage } from "./read-snippets.ts";
import { isAsShown } from "./run-snippet.ts";

const FENCE = "```";

test("a block is known by its language, its mark, its line and its code", () => {
  const text = [
    "<!-- package old = proof/hosts/old -->",
    `${FENCE}ts run`,
    'console.log("```");',
    FENCE,
    "",
    "1. In a list:",
    `   ${FENCE}sh skip="needs a key of yours"`,
    "   echo one",
    `   ${FENCE}`,
    `${FENCE}yaml file=config.yaml`,
    "a: 1",
    FENCE,
  ].join("\n");
  const { packages, snippets } = parsePage("page.md", text);
  assert.deepEqual([...packages], [["old", "proof/hosts/old"]]);
  assert.deepEqual(snippets, [
    { language: "ts", use: { kind: "run" }, code: 'console.log("```");\n', line: 2 },
    { language: "sh", use: { kind: "skip", value: "needs a key of yours" }, code: "echo one\n", line: 7 },
    { language: "yaml", use: { kind: "file", value: "config.yaml" }, code: "a: 1\n", line: 10 },
  ]);
});

test("a mark that is unknown or lacks its reason is a fault of the page", () => {
  for (const mark of ["skip", "ran", "run skip", "file", "run=1"])
    assert.throws(() => parsePage("page.md", `${FENCE}ts ${mark}\n1\n${FENCE}\n`), /page\.md:1/);
});

test("shown output may leave parts out, and nothing else differs", () => {
  assert.ok(isAsShown("openai/gpt-4o (.7)\nsession 123\n", "openai/gpt-4o (.7)\nsession …"));
  assert.ok(!isAsShown("openai/gpt-4oX (x7)\n", "openai/gpt-4o (.7)"));
  assert.ok(!isAsShown("a\nb\n", "a"));
});
