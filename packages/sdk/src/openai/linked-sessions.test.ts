// Which session a request continues with, as far as the provider's own ids tell.
import assert from "node:assert/strict";
import { test } from "node:test";

import { createLinkedSessions } from "./linked-sessions.ts";
import type { AutoCall } from "./read-call.ts";

function call(kind: AutoCall["kind"], body: AutoCall["body"]): AutoCall {
  return { kind, body, isStream: false, wishes: {}, headers: new Headers() };
}

const chatAnswer = (...ids: string[]) => ({
  choices: [{ message: { tool_calls: ids.map((id) => ({ id })) } }],
});

test("tool calls and responses lead back to their session; the newest counts", () => {
  const sessions = createLinkedSessions(10);
  sessions.remember(chatAnswer("call_a", "call_b"), "first");
  sessions.remember({ choices: [{ delta: { tool_calls: [{ id: "call_c" }, {}] } }] }, "second");
  sessions.remember({ type: "response.created", response: { object: "response", id: "resp_1" } }, "third");
  sessions.remember({ type: "response.output_item.done", item: { call_id: "call_d" } }, "fourth");
  const results = ["call_a", "call_c"].map((id) => ({ role: "tool", tool_call_id: id }));
  assert.equal(sessions.find(call("chat", { messages: results })), "second");
  assert.equal(sessions.find(call("responses", { previous_response_id: "resp_1", input: "x" })), "third");
  assert.equal(sessions.find(call("responses", { input: [{ call_id: "call_d" }] })), "fourth");
  assert.equal(sessions.find(call("chat", { messages: [{ role: "user" }] })), undefined);
});

test("the oldest ids are forgotten first", () => {
  const sessions = createLinkedSessions(2);
  sessions.remember(chatAnswer("call_a", "call_b"), "first");
  sessions.remember(chatAnswer("call_a"), "second");
  sessions.remember(chatAnswer("call_c"), "third");
  const find = (id: string) => sessions.find(call("chat", { messages: [{ tool_call_id: id }] }));
  assert.deepEqual(["call_a", "call_b", "call_c"].map(find), ["second", undefined, "third"]);
});
