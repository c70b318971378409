import { strict as assert } from "node:assert";
import { test } from "node:test";

import fc from "fast-check";

import { wrapProse } from "./wrap-prose.ts";

const long = "some words of a sentence ".repeat(12).trim();

test("no line of prose stays longer than 118 characters, and no word is lost", () => {
  const wrapped = wrapProse(long);
  assert.ok(wrapped.split("\n").every((line) => line.length <= 118));
  assert.equal(wrapped.replaceAll("\n", " "), long);
});

test("an item goes on under its own text", () => {
  const [first, ...rest] = wrapProse(`- ${long}`).split("\n");
  assert.match(first ?? "", /^- some/);
  assert.ok(rest.length > 0 && rest.every((line) => /^ {2}\S/.test(line)));
});

test("tables, headings, comments, quotes and code stay byte for byte", () => {
  const page = [
    `# ${long}`,
    `| ${long} |`,
    `<!-- ${long} -->`,
    `> ${long}`,
    "```",
    long,
    "```",
    `    ${long}`,
  ].join("\n");
  assert.equal(wrapProse(page), page);
});

test("code is not broken, and no line begins with what Markdown takes for a list", () => {
  const code = `\`${"a b ".repeat(20)}\``;
  assert.ok(wrapProse(`${long} ${code} end`).includes(code));
  const lines = wrapProse(`${"x".repeat(117)} - y ${long}`).split("\n");
  assert.ok(lines.every((line) => !line.startsWith("- ")));
});

test("wrapping twice is wrapping once", () => {
  const word = fc.constantFrom("a", "word", "-", "1.", "`co de`", "longerword", "#", "12", "…");
  fc.assert(
    fc.property(fc.array(word, { maxLength: 120 }), (words) => {
      const once = wrapProse(words.join(" "));
      assert.equal(wrapProse(once), once);
    }),
  );
});
