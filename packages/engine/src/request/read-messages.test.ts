import assert from "node:assert/strict";
import { test } from "node:test";

import { SignalboxError } from "@signalbox/contracts";

import { readMessages, readTools, readTurns } from "./read-tools.ts";

test("a bare string is one user message", () => {
  assert.deepEqual(readMessages("hi"), [
    { role: "user", text: "hi", parts: [], toolCallCount: 0, isToolResult: false },
  ]);
});

test("null content beside tool calls is read, and the calls are kept for the bill", () => {
  const [user, call] = readMessages([
    { role: "user", content: "weather?" },
    { role: "assistant", content: null, tool_calls: [{ id: "1", function: { name: "w", arguments: "{}" } }] },
  ]);
  assert.equal(user?.text, "weather?");
  assert.equal(call?.toolCallCount, 1);
  assert.equal(call?.text, "");
  assert.match(call?.toolCallJson ?? "", /"name":"w"/);
});

test("parts give their text and the modalities they need", () => {
  const [message] = readMessages([
    {
      role: "user",
      content: [
        { type: "text", text: "what is" },
        { type: "image_url", image_url: { url: `data:image/png;base64,${"A".repeat(4000)}` } },
        { type: "input_audio", input_audio: { data: "x", format: "wav" } },
        { type: "file", file: { file_id: "f" } },
        { type: "text", text: "this?" },
        { type: "video_url", video_url: { url: "https://v" } },
        { type: "something_new", payload: 1 },
      ],
    },
  ]);
  assert.equal(message?.text, "what is\nthis?");
  assert.deepEqual(
    message?.parts.map(({ modality }) => modality),
    ["image", "audio", "file", "video"],
  );
  assert.ok((message?.parts[0]?.bytes ?? 0) > 2900);
});

test("a tool result inside a user turn is billed but is not the user's words", () => {
  const [message] = readMessages([
    { role: "user", content: [{ type: "tool_result", tool_use_id: "1", content: "22 degrees" }] },
  ]);
  assert.equal(message?.isToolResult, true);
  assert.equal(message?.text, "");
  assert.equal(message?.toolCallJson, "22 degrees");
});

test("any role and a missing role are read", () => {
  const roles = readMessages([
    { role: "critic", content: "a" },
    { content: "b" },
    { role: "tool", content: "c" },
  ]);
  assert.deepEqual(
    roles.map(({ role, isToolResult }) => [role, isToolResult]),
    [
      ["critic", false],
      ["user", false],
      ["tool", true],
    ],
  );
});

for (const [name, wire, location] of [
  ["nothing", undefined, "messages"],
  ["null", null, "messages"],
  ["a number", 7, "messages"],
  ["an object", {}, "messages"],
  ["an empty list", [], "messages"],
  ["an empty text", "", "messages"],
  ["a message without content", [{ role: "user" }], "messages"],
  ["a number among the messages", [{ role: "user", content: "a" }, 3], "messages[1]"],
  ["an object as content", [{ role: "user", content: { text: "a" } }], "messages[0].content"],
  ["2001 messages", Array.from({ length: 2001 }, () => ({ role: "user", content: "a" })), "messages"],
] as const) {
  test(`${name} is refused, naming ${location} and the fix`, () => {
    assert.throws(
      () => readMessages(wire),
      (error: unknown) => {
        assert.ok(error instanceof SignalboxError);
        assert.equal(error.code, "validation_failed");
        assert.equal(error.errors[0]?.location, location);
        assert.ok((error.errors[0]?.fix.length ?? 0) > 5);
        assert.ok(error.detail.includes(location));
        return true;
      },
    );
  });
}

test("an empty content is a request, in which nothing is said", () => {
  for (const content of ["", "  \n"])
    assert.equal(readMessages([{ role: "user", content }])[0]?.text, content);
});

