import assert from "node:assert/strict";
import { test } from "node:test";

import { candidate, createTinyEngine, input } from "../../test/inputs.ts";
import { readRecord } from "./decision-record.ts";

test("a record is read as it is, and anything else is reported", () => {
  const { record } = createTinyEngine().decide(input({ candidates: [candidate("a", 0.5, 1)] }));
  assert.equal(readRecord(record), record);
  assert.throws(() => readRecord({ ranking: [] }), { code: "internal" });
});
