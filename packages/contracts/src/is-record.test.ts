import assert from "node:assert/strict";
import { test } from "node:test";

import { isRecord } from "./is-record.ts";

test("objects are records, whatever made them", () => {
  for (const value of [{}, { a: 1 }, Object.create(null), JSON.parse('{"__proto__":1}')])
    assert.equal(isRecord(value), true);
});

test("null, arrays and plain values are not records", () => {
  for (const value of [null, undefined, [], [{}], "text", 0, true, Symbol("s"), () => ({})])
    assert.equal(isRecord(value), false);
});
