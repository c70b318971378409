import assert from "node:assert/strict";
import { test } from "node:test";

import { stringifyListed } from "./json.ts";

test("a request whose list of candidates comes again is written whole each time", () => {
  const candidates = Object.freeze([{ label: "a" }, { label: "b", price: undefined }]);
  for (const others of [{}, { messages: 1 }, { messages: 2, tools: 'a "b"', left: undefined }]) {
    const text = stringifyListed({ ...others, candidates });
    assert.deepEqual(JSON.parse(text ?? ""), JSON.parse(JSON.stringify({ ...others, candidates })));
  }
});

test("a list that may still change is read again", () => {
  const candidates = [{ label: "a" }];
  assert.equal(stringifyListed({ candidates }), '{"candidates":[{"label":"a"}]}');
  candidates.push({ label: "b" });
  assert.equal(stringifyListed({ candidates }), '{"candidates":[{"label":"a"},{"label":"b"}]}');
  assert.equal(stringifyListed(null), null);
});
