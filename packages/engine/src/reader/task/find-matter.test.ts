// The size of the text that a request is to be done with.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Operation } from "@signalbox/contracts";

import type { TaskText } from "../conversation/task-text.ts";
import { readMessages } from "../../request/read-sections.ts";
import { readTaskText } from "../conversation/task-text.ts";
import { findMatter } from "./find-matter.ts";

const LINES = Array.from(
  { length: 60 },
  (_, line) => `${line + 1} garden chairs, 2 pieces, ${line * 7}.30 EUR`,
).join("\n");
const textOf = (content: string) => readTaskText(readMessages([{ role: "user", content }]), 0);

const unitsOf = (text: TaskText, operation: Operation): number => findMatter(text, operation)?.units ?? 0;

test("a document in tags and one pasted below the instruction count alike", () => {
  const tagged = unitsOf(
    textOf(`Extract the total as JSON.\n\n<document>\n${LINES}\n</document>`),
    "extract",
  );
  const pasted = unitsOf(textOf(`Extract the total as JSON.\n\n${LINES}`), "extract");
  for (const units of [tagged, pasted]) assert.ok(Math.abs(units - LINES.length) < 120, `${units}`);
});

test("a long question is no matter, and neither is a short quotation", () => {
  const question =
    "My neighbour has a lime tree whose roots lift my path. He says that the tree is protected and that he may not cut it. ".repeat(
      6,
    );
  assert.notEqual(findMatter(textOf(`${question}\nWhat can I ask of him?`), "answer")?.isSure, true);
  assert.equal(unitsOf(textOf('Translate into Spanish: "The shop opens at nine."'), "translate"), 0);
});
