// Turns as clients of the usual APIs, SDKs and frameworks write them, each with the message that is read from it.
import assert from "node:assert/strict";
import { test } from "node:test";

import { readMessages, readTurns } from "./read-tools.ts";

interface Shape {
  readonly says: string;
  readonly wire: unknown;
  /** role, text, calls, is a result, kinds of media */
  readonly read: readonly [string, string, number, boolean, string?];
  /** Billed beside the text: calls and results. */
  readonly billed?: string;
}

const PICTURE = `data:image/png;base64,${"A".repeat(400)}`;
const text = (words: string): object => ({ type: "text", text: words });

const SHAPES: readonly Shape[] = [
  { says: "a bare string", wire: "Hello", read: ["user", "Hello", 0, false] },
  { says: "a turn without a role", wire: { content: "Hello" }, read: ["user", "Hello", 0, false] },
  {
    says: "OpenAI: a developer's turn",
    wire: { role: "developer", content: "Be brief." },
    read: ["developer", "Be brief.", 0, false],
  },
  {
    says: "OpenAI: parts of text",
    wire: { role: "user", content: [text("one"), text("two")] },
    read: ["user", "one\ntwo", 0, false],
  },
  {
    says: "OpenAI: an empty part of text",
    wire: { role: "user", content: [text("")] },
    read: ["user", "", 0, false],
  },
  {
    says: "OpenAI: null content beside calls",
    wire: {
      role: "assistant",
      content: null,
      tool_calls: [{ id: "1", type: "function", function: { name: "look", arguments: "{}" } }],
    },
    read: ["assistant", "", 1, false],
    billed: "look",
  },
  {
    says: "OpenAI: the result of a call",
    wire: { role: "tool", tool_call_id: "1", content: "22 degrees" },
    read: ["tool", "22 degrees", 0, true],
  },
  {
    says: "OpenAI: the older function role",
    wire: { role: "function", name: "look", content: "22" },
    read: ["function", "22", 0, true],
  },
  {
    says: "OpenAI: a refusal",
    wire: { role: "assistant", content: [{ type: "refusal", refusal: "No." }] },
    read: ["assistant", "No.", 0, false],
  },
  {
    says: "OpenAI: a picture",
    wire: { role: "user", content: [{ type: "image_url", image_url: { url: PICTURE } }] },
    read: ["user", "", 0, false, "image"],
  },
  {
    says: "OpenAI: sound",
    wire: { role: "user", content: [{ type: "input_audio", input_audio: { data: "x", format: "wav" } }] },
    read: ["user", "", 0, false, "audio"],
  },
  {
    says: "Responses: a custom tool's call",
    wire: { type: "custom_tool_call", call_id: "1", name: "patch", input: "*** Begin" },
    read: ["assistant", "", 1, false],
    billed: "Begin",
  },
  {
    says: "Responses: a call over MCP",
    wire: { type: "mcp_call", name: "search", arguments: "{}", output: "found" },
    read: ["assistant", "", 1, false],
    billed: "found",
  },
  {
    says: "Responses: a screen shot",
    wire: {
      type: "computer_call_output",
      call_id: "1",
      output: { type: "computer_screenshot", image_url: PICTURE },
    },
    read: ["tool", "", 0, true, "image"],
  },
  {
    says: "Responses: a call's output in parts",
    wire: { type: "function_call_output", call_id: "1", output: [{ type: "input_text", text: "22" }] },
    read: ["tool", "", 0, true],
    billed: "22",
  },
  {
    says: "Anthropic: a signed thought before a call",
    wire: {
      role: "assistant",
      content: [
        { type: "thinking", thinking: "Hm.", signature: "s" },
        { type: "tool_use", id: "1", name: "look", input: { at: "Lund" } },
      ],
    },
    read: ["assistant", "", 1, false],
    billed: "Lund",
  },
  {
    says: "Anthropic: a redacted thought",
    wire: { role: "assistant", content: [{ type: "redacted_thinking", data: "x" }, text("Done.")] },
    read: ["assistant", "Done.", 0, false],
  },
  {
    says: "Anthropic: a result with a picture",
    wire: {
      role: "user",
      content: [
        {
          type: "tool_result",
          tool_use_id: "1",
          content: [text("seen"), { type: "image", source: { type: "base64", data: "A".repeat(400) } }],
        },
      ],
    },
    read: ["user", "", 0, true, "image"],
    billed: "seen",
  },
  {
    says: "Anthropic: results of its own search",
    wire: {
      role: "assistant",
      content: [
        {
          type: "web_search_tool_result",
          tool_use_id: "1",
          content: [{ type: "web_search_result", url: "https://example.org", title: "Trains" }],
        },
      ],
    },
    read: ["assistant", "", 0, true],
    billed: "Trains",
  },
  {
    says: "AI SDK: a call",
    wire: {
      role: "assistant",
      content: [{ type: "tool-call", toolCallId: "1", toolName: "look", input: { at: "Lund" } }],
    },
    read: ["assistant", "", 1, false],
    billed: "Lund",
  },
  {
    says: "AI SDK: a result as text",
    wire: {
      role: "tool",
      content: [
        {
          type: "tool-result",
          toolCallId: "1",
          toolName: "look",
          output: { type: "text", value: "22 degrees" },
        },
      ],
    },
    read: ["tool", "", 0, true],
    billed: "22 degrees",
  },
  {
    says: "AI SDK: a result as JSON",
    wire: {
      role: "tool",
      content: [
        {
          type: "tool-result",
          toolCallId: "1",
          toolName: "look",
          output: { type: "json", value: { degrees: 22 } },
        },
      ],
    },
    read: ["tool", "", 0, true],
    billed: '{"degrees":22}',
  },
  {
    says: "AI SDK: a result in parts",
    wire: {
      role: "tool",
      content: [
        {
          type: "tool-result",
          toolCallId: "1",
          toolName: "look",
          output: {
            type: "content",
            value: [text("22"), { type: "media", mediaType: "image/png", data: "A".repeat(400) }],
          },
        },
      ],
    },
    read: ["tool", "", 0, true, "image"],
    billed: "22",
  },
  {
    says: "AI SDK 4: a result",
    wire: {
      role: "tool",
      content: [{ type: "tool-result", toolCallId: "1", toolName: "look", result: { degrees: 22 } }],
    },
    read: ["tool", "", 0, true],
    billed: "degrees",
  },
  {
    says: "AI SDK: a picture as a file",
    wire: { role: "user", content: [{ type: "file", mediaType: "image/png", data: "A".repeat(400) }] },
    read: ["user", "", 0, false, "image"],
  },
  {
    says: "AI SDK: a turn of a user interface",
    wire: {
      id: "m1",
      role: "assistant",
      parts: [
        { type: "step-start" },
        { type: "tool-look", toolCallId: "1", state: "output-available", input: {}, output: "22" },
        text("It is 22."),
      ],
    },
    read: ["assistant", "It is 22.", 1, false],
    billed: "output-available",
  },
  {
    says: "Google: parts",
    wire: { role: "user", parts: [{ text: "Hello" }, { text: "there" }] },
    read: ["user", "Hello\nthere", 0, false],
  },
  {
    says: "Google: a call",
    wire: { role: "model", parts: [{ functionCall: { name: "look", args: { at: "Lund" } } }] },
    read: ["model", "", 1, false],
    billed: "Lund",
  },
  {
    says: "Google: a result",
    wire: { role: "user", parts: [{ functionResponse: { name: "look", response: { degrees: 22 } } }] },
    read: ["user", "", 0, true],
    billed: "degrees",
  },
  {
    says: "Google: a picture",
    wire: { role: "user", parts: [{ inlineData: { mimeType: "image/png", data: "A".repeat(400) } }] },
    read: ["user", "", 0, false, "image"],
  },
  {
    says: "LangChain: a person's turn",
    wire: { role: "human", content: "Hello" },
    read: ["human", "Hello", 0, false],
  },
];

