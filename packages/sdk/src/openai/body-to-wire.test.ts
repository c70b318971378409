// The parts of a request that the service gets to know: its text, its tools, its format; no payload of an image or a file.
import assert from "node:assert/strict";
import { test } from "node:test";

import { bodyToFormat, bodyToMessages, bodyToTools } from "./body-to-wire.ts";

const IMAGE = { type: "image_url", image_url: { url: "data:image/png;base64,QUJDRA==" } };

test("a chat completion is reported turn by turn", () => {
  const calls = [{ id: "call_1", type: "function", function: { name: "look", arguments: "{}" } }];
  const messages = [
    { role: "developer", content: "Be brief." },
    { role: "user", name: "ann", content: [{ type: "text", text: "What is this?" }, IMAGE] },
    { role: "assistant", content: null, tool_calls: calls },
    { role: "tool", tool_call_id: "call_1", content: [{ type: "text", text: "A cat." }] },
  ];
  assert.deepEqual(bodyToMessages({ kind: "chat", body: { messages } }), [
    { role: "developer", content: "Be brief." },
    { role: "user", content: [{ type: "text", text: "What is this?" }, { type: "image_url" }] },
    { role: "assistant", content: [], tool_calls: calls },
    { role: "tool", tool_call_id: "call_1", content: [{ type: "text", text: "A cat." }] },
  ]);
});

test("a response is reported as the same turns", () => {
  const input = [
    {
      role: "user",
      content: [
        { type: "input_text", text: "Look." },
        { type: "input_image", image_url: "x" },
      ],
    },
    { type: "reasoning", id: "rs_1", summary: [] },
    { type: "function_call", call_id: "call_1", name: "look", arguments: "{}" },
    { type: "function_call_output", call_id: "call_1", output: "A cat." },
  ];
  assert.deepEqual(bodyToMessages({ kind: "responses", body: { instructions: "Be brief.", input } }), [
    { role: "system", content: "Be brief." },
    { role: "user", content: [{ type: "text", text: "Look." }, { type: "input_image" }] },
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id: "call_1", type: "function", function: { name: "look", arguments: "{}" } }],
    },
    { role: "tool", tool_call_id: "call_1", content: "A cat." },
  ]);
  assert.deepEqual(bodyToMessages({ kind: "responses", body: { input: "Hello" } }), [
    { role: "user", content: "Hello" },
  ]);
});

test("functions and the wished format are reported, tools of the provider are not", () => {
  const look = { type: "function", name: "look", parameters: {} };
  assert.deepEqual(bodyToTools({ body: { tools: [look, { type: "web_search" }] } }), [look]);
  assert.deepEqual(bodyToTools({ body: {} }), []);
  const format = { type: "json_object" };
  assert.equal(bodyToFormat({ kind: "chat", body: { response_format: format } }), format);
  assert.equal(bodyToFormat({ kind: "responses", body: { text: { format } } }), format);
  assert.equal(bodyToFormat({ kind: "responses", body: {} }), undefined);
});
