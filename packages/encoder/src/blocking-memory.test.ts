import assert from "node:assert/strict";
import { test } from "node:test";

import { FAULT, IDLE, layOutShared, READY, REQUEST } from "./blocking-memory.ts";

test("caller and worker that share the memory see each other's state, tokens and vector", () => {
  const caller = layOutShared();
  const worker = layOutShared(caller.memory);
  caller.ids.set([101, 7592, 102]);
  Atomics.store(caller.state, 1, 3);
  Atomics.store(caller.state, 0, REQUEST);
  assert.deepEqual([Atomics.load(worker.state, 0), Atomics.load(worker.state, 1)], [REQUEST, 3]);
  assert.deepEqual([...worker.ids.subarray(0, 3)], [101, 7592, 102]);
  worker.vector.set([0.5, -0.5]);
  Atomics.store(worker.state, 0, READY);
  assert.equal(Atomics.load(caller.state, 0), READY);
  assert.deepEqual([...caller.vector.subarray(0, 2)], [0.5, -0.5]);
});

test("state, tokens and vector lie apart, so that the longest reading spoils neither", () => {
  const shared = layOutShared();
  shared.ids.fill(-1);
  assert.ok(shared.vector.every((value) => value === 0));
  shared.vector.fill(1);
  assert.ok(shared.ids.every((value) => value === -1));
  assert.deepEqual([...shared.state], [IDLE, 0]);
});

test("the four states are four numbers", () => {
  assert.equal(new Set([IDLE, REQUEST, READY, FAULT]).size, 4);
});
