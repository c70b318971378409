// The size of the text that a request is to be done with.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readMessages } from "../../request/read-sections.ts";
import { readTaskText } from "../../conversation/task-text.ts";
import { countMatter } from "./count-matter.ts";

const LINES = Array.from(
  { length: 60 },
  (_, line) => `${line + 1} garden chairs, 2 pieces, ${line * 7}.30 EUR`,
).join("\n");
const textOf = (content: string) => readTaskText(readMessages([{ role: "user", content }]), 0);

test("a document in tags and one pasted below the instruction count alike", () => {
  const tagged = countMatter(
    textOf(`Extract the total as JSON.\n\n<document>\n${LINES}\n</document>`),
    "extract",
  );
  const pasted = countMatter(textOf(`Extract the total as JSON.\n\n${LINES}`), "extract");
  for (const units of [tagged, pasted]) assert.ok(Math.abs(units - LINES.length) < 120, `${units}`);
});

test("a long question is no matter, and neither is a short quotation", () => {
  assert.equal(countMatter(textOf(LINES), "answer"), 0);
  assert.equal(countMatter(textOf('Translate into Spanish: "The shop opens at nine."'), "translate"), 0);
});
