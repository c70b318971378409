import assert from "node:assert/strict";
import { test } from "node:test";

import { periodOf } from "./budget-ledger.ts";

test("a day and a month begin and end at midnight UTC, over the ends of months and years", () => {
  const at = Date.UTC(2027, 11, 31, 23, 59);
  assert.deepEqual(periodOf("day", at), { fromMs: Date.UTC(2027, 11, 31), toMs: Date.UTC(2028, 0, 1) });
  assert.deepEqual(periodOf("month", at), { fromMs: Date.UTC(2027, 11, 1), toMs: Date.UTC(2028, 0, 1) });
  assert.equal(periodOf("month", Date.UTC(2028, 1, 29)).toMs, Date.UTC(2028, 2, 1));
});
