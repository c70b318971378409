import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";

import type { FastifyRequest } from "fastify";

import { createSlowBodies } from "./slow-bodies.ts";

const LIMIT_MS = 50;

/** Whether the connection of a request that began long ago is closed. */
function isEnded(t: TestContext, request: object): boolean {
  t.mock.timers.enable({ apis: ["setInterval"] });
  let isClosed = false;
  const socket = { destroyed: false, writable: true, end: () => (isClosed = true), destroy: () => {} };
  const raw = { complete: false, socket };
  const slowBodies = createSlowBodies(LIMIT_MS, assert.ifError);
  slowBodies.watch({
    startedMs: -LIMIT_MS,
    isRead: false,
    body: undefined,
    raw,
    ...request,
  } as unknown as FastifyRequest);
  t.mock.timers.tick(LIMIT_MS);
  slowBodies.stop();
  return isClosed;
}

test("a request whose body is not there in time is ended", (t) => {
  assert.equal(isEnded(t, {}), true);
});

test("a body that was read without a socket is not slow, before and after the handler has taken it", (t) => {
  assert.equal(isEnded(t, { body: {} }), false);
  t.mock.timers.reset();
  assert.equal(isEnded(t, { isRead: true }), false);
});
