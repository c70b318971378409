import assert from "node:assert/strict";
import { test } from "node:test";

import { withEarlyAnswers } from "./client.ts";

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

const early = (url: string, answer: Response | undefined = new Response("early")) => ({
  url,
  answer: Promise.resolve(answer),
});

test("an answer that was asked for early serves the first question for it, and no other", async () => {
  const { calls, send } = asked();
  const fetch = withEarlyAnswers([early("/api/v1/auth/me")], send);
  assert.equal(await textOf(fetch("https://box.example/api/v1/keys", { method: "GET" })), "sent");
  assert.equal(await textOf(fetch(ME, { method: "GET" })), "early");
  assert.equal(await textOf(fetch(ME, { method: "GET" })), "sent");
  assert.deepEqual(calls, ["https://box.example/api/v1/keys", ME]);
});

test("what was asked for early never stands for how things are after a change, nor after the page's own question", async () => {
  const MEMBERS = "https://box.example/api/v1/members";
  for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
    const { send } = asked();
    const answers = [early("/api/v1/members")];
    const fetch = withEarlyAnswers(answers, send);
    assert.equal(await textOf(fetch(MEMBERS, { method })), "sent");
    answers.push(early("/api/v1/members"));
    assert.equal(await textOf(fetch(MEMBERS)), "sent", method);
  }
  const { send } = asked();
  const answers = [early("/api/v1/auth/me")];
  const fetch = withEarlyAnswers(answers, send);
  assert.equal(await textOf(fetch(MEMBERS)), "sent");
  answers.push(early("/api/v1/members"));
  assert.equal(await textOf(fetch(MEMBERS)), "sent");
});

test("an early call that failed, and a page without one, ask as if nothing had been asked", async () => {
  for (const answers of [[{ url: "/api/v1/auth/me", answer: Promise.resolve(undefined) }], []]) {
    const { calls, send } = asked();
    assert.equal(await textOf(withEarlyAnswers(answers, send)(ME)), "sent");
    assert.deepEqual(calls, [ME]);
  }
});

test("a fault that was answered early is asked for again, except that nobody is signed in", async () => {
  const { calls, send } = asked();
  const fetch = (status: number): Promise<Response> =>
    withEarlyAnswers([early("/api/v1/auth/me", new Response("early", { status }))], send)(ME);
  for (const status of [404, 409, 429, 500, 503]) assert.equal(await textOf(fetch(status)), "sent");
  assert.equal(await textOf(fetch(401)), "early");
  assert.equal(calls.length, 5);
});

test("a span that began moments earlier is the same, another span or another filter is not", async () => {
  const { calls, send } = asked();
  const asks = (query: string): string => `https://box.example/api/v1/overview?${query}`;
  const fetch = withEarlyAnswers([early("/api/v1/overview?from=2026-11-20T10%3A00%3A00.000Z&by=key")], send);
  const others = [
    "by=key&from=2026-11-19T10%3A00%3A00.000Z",
    "by=label&from=2026-11-20T10%3A00%3A00.000Z",
    "by=key",
    "by=key&from=2026-11-20T10%3A00%3A00.000Z&label=x",
  ].map(asks);
  for (const other of others) assert.equal(await textOf(fetch(other)), "sent");
  assert.equal(await textOf(fetch(asks("by=key&from=2026-11-20T10%3A00%3A01.500Z"))), "early");
  assert.deepEqual(calls, others);
});

test("an early answer that waited long is asked for again", async () => {
  let nowMs = 0;
  const { calls, send } = asked();
  const fetch = withEarlyAnswers([early("/api/v1/auth/me")], send, () => nowMs);
  nowMs = 61_000;
  assert.equal(await textOf(fetch(ME)), "sent");
  assert.deepEqual(calls, [ME]);
});
