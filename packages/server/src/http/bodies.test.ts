import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";

import type { FastifyRequest } from "fastify";

import { Arrivals } from "./bodies.ts";

const LIMIT_MS = 50;

function open(t: TestContext, max = 100): Arrivals {
  t.mock.timers.enable({ apis: ["setInterval"] });
  const arrivals = new Arrivals({ limitMs: LIMIT_MS, max, onFault: assert.ifError });
  t.after(() => arrivals.stop());
  return arrivals;
}

interface Sent {
  readonly startedMs?: number;
  readonly bytesRead?: number;
  readonly isRead?: boolean;
  readonly body?: unknown;
}

/** A request whose connection has read `bytesRead` bytes since its head. */
function requestOf({ startedMs = performance.now(), isRead = false, body, bytesRead = 0 }: Sent) {
  const seen = { isClosed: false };
  const socket = {
    destroyed: false,
    writable: true,
    bytesRead: 0,
    end: () => (seen.isClosed = true),
    destroy: () => {},
  };
  const request = { startedMs, isRead, body, raw: { complete: false, socket } } as unknown as FastifyRequest;
  return { request, seen, read: () => (socket.bytesRead = bytesRead) };
}

test("a request whose body is not there in time is ended", (t) => {
  const arrivals = open(t);
  const { request, seen } = requestOf({ startedMs: -LIMIT_MS });
  arrivals.watch(request, "a");
  t.mock.timers.tick(LIMIT_MS);
  assert.ok(seen.isClosed);
  assert.equal(arrivals.count, 0);
});

for (const [name, sent] of Object.entries({ "with a body": { body: {} }, "that was read": { isRead: true } }))
  test(`a request without a socket ${name} is not slow`, (t) => {
    const arrivals = open(t);
    const { request, seen } = requestOf({ startedMs: -LIMIT_MS, ...sent });
    arrivals.watch(request, "a");
    t.mock.timers.tick(LIMIT_MS);
    assert.equal(seen.isClosed, false);
  });

test("when the pool is full, the slowest body of the owner with the most is ended", (t) => {
  const arrivals = open(t, 3);
  const startedMs = performance.now() - 1_000;
  const fast = requestOf({ startedMs, bytesRead: 100_000 });
  const slow = requestOf({ startedMs, bytesRead: 10 });
  const other = requestOf({ startedMs, bytesRead: 1 });
  for (const [one, owner] of [
    [fast, "crowd"],
    [slow, "crowd"],
    [other, "other"],
  ] as const) {
    arrivals.watch(one.request, owner);
    one.read();
  }
  arrivals.watch(requestOf({}).request, "crowd");
  assert.deepEqual(
    [fast, slow, other].map(({ seen }) => seen.isClosed),
    [false, true, false],
  );
  assert.equal(arrivals.count, 3);
});
