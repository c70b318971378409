import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { parseJsonBody } from "./json-body.ts";

const BOUNDS = { nestingMax: 16, valuesMax: 1_000 };

/** Pieces of the inside of a JSON text: halves of pairs, whole pairs, other escapes, and what only looks like one. */
const PIECES = [
  "\\ud83d",
  "\\uDE00",
  "\\uD83D\\ude00",
  "\\u2019",
  "\\u00e9",
  "\\\\ud83d",
  "\\n",
  "é",
  "😀",
  "ud83d",
];

const repaired = (value: unknown): unknown =>
  typeof value === "string"
    ? value.toWellFormed()
    : Array.isArray(value)
      ? value.map(repaired)
      : typeof value === "object" && value !== null
        ? Object.fromEntries(
            Object.entries(value).map(([key, member]) => [key.toWellFormed(), repaired(member)]),
          )
        : value;

test("half a character in a text or a name is read as U+FFFD and noted, and everything else as it was sent", () => {
  const text = fc.string({ unit: fc.constantFrom("a", ...PIECES), maxLength: 4 });
  fc.assert(
    fc.property(text, text, text, (key, own, item) => {
      const json = `{"${key}":"${own}","of":["${item}",{"key":1}]}`;
      const expected = JSON.parse(json) as unknown;
      const whole = repaired(expected);
      const isCut = JSON.stringify(expected) !== JSON.stringify(whole);
      assert.deepEqual(parseJsonBody(Buffer.from(json), BOUNDS), { value: whole, isCut });
    }),
    { numRuns: 5_000 },
  );
});

test("what is too large is refused before the parser would call it invalid JSON", () => {
  for (const body of ["[".repeat(20_000), '{"a":'.repeat(5_000), `[${"[],".repeat(9_000)}`])
    assert.throws(() => parseJsonBody(Buffer.from(body), BOUNDS), { message: /raise `limits\.|Flatten it/ });
});
