import assert from "node:assert/strict";
import { test } from "node:test";

import fc from "fast-check";

import { linkTo, readHandover, readLink, readRequest } from "./handover.ts";
import { START } from "./playground-state.ts";

test("what a decision hands over stands in the playground, its turns numbered", () => {
  const handed = readHandover({
    labels: ["openai/gpt-4o", 3],
    turns: [{ role: "system", content: "Be brief." }, { role: "tool", content: "42" }, { role: "user" }],
    preferenceId: "p",
  });
  assert.deepEqual(handed, {
    ...START,
    labels: ["openai/gpt-4o"],
    turns: [
      { id: 1, role: "system", content: "Be brief." },
      { id: 2, role: "user", content: "42" },
    ],
    preferenceId: "p",
  });
});

test("without kept words the candidates come alone, and nothing else is a handover", () => {
  assert.deepEqual(readHandover({ labels: ["a"] }), { ...START, labels: ["a"] });
  for (const state of [null, undefined, "x", {}, { labels: "a" }])
    assert.equal(readHandover(state), undefined);
});

test("a request that was pasted fills turns and candidates, under either name of a model", () => {
  const body = {
    messages: [
      { role: "system", content: "Be brief." },
      { role: "user", content: [{ type: "text", text: "Look:" }, { type: "image_url" }, { text: "a cat" }] },
      { role: "assistant", content: null, tool_calls: [] },
    ],
    llm_providers: [
      { provider: "openai", model: "gpt-4o" },
      { provider: "meta", name: "llama" },
      { model: "house/own" },
      {},
      "text",
    ],
  };
  assert.deepEqual(readRequest(`\n ${JSON.stringify(body)}`), {
    turns: [
      { id: 1, role: "system", content: "Be brief." },
      { id: 2, role: "user", content: "Look:\na cat" },
    ],
    labels: ["openai/gpt-4o", "meta/llama", "house/own"],
  });
});

test("tools come along with a pasted request and with a link", () => {
  const tools = [{ type: "function", function: { name: "find_order" } }];
  const read = readRequest(JSON.stringify({ messages: [{ role: "user", content: "Hello" }], tools }));
  assert.deepEqual(JSON.parse(read?.tools ?? ""), tools);
  const state = { ...START, labels: ["a"], tools: read?.tools ?? "" };
  assert.equal(readLink(new URL(linkTo(state), "https://host").hash)?.tools, state.tools);
});

test("messages alone change no candidates", () => {
  const text = JSON.stringify([{ role: "user", content: "Hello" }]);
  assert.deepEqual(readRequest(text), { turns: [{ id: 1, role: "user", content: "Hello" }] });
  const none = JSON.stringify({ messages: [{ content: "Hello" }], llm_providers: [{}] });
  assert.equal(Object.hasOwn(readRequest(none) ?? {}, "labels"), false);
});

test("what is no request stays the text that it is", () => {
  for (const text of [
    "",
    "Sort [3, 1, 2]",
    "[3, 1, 2]",
    "{ not JSON",
    "{}",
    '{"messages":"hello"}',
    '{"messages":[]}',
    '{"messages":[{"role":"user"}]}',
  ])
    assert.equal(readRequest(text), undefined, text);
});

test("a link brings turns, candidates and preference back, whatever was written", () => {
  const text = fc.string({ unit: "grapheme" });
  const turn = fc.record({ role: fc.constantFrom("system", "user", "assistant"), content: text });
  fc.assert(
    fc.property(fc.array(turn, { minLength: 1 }), fc.array(text), text, (some, labels, preferenceId) => {
      const turns = some.map((one, index) => ({ id: index + 1, ...one }) as const);
      const state = { ...START, turns, labels, preferenceId };
      const { pathname, search, hash } = new URL(linkTo(state), "https://host");
      assert.deepEqual([pathname, search], ["/start", ""]);
      assert.deepEqual(readLink(hash), state);
    }),
  );
});

test("a hash that no playground wrote is no link", () => {
  for (const hash of ["", "#", "#decisions", "#%", "#%7B", "#null", "#%5B%5D"])
    assert.equal(readLink(hash), undefined, hash);
});
