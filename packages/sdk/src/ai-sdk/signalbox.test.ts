// The parts of a conversation that the service gets to know: all of its text, none of its bytes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type CallOptions, promptToMessages, responseFormatOf, toolsToWire } from "./signalbox.ts";

const PROMPT: CallOptions["prompt"] = [
  { role: "system", content: "Be brief." },
  {
    role: "user",
    content: [
      { type: "text", text: "What is this?" },
      { type: "file", mediaType: "image/png", data: { type: "data", data: "QUJDRA==" } },
      {
        type: "file",
        mediaType: "audio/wav",
        data: { type: "url", url: new URL("https://host/secret.wav") },
      },
      { type: "file", mediaType: "application/pdf", data: { type: "data", data: "QUJDRA==" } },
    ],
  },
  {
    role: "assistant",
    content: [
      { type: "reasoning", text: "Let me look." },
      { type: "text", text: "I ask." },
      { type: "tool-call", toolCallId: "call_1", toolName: "look", input: { deep: true } },
    ],
  },
  {
    role: "tool",
    content: [
      {
        type: "tool-result",
        toolCallId: "call_1",
        toolName: "look",
        output: { type: "json", value: { n: 1 } },
      },
      { type: "tool-result", toolCallId: "call_2", toolName: "look", output: { type: "text", value: "two" } },
      {
        type: "tool-result",
        toolCallId: "call_3",
        toolName: "look",
        output: { type: "content", value: [{ type: "text", text: "three" }] },
      },
      { type: "tool-result", toolCallId: "call_4", toolName: "look", output: { type: "execution-denied" } },
    ],
  },
];

test("every turn is reported in the usual dialect, and files by their kind alone", () => {
  assert.deepEqual(promptToMessages(PROMPT), [
    { role: "system", content: "Be brief." },
    {
      role: "user",
      content: [
        { type: "text", text: "What is this?" },
        { type: "image_url" },
        { type: "input_audio" },
        { type: "file" },
      ],
    },
    {
      role: "assistant",
      content: [{ type: "text", text: "I ask." }],
      tool_calls: [
        { id: "call_1", type: "function", function: { name: "look", arguments: '{"deep":true}' } },
      ],
    },
    { role: "tool", tool_call_id: "call_1", content: '{"n":1}' },
    { role: "tool", tool_call_id: "call_2", content: "two" },
    { role: "tool", tool_call_id: "call_3", content: "three" },
    { role: "tool", tool_call_id: "call_4", content: "denied" },
  ]);
});

test("functions are reported with their schema; tools of a provider are not", () => {
  const inputSchema = { type: "object" } as const;
  const tools: CallOptions["tools"] = [
    { type: "function", name: "look", description: "Looks.", inputSchema },
    { type: "provider", id: "openai.web_search", name: "web_search", args: {} },
  ];
  const reported = { name: "look", description: "Looks.", parameters: inputSchema };
  assert.deepEqual(toolsToWire(tools), [reported]);
  assert.deepEqual(toolsToWire(undefined), []);
});

test("a wish for JSON is reported, with or without a schema", () => {
  const schema = { type: "object" } as const;
  assert.deepEqual(responseFormatOf({ prompt: [], responseFormat: { type: "json", schema } }), {
    type: "json_schema",
  });
  assert.deepEqual(responseFormatOf({ prompt: [], responseFormat: { type: "json" } }), {
    type: "json_object",
  });
  assert.equal(responseFormatOf({ prompt: [], responseFormat: { type: "text" } }), undefined);
  assert.equal(responseFormatOf({ prompt: [] }), undefined);
});
