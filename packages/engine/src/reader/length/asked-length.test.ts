import assert from "node:assert/strict";
import { test } from "node:test";

import { readTaskText } from "../conversation/task-text.ts";
import { readAskedLength } from "./asked-length.ts";

const meanOf = (text: string): number | undefined =>
  readAskedLength(
    readTaskText([{ role: "user", text, parts: [], toolCallCount: 0, isToolResult: false }], 0),
    "write",
  )?.mean;

test("a length is read in digits and words, in several languages", () => {
  for (const [text, low, high] of [
    ["Write chapter one (3000 words) of a mystery.", 3_500, 4_500],
    ["a 2,000-word essay on bees", 2_400, 3_000],
    ["about eight hundred words on love", 1_000, 1_200],
    ["six-word title please", 7, 9],
    ["In 800 palabras, la historia de Cádiz", 1_000, 1_300],
    ["Schreib mir 3 Seiten über Wale", 1_300, 1_700],
    ["写一篇300字的短文", 250, 320],
    ["tell it in two sentences", 45, 60],
  ] as const) {
    const median = meanOf(text) ?? 0;
    assert.ok(median >= low && median <= high, `${text}: ${median}`);
  }
});

test("numbers without a unit, and units without a number, ask for no length", () => {
  for (const text of ["Write about the year 1984", "Explain it in your own words", "3 ways to cook rice"])
    assert.equal(meanOf(text), undefined, text);
});

test("operations whose result is not new text take no length from the words", () => {
  const text = readTaskText(
    [{ role: "user", text: "extract 300 words", parts: [], toolCallCount: 0, isToolResult: false }],
    0,
  );
  assert.equal(readAskedLength(text, "extract"), undefined);
  const list = readTaskText(
    [{ role: "user", text: "List 100 baby names", parts: [], toolCallCount: 0, isToolResult: false }],
    0,
  );
  assert.equal(readAskedLength(list, "extract")?.mean, 500);
});

test("a length is found wherever it stands, between other numbers and in letters that fold into its own", () => {
  for (const before of [
    "",
    "someone wrote one of 12.5 things, seventeen, 3-4 times: ",
    "ten\n",
    "1.000 x ",
    "\ud800",
  ])
    for (const after of ["", " of 1984", "\n99", " \u212a"])
      assert.equal(meanOf(`${before}a 400-word text${after}`), 540, JSON.stringify([before, after]));
  assert.equal(meanOf("write \u017feven full words"), undefined);
  assert.ok((meanOf("write SEVEN HUNDRED words, not twelve sentences") ?? 0) > 900);
});
