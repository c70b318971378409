import assert from "node:assert/strict";
import { test } from "node:test";

import { csvCell } from "./send-lists.ts";

test("a cell that a spreadsheet would run as a formula is defused, behind blanks and in full width too", () => {
  for (const sign of ["=", "+", "-", "@", "＝", "＋", "－", "＠"])
    for (const before of ["", " ", "\u00a0 ", "\t", "\u3000"])
      assert.match(csvCell(`${before}${sign}1+1`), /^"?'/u, JSON.stringify(before + sign));
  assert.match(csvCell("\rcmd"), /^"'/);
});

test("all other cells stay as they are", () => {
  for (const plain of ["gpt-5", " a", "1=1", "a@b", "", "é"]) assert.equal(csvCell(plain), plain);
  assert.deepEqual([csvCell(-1.5), csvCell(null), csvCell(true)], ["-1.5", "", "true"]);
});
