import assert from "node:assert/strict";
import { test } from "node:test";

import { withEarlyAnswer } from "./client.ts";

const ME = "https://box.example/api/v1/auth/me";

function asked() {
  const calls: string[] = [];
  const send: typeof globalThis.fetch = (input) => {
    calls.push(input instanceof Request ? input.url : input.toString());
    return Promise.resolve(new Response("sent"));
  };
  return { calls, send };
}

const textOf = async (answer: Promise<Response>): Promise<string> => (await answer).text();

test("the answer that was asked for early serves the first question of who is signed in, and no other", async () => {
  const { calls, send } = asked();
  const fetch = withEarlyAnswer(Promise.resolve(new Response("early")), send);
  assert.equal(await textOf(fetch("https://box.example/api/v1/keys", { method: "GET" })), "sent");
  assert.equal(await textOf(fetch(ME, { method: "GET" })), "early");
  assert.equal(await textOf(fetch(ME, { method: "GET" })), "sent");
  assert.deepEqual(calls, ["https://box.example/api/v1/keys", ME]);
});

test("an early call that failed, and a page without one, ask as if nothing had been asked", async () => {
  for (const early of [Promise.resolve(undefined), undefined]) {
    const { calls, send } = asked();
    assert.equal(await textOf(withEarlyAnswer(early, send)(ME)), "sent");
    assert.deepEqual(calls, [ME]);
  }
});
