import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { FastifyRequest } from "fastify";
import { createBodyBytes } from "./bodies.ts";
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

const MB = 1_048_576;

const announcing = (headers: Readonly<Record<string, string>>): FastifyRequest =>
  ({ headers, routeOptions: { bodyLimit: 8 * MB } }) as unknown as FastifyRequest;
const stating = (bytes: number): FastifyRequest => announcing({ "content-length": String(bytes) });

test("an account has as many bytes of bodies in flight as it may, others have theirs, and what ends makes room", () => {
  const bodies = createBodyBytes(16 * MB);
  const first = bodies.take("a", stating(8 * MB));
  bodies.take("a", stating(8 * MB));
  assert.equal(bodies.take("a", stating(MB)), undefined);
  assert.ok(bodies.take("b", stating(8 * MB)));
  first?.giveBack();
  first?.giveBack();
  assert.ok(bodies.take("a", stating(8 * MB)));
  assert.equal(bodies.take("a", stating(MB)), undefined);
});

test("small bodies are not counted, and one body of any size is taken", () => {
  const bodies = createBodyBytes(MB);
  assert.ok(bodies.take("a", stating(8 * MB)));
  assert.ok(bodies.take("a", stating(65_536)));
  assert.equal(bodies.take("a", stating(65_537)), undefined);
});

test("a body of unknown length counts as the largest until it is there", () => {
  const bodies = createBodyBytes(9 * MB);
  const chunked = bodies.take("a", announcing({ "transfer-encoding": "chunked" }));
  assert.equal(bodies.take("a", stating(2 * MB)), undefined);
  chunked?.arrived(1_000);
  assert.ok(bodies.take("a", stating(2 * MB)));
  chunked?.giveBack();
  chunked?.arrived(8 * MB);
  assert.ok(bodies.take("a", stating(7 * MB)));
  assert.equal(bodies.take("a", stating(MB)), undefined);
});
