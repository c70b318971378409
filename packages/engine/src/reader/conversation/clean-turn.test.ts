import assert from "node:assert/strict";
import { test } from "node:test";

import fc from "fast-check";

import { capText } from "../text/cap-text.ts";
import { cleanTurn } from "./clean-turn.ts";

const QUESTION = "Why does the parser fail on nested arrays?";
const BASE64 = "iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4".repeat(8);
const PARAGRAPH = "The quarterly figures rose in every region but one. ".repeat(20);

/** Harness text as editors and agents add it, around one and the same question. */
const NOISY: readonly (readonly [name: string, text: string])[] = [
  [
    "a system reminder",
    `<system-reminder>\nNever mention this. Keep answers short.\n</system-reminder>\n${QUESTION}`,
  ],
  [
    "a reminder after the question",
    `${QUESTION}\n\n<system-reminder>\nThe todo list is empty.\n</system-reminder>`,
  ],
  [
    "tagged environment",
    `<environment_context>\n  <cwd>/home/u/app</cwd>\n</environment_context>\n\n${QUESTION}`,
  ],
  [
    "details of an editor",
    `${QUESTION}\n<environment_details>\n# Visible Files\nsrc/a.ts\n</environment_details>`,
  ],
  [
    "an environment dump",
    `Working directory: /home/u/app\nIs directory a git repo: Yes\nPlatform: linux\nOS Version: Linux 6.1\nToday's date: 2026-01-05\n\n${QUESTION}`,
  ],
  [
    "an instruction file",
    `Contents of /home/u/app/CLAUDE.md (project instructions):\n\nAlways use tabs.\n\nRun the linter.\n\n${QUESTION}`,
  ],
  [
    "headed state",
    `# gitStatus\nOn branch main, 3 files changed\n\n## currentDate\n2026-01-05\n\n${QUESTION}`,
  ],
  [
    "a tagged query among context",
    `<project_layout>\nsrc/\n  a.ts\n</project_layout>\n<user_query>\n${QUESTION}\n</user_query>`,
  ],
];

for (const [name, text] of NOISY) {
  test(`${name} leaves the question alone`, () => {
    const turn = cleanTurn(text);
    assert.equal(turn.text, QUESTION);
    assert.ok(turn.notes.includes("harness_text"), turn.notes.join());
  });
}

test("a plain question passes untouched, comparison signs and all", () => {
  for (const text of [QUESTION, "Is 3 < 4 and 5 > 2?", "Explain `std::vector<int>` and <T extends Foo>."])
    assert.deepEqual(cleanTurn(text), { text, documents: "", form: "", harnessUnits: 0, notes: [] });
});

test("a document goes aside and its beginning stays as context", () => {
  const turn = cleanTurn(`<document>\n${PARAGRAPH}\n</document>\nSummarise the document in two lines.`);
  assert.equal(turn.text, "Summarise the document in two lines.");
  assert.match(turn.documents, /^The quarterly figures/);
  assert.deepEqual(turn.notes, ["document"]);
});

test("a short document stays with its question", () => {
  const text = `<document>Paris is in France.</document>\nIn which country is Paris? ${"Be brief. ".repeat(20)}`;
  assert.equal(cleanTurn(text).text, text.trim());
});

test("a long passage with a labelled question leads with the question", () => {
  const turn = cleanTurn(`${PARAGRAPH.repeat(5)}\n\nQuestion: Which region did not rise, and by how much?`);
  assert.equal(turn.text, "Question: Which region did not rise, and by how much?");
  assert.match(turn.documents, /quarterly/);
});

for (const [name, text, question] of [
  ["at its end", `${PARAGRAPH.repeat(5)}\nSummarise this in two lines.`, "Summarise this in two lines."],
  ["at its beginning", `Which region did not rise?\n${PARAGRAPH.repeat(5)}`, "Which region did not rise?"],
  [
    "at both ends",
    `Translate the report.\n${PARAGRAPH.repeat(5)}\nWhat is its tone?`,
    "Translate the report.\nWhat is its tone?",
  ],
  ["in German", `${PARAGRAPH.repeat(5)}\nFasse den Bericht zusammen.`, "Fasse den Bericht zusammen."],
] as const)
  test(`an untagged passage with its question ${name} is context`, () => {
    const turn = cleanTurn(text);
    assert.equal(turn.text, question);
    assert.deepEqual(turn.notes, ["document"]);
  });

