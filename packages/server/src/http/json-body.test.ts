import assert from "node:assert/strict";
import { test } from "node:test";

import { SignalboxError } from "@signalbox/contracts";
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

const hasLoneHalf = (value: unknown): boolean =>
  typeof value === "string"
    ? !value.isWellFormed()
    : typeof value === "object" && value !== null && Object.entries(value).flat().some(hasLoneHalf);

test("a body is refused exactly where a text or a key of it holds half a pair", () => {
  const text = fc.string({ unit: fc.constantFrom("a", ...PIECES), maxLength: 4 });
  fc.assert(
    fc.property(text, text, text, (key, own, item) => {
      const json = `{"${key}":"${own}","of":["${item}",{"key":1}]}`;
      const parse = (): unknown => parseJsonBody(Buffer.from(json), BOUNDS);
      const expected = JSON.parse(json) as unknown;
      if (hasLoneHalf(expected))
        assert.throws(parse, (error) => error instanceof SignalboxError && error.code === "malformed_json");
      else assert.deepEqual(parse(), expected);
    }),
    { numRuns: 5_000 },
  );
});
