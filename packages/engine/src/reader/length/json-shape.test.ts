// How long one JSON value is, by its shape or its keys.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";

import { readJsonLength } from "./json-shape.ts";

type Case = readonly [low: number, high: number, text: string];

const SHOWN: readonly Case[] = [
  [4, 12, 'Return JSON only: {"sentiment": "positive" | "negative"}\n\nI loved the film.'],
  [
    6,
    16,
    'Respond **only** with valid JSON matching this structure:\n\n{\n  "has_error": "yes|no"\n}\n\nSELECT 1;',
  ],
  [14, 40, "Return only a JSON object with keys name and date.\n\nAnna was born on 3 May 1990 in Kiel."],
  [35, 80, 'Answer with JSON only, in this format: {"label": "spam|ham", "reason": "<why>"}\n\nWin a phone!'],
];

test("one value of a shape or of named keys is a few tokens, and a reason is a sentence", () => {
  for (const [low, high, text] of SHOWN) {
    const { median } = readJsonLength("", text)!;
    assert.ok(median >= low && median <= high, `${text}: ${median}`);
  }
});

test("data in JSON, lists of objects and JSON beside prose tell nothing", () => {
  for (const text of [
    'What is wrong with this JSON? Only the first error.\n{"a": 1, "b": [1, 2]}',
    "Return only a JSON array of objects with keys name and date.",
    'Explain this JSON: {"sentiment": "positive|negative"}',
    "Return the result as JSON.",
    "",
  ])
    assert.equal(readJsonLength("", text), undefined, text);
});

test("any text is read, with ordered ends", () => {
  const parts = fc.constantFrom(
    "json only ",
    "{",
    "}",
    '"a": ',
    '"x|y"',
    "...",
    "keys a, b",
    "<v>",
    ": ",
    "\n",
  );
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 60 }), fc.string({ unit: "binary" }), (list, noise) => {
      const length = readJsonLength("", list.join("") + noise);
      assert.ok(length === undefined || (length.low <= length.median && length.median <= length.high));
    }),
  );
});

test("megabytes of open braces are read in bounded time", () => {
  assert.equal(readJsonLength("", `only json ${"{".repeat(3_000_000)}`), undefined);
});
