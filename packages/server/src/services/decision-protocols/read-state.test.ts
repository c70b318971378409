import assert from "node:assert/strict";
import { test } from "node:test";

import { readState } from "./read-state.ts";

test("a system prompt before the request is taken apart, as LiteLLM joins the two", () => {
  assert.deepEqual(readState("System prompt:\nBe brief.\n\nRequest:\nWhy is the sky blue?"), [
    { role: "system", content: "Be brief." },
    { role: "user", content: "Why is the sky blue?" },
  ]);
});

test("turns with their roles are taken apart, as Switchyard joins them", () => {
  const state =
    "[system] Be brief.\n\n[user] List\n\nthe files\n\n[assistant] (called tool ls)\n\n[tool] (tool result)\n\n[user] And now?";
  assert.deepEqual(readState(state), [
    { role: "system", content: "Be brief." },
    { role: "user", content: "List\n\nthe files" },
    { role: "assistant", content: "(called tool ls)" },
    { role: "assistant", content: "(tool result)" },
    { role: "user", content: "And now?" },
  ]);
});

test("a text that only mentions such heads stays one text", () => {
  for (const state of [
    "Explain [user] in a log.",
    "Fix this:\n\n[user] a",
    "Request:\nx",
    "System prompt:\nno request",
  ])
    assert.equal(readState(state), state);
});

test("more turns than a conversation may have stay one text", () => {
  const state = Array.from({ length: 2001 }, () => "[user] a").join("\n\n");
  assert.equal(readState(state), state);
});

test("messages are read as messages, texts as one text, and anything else as JSON", () => {
  assert.deepEqual(readState([{ role: "user", content: "Hi", name: "x" }]), [
    { role: "user", content: "Hi" },
  ]);
  assert.equal(readState(["One.", "Two."]), "One.\n\nTwo.");
  assert.equal(readState({ ticket: "late", days: 3 }), '{"ticket":"late","days":3}');
  assert.equal(readState([{ role: 1 }]), '[{"role":1}]');
});

test("no more heads of a text are looked at than a conversation may have turns", (t) => {
  const { prototype } = RegExp;
  const read = t.mock.method(prototype, "exec");
  const state = "[user] a\n\n".repeat(500_000);
  assert.equal(readState(state), state);
  const { length } = read.mock.calls.filter(({ arguments: [text] }) => text === state);
  assert.ok(length > 2_000 && length < 2_010, `${length} heads were looked at`);
});