for (const { says, wire, read, billed } of SHAPES)
  test(`is read: ${says}`, () => {
    const [message, ...others] = readMessages([wire]);
    assert.ok(message !== undefined && others.length === 0);
    const { role, text: words, toolCallCount, isToolResult, parts, toolCallJson = "" } = message;
    const media = parts.map(({ modality }) => modality).join();
    assert.deepEqual([role, words, toolCallCount, isToolResult, media], [...read.slice(0, 4), read[4] ?? ""]);
    if (billed === undefined) assert.equal(toolCallJson, "");
    else assert.ok(toolCallJson.includes(billed), toolCallJson);
  });

test("a picture is never billed as the text of its bytes", () => {
  for (const { wire, read } of SHAPES)
    if (read[4] === "image") assert.ok(!(readMessages([wire])[0]?.toolCallJson ?? "").includes("AAAA"));
});

for (const [says, tool] of [
  ["Anthropic's search", { type: "web_search_20250305", name: "web_search" }],
  ["Anthropic's computer", { type: "computer_20250124", name: "computer", display_width_px: 1024 }],
  ["OpenAI's search", { type: "web_search_preview" }],
  [
    "a server of MCP",
    { type: "mcp", server_label: "deep", server_url: "https://example.org", authorization: "secret" },
  ],
  ["a tool without a schema", { type: "custom", name: "patch", description: "Patches." }],
] as const)
  test(`counts as one tool, and keeps no word of its settings: ${says}`, () => {
    const { tools } = readTurns({ messages: "Hello", tools: [tool] });
    const name = "name" in tool ? tool.name : tool.type;
    const description = "description" in tool ? tool.description : "";
    assert.deepEqual(tools, [{ name, description, parametersJson: "{}" }]);
  });
