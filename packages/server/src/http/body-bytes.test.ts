import assert from "node:assert/strict";
import { test } from "node:test";

import type { FastifyRequest } from "fastify";

import { createBodyBytes } from "./body-bytes.ts";

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
