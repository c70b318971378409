import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";

import type { FastifyReply, FastifyRequest } from "fastify";

import { loadConfig } from "../config/load-config.ts";
import { Admission, holdUntilClosed } from "./admission.ts";
import { Debts } from "./debts.ts";
import { sendRefusal } from "./error-response.ts";
import type { Route } from "./route.ts";

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

const SELECT = {
  method: "POST",
  access: { kind: "key", scope: "select" },
  response: {},
} as unknown as Route;

const createAdmission = (now: () => number): Admission =>
  new Admission({
    limits: loadConfig({ file: undefined, env: {}, flags: {} }).limits,
    requestTimeoutMs: 1_000,
    debts: new Debts(),
    onFault: assert.ifError,
    now,
  });

test("a turn of the event loop makes four answers without a key at most", async () => {
  const admission = createAdmission(() => 0);
  const made: number[] = [];
  for (let count = 0; count < 10; count += 1) admission.takePublicTurn(() => made.push(count));
  assert.deepEqual(made, [0, 1, 2, 3]);
  await new Promise(setImmediate);
  assert.ok(made.length > 4 && made.length <= 8, `${made.length} were made`);
  while (made.length < 10) await new Promise(setImmediate);
  admission.stop();
});

test("an account whose decisions wait too long is refused by its key alone for a moment, and no other key", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  let nowMs = 0;
  const admission = createAdmission(() => nowMs);
  const held = { add: () => {} };
  const faults: (Error | undefined)[] = [];
  const ask = (): FastifyRequest => {
    const request = {
      headers: { authorization: "Bearer crowd" },
      principal: { kind: "key", accountId: "a", keyId: "k" },
      raw: { complete: true },
      ip: "203.0.113.7",
      routeOptions: {},
    } as unknown as FastifyRequest;
    admission.admit({ ...admission.enter(SELECT, request, held), done: (fault) => void faults.push(fault) });
    return request;
  };
  const early = (key: string): boolean => {
    const raw = { method: "POST", headers: { authorization: `Bearer ${key}` } } as IncomingMessage;
    return admission.refuseEarly(raw, () => {});
  };
  for (let count = 0; count < 40; count += 1) ask().begin?.(0, () => {});
  nowMs = 1_001;
  assert.equal(early("crowd"), false);
  ask();
  assert.deepEqual([early("crowd"), early("other")], [true, false]);
  nowMs = 1_022;
  assert.equal(early("crowd"), false);
  t.mock.timers.tick(2_000);
  assert.match(faults.at(-1)?.message ?? "", /asks for more decisions/);
  assert.equal(admission.refused, 2);
  admission.stop();
});

test("a refusal without the framework looks like any other 503", async () => {
  const server = createServer((_request, response) => sendRefusal(response, "request-1", 1.5)).listen(0);
  await once(server, "listening");
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {
    method: "POST",
  });
  assert.equal(answer.status, 503);
  const names = ["retry-after", "x-request-id", "server-timing", "cache-control"];
  assert.deepEqual(
    names.map((name) => answer.headers.get(name)),
    ["1", "request-1", "total;dur=1.5", "no-store"],
  );
  const { code, request_id } = (await answer.json()) as { code: string; request_id: string };
  assert.deepEqual({ code, request_id }, { code: "overloaded", request_id: "request-1" });
  server.close();
});
