import assert from "node:assert/strict";
import { test } from "node:test";

import type { DecisionPart } from "./decision-parts.ts";
import { completeRequest, packRequest, partsOfRequest } from "./pack-request.ts";

test("a list of candidates that comes again is named by one digest, and comes back whole", () => {
  const candidates = Object.freeze([{ label: "a" }, { label: 'b "$&" 用', price: undefined }]);
  const keys = new Set<string>();
  for (const others of [{}, { messages: 1 }, { messages: 2, tools: 'a "b"', left: undefined }]) {
    const parts: DecisionPart[] = [];
    const text = packRequest({ ...others, candidates }, parts);
    assert.ok(!text.includes("label"));
    assert.deepEqual(
      partsOfRequest(text),
      parts.map(({ key }) => key),
    );
    const whole = completeRequest(text, () => parts[0]?.content ?? Uint8Array.of());
    assert.deepEqual(JSON.parse(whole), JSON.parse(JSON.stringify({ ...others, candidates })));
    for (const { key } of parts) keys.add(key);
  }
  assert.equal(keys.size, 1);
});

test("a list that may still change is written into each request", () => {
  const candidates = [{ label: "a" }];
  const parts: DecisionPart[] = [];
  assert.equal(packRequest({ candidates }, parts), '{"candidates":[{"label":"a"}]}');
  candidates.push({ label: "b" });
  const text = packRequest({ candidates }, parts);
  assert.equal(text, '{"candidates":[{"label":"a"},{"label":"b"}]}');
  assert.deepEqual([parts, partsOfRequest(text)], [[], []]);
});