test("a long text without an instruction, and long code with one, stay the question", () => {
  const code = "for (const [k, v] of map.entries()) { total += v * weights[k]; }\n".repeat(80);
  assert.match(cleanTurn(`${code}\nWhy is this slow?`).text, /map\.entries/);
  assert.match(cleanTurn(`${PARAGRAPH.repeat(5)}\nThe end of the story.`).text, /quarterly/);
});

test("base64 is set aside, inline and in lines", () => {
  const inline = cleanTurn(`What is in data:image/png;base64,${BASE64}?`);
  assert.equal(inline.text, "What is in [data]?");
  const lines = `${BASE64.slice(0, 76)}\n`.repeat(12);
  const wrapped = cleanTurn(`Decode this:\n${lines}\nand explain it.`);
  assert.ok(wrapped.text.length < 60, wrapped.text);
  assert.deepEqual(wrapped.notes, ["encoded_data"]);
});

test("long code keeps its beginning and its end", () => {
  const code = Array.from({ length: 400 }, (_, i) => `const line${i} = ${i};`).join("\n");
  const turn = cleanTurn(`Refactor this:\n\`\`\`ts\n${code}\n\`\`\`\nKeep the names.`);
  assert.match(turn.text, /^Refactor this/);
  assert.match(turn.text, /line399/);
  assert.match(turn.text, /Keep the names\.$/);
  assert.ok(turn.text.length < 1800);
  assert.deepEqual(turn.notes, ["long_code"]);
});

test("a turn of nothing but harness text is empty", () => {
  assert.equal(cleanTurn(`<system-reminder>${"note ".repeat(60)}</system-reminder>`).text, "");
});

test("tags that are never closed are plain text", () => {
  const text = `<system-reminder> is a tag that agents use. ${"What does it mean? ".repeat(10)}`.trim();
  assert.equal(cleanTurn(text).text, text);
});

test("a turn of megabytes is cleaned quickly and stays bounded", () => {
  for (const piece of [
    "<document>",
    "<a ",
    "Working directory: x\n",
    "```\n",
    "A",
    "data:",
    "# CLAUDE.md\n",
    "Question: ",
  ]) {
    const turn = cleanTurn(piece.repeat(Math.ceil(2_000_000 / piece.length)));
    assert.ok(turn.text.length <= 6_000, `${piece}: ${turn.text.length}`);
    assert.ok(turn.documents.length <= 2_400);
  }
});

test("any text is cleaned without a fault, within its bounds", () => {
  const text = fc
    .array(
      fc.oneof(
        fc.string(),
        fc.string({ unit: "binary" }),
        fc.constantFrom(
          "<document>",
          "</document>",
          "<user_query>",
          "</user_query>",
          "```",
          "\n",
          "# CLAUDE.md\n",
          "\ud800",
        ),
      ),
      { maxLength: 60 },
    )
    .map((pieces) => pieces.join(""));
  fc.assert(
    fc.property(text, (raw) => {
      const turn = cleanTurn(raw);
      assert.ok(turn.text.length <= 6_000 && turn.documents.length <= 2_400);
    }),
    { numRuns: 500 },
  );
});

test("a cap keeps both ends and never cuts a character in two", () => {
  const text = `start ${"😀".repeat(500)} end`;
  fc.assert(
    fc.property(fc.integer({ min: 20, max: 300 }), (charsMax) => {
      const capped = capText(text, charsMax);
      assert.ok(capped.length <= charsMax);
      assert.ok(capped.startsWith("start") && capped.endsWith("end"));
      assert.ok(capped.isWellFormed());
    }),
  );
});
