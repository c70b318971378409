import assert from "node:assert/strict";
import { test } from "node:test";

import type { Body, ProtocolName } from "../protocols/protocol.ts";
import { PROTOCOLS } from "../protocols/protocols.ts";
import { readRole } from "./read-role.ts";
import { shapeOf } from "./shape.ts";

interface Asked {
  readonly protocol: ProtocolName;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: Body;
  readonly hasSession?: boolean;
}

function roleOf({ protocol, headers = {}, body, hasSession = true }: Asked): string {
  const named = PROTOCOLS[protocol];
  return readRole(shapeOf({ protocol: named, headers, body, steps: named.steps(body), hasSession })).role;
}

const user = (content: unknown): object => ({ role: "user", content });
const assistant = { role: "assistant", content: "Done." };
const tools = [{ name: "Bash", input_schema: {} }];
const titleForm = { format: { type: "json_schema", schema: { properties: { title: { type: "string" } } } } };
const checkForm = { format: { type: "json_schema", schema: { properties: { risk: {}, reason: {} } } } };
const long = [user("Fix it"), assistant, user("And this"), assistant, user("More"), assistant];
const codex = (kind: string): Record<string, string> => ({
  "x-codex-turn-metadata": JSON.stringify({ request_kind: kind }),
});

const CALLS: readonly (readonly [name: string, role: string, asked: Asked])[] = [
  ["a turn with tools", "main", { protocol: "messages", body: { tools, messages: [user("Fix it")] } }],
  [
    "a plain chat without a session",
    "main",
    { protocol: "chat", body: { messages: [user("Hello")] }, hasSession: false },
  ],
  [
    "a form with a title",
    "title",
    { protocol: "messages", body: { output_config: titleForm, messages: [user("Fix it")] } },
  ],
  ["a short call without tools", "title", { protocol: "chat", body: { messages: [user("Name this")] } }],
  [
    "a side agent",
    "sub_agent",
    {
      protocol: "messages",
      headers: { "x-claude-code-agent-id": "a" },
      body: { tools, messages: [user("Look")] },
    },
  ],
  [
    "a small form",
    "check",
    { protocol: "messages", body: { output_config: checkForm, messages: [user("rm -rf /")] } },
  ],
  [
    "a summary that forbids tools",
    "summary",
    {
      protocol: "messages",
      body: {
        tools,
        messages: [...long, user("Respond with TEXT ONLY. Do not call any tools. Write a detailed summary.")],
      },
    },
  ],
  [
    "a person who wants a summary",
    "main",
    { protocol: "messages", body: { tools, messages: [...long, user("Write a summary of the module")] } },
  ],
  [
    "a long history without tools",
    "summary",
    { protocol: "chat", body: { messages: [...long, user("Go")] } },
  ],
  [
    "a conversation that is handed over in one turn to be summed up",
    "summary",
    {
      protocol: "chat",
      body: {
        messages: [
          { role: "system", content: "You sum up." },
          user("Here is the conversation so far:\n[User]: Fix it\n\nWrite a new summary of its history."),
        ],
      },
    },
  ],
  [
    "a title of a conversation that asks for a summary",
    "title",
    {
      protocol: "chat",
      body: { messages: [user("Generate a title for this conversation:"), user("Summarise the notes")] },
    },
  ],
  [
    "a title that sums a conversation up",
    "title",
    { protocol: "chat", body: { messages: [user("Summarise this conversation as a title of five words.")] } },
  ],
  [
    "what Codex calls a turn",
    "main",
    { protocol: "responses", headers: codex("turn"), body: { input: "Fix it" } },
  ],
  [
    "what Codex calls a compaction",
    "summary",
    { protocol: "responses", headers: codex("compaction"), body: { input: "x" } },
  ],
  [
    "a header that cannot be read",
    "main",
    { protocol: "responses", headers: { "x-codex-turn-metadata": "{" }, body: { input: "x", tools } },
  ],
];

for (const [name, role, asked] of CALLS)
  test(`${name} is ${role}`, () => {
    assert.equal(roleOf(asked), role);
  });