test("deep nesting ends quietly", () => {
  let content: unknown = "deep";
  for (let i = 0; i < 10_000; i += 1) content = [{ type: "tool_result", content }];
  const [message] = readMessages([{ role: "user", content: content as unknown[] }]);
  assert.equal(message?.isToolResult, true);
});

const faultsOf = (sent: Parameters<typeof readTurns>[0]): readonly string[] => {
  try {
    readTurns(sent);
    return [];
  } catch (fault) {
    assert.ok(fault instanceof SignalboxError);
    return (fault.errors ?? []).map(({ location }) => location);
  }
};

test("a system prompt of the Messages API comes first, as text or in blocks", () => {
  const messages = [{ role: "user", content: "Hello" }];
  const block = { type: "text", text: "Be brief.", cache_control: { type: "ephemeral" } };
  const expected = readMessages([{ role: "system", content: "Be brief." }, ...messages]);
  assert.deepEqual(readTurns({ system: "Be brief.", messages }).messages, expected);
  assert.deepEqual(readTurns({ system: [block], messages }).messages, expected);
  const [two] = readTurns({ system: [block, { type: "text", text: "In German." }], messages }).messages;
  assert.equal(two?.text, "Be brief.\nIn German.");
});

test("instructions and input of the Responses API are the conversation", () => {
  const expected = readMessages([
    { role: "system", content: "Be brief." },
    { role: "user", content: "Hello" },
  ]);
  assert.deepEqual(readTurns({ instructions: "Be brief.", input: "Hello" }).messages, expected);
  const input = [{ type: "message", role: "user", content: [{ type: "input_text", text: "Hello" }] }];
  assert.deepEqual(readTurns({ instructions: "Be brief.", messages: null, input }).messages, expected);
});

test("items of an input are thoughts, calls and results; what says nothing is no turn", () => {
  const { messages } = readTurns({
    input: [
      { role: "developer", content: [{ type: "input_text", text: "Sandbox." }] },
      { role: "user", content: "List the files." },
      { type: "reasoning", id: "rs_1", encrypted_content: "x", summary: [] },
      { type: "function_call", call_id: "1", name: "shell", arguments: '{"command":"ls"}' },
      { type: "function_call_output", call_id: "1", output: "README.md" },
      { type: "custom_tool_call", call_id: "2", name: "apply_patch", input: "*** Begin Patch" },
      { type: "custom_tool_call_output", call_id: "2", output: "Done" },
      { type: "web_search_call", id: "ws_1", status: "completed" },
      { type: "item_reference", id: "msg_1" },
      { type: "message", role: "assistant", content: [{ type: "output_text", text: "There is one." }] },
    ],
  });
  assert.deepEqual(
    messages.map(({ role, text, toolCallCount, isToolResult }) => [role, text, toolCallCount, isToolResult]),
    [
      ["developer", "Sandbox.", 0, false],
      ["user", "List the files.", 0, false],
      ["assistant", "", 0, false],
      ["assistant", "", 1, false],
      ["tool", "", 0, true],
      ["assistant", "", 1, false],
      ["tool", "", 0, true],
      ["assistant", "", 1, false],
      ["assistant", "There is one.", 0, false],
    ],
  );
  assert.match(messages[3]?.toolCallJson ?? "", /ls/);
  assert.equal(messages[4]?.toolCallJson, "README.md");
});

test("a conversation that is missing, there twice, or says nothing is refused at its place", () => {
  assert.deepEqual(faultsOf({ messages: null, input: null, system: "Be brief." }), ["messages"]);
  assert.deepEqual(faultsOf({ messages: "a", input: "b" }), ["input"]);
  assert.deepEqual(faultsOf({ input: [{ type: "item_reference", id: "1" }] }), ["input"]);
});

test("the schema of a tool has the name of either API", () => {
  const schema = { type: "object", properties: { path: { type: "string" } } };
  const [flat, messages] = readTools([
    { name: "read", description: "Reads.", parameters: schema },
    { name: "read", description: "Reads.", input_schema: schema },
  ]);
  assert.deepEqual(messages, flat);
});
