import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import { test } from "node:test";

import type { FastifyReply } from "fastify";

import { holdUntilClosed } from "./held.ts";

const answerOf = (isDestroyed: boolean): EventEmitter & { readonly destroyed: boolean } =>
  Object.assign(new EventEmitter(), { destroyed: isDestroyed });
const heldBy = (raw: EventEmitter) => holdUntilClosed({ raw } as unknown as Pick<FastifyReply, "raw">);

test("everything that a request holds is given back when it closes, by one listener", () => {
  const answer = answerOf(false);
  const held = heldBy(answer);
  const given: string[] = [];
  for (const name of ["permit", "share", "watch"]) held.add(() => given.push(name));
  assert.deepEqual(given, []);
  assert.equal(answer.listenerCount("close"), 1);
  answer.emit("close");
  assert.deepEqual(given, ["permit", "share", "watch"]);
});

test("what comes after the end is given back immediately: a key that was looked up for a client who left", () => {
  const gone = heldBy(answerOf(true));
  const answer = answerOf(false);
  const left = heldBy(answer);
  answer.emit("close");
  let given = 0;
  for (const held of [gone, left]) held.add(() => (given += 1));
  assert.equal(given, 2);
});
