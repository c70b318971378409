// Clients of each protocol before a provider that speaks another, which refuses what real ones are reported to refuse.
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";

import type { ProtocolName } from "../../src/protocols/protocol.ts";
import { startFakeProvider, type FakeProvider, type Script } from "../fake-provider.ts";
import { openTestGateway, post, type TestGateway } from "../open-test-gateway.ts";
import { createStrictScript } from "../strict/strict-script.ts";

/** Answers of other protocols, whose members the assertions below check. */
// oxlint-disable-next-line typescript/no-explicit-any
type Json = Record<string, any>;

const PATHS = { chat: "/v1/chat/completions", messages: "/v1/messages", responses: "/v1/responses" } as const;
const MODELS = {
  chat: "deepseek/deepseek-v4-pro",
  messages: "anthropic/claude-opus-4-8",
  responses: "openai/gpt-5.5",
} as const;
const PAIRS: readonly (readonly [from: ProtocolName, to: ProtocolName])[] = [
  ["chat", "responses"],
  ["responses", "chat"],
  ["messages", "responses"],
  ["messages", "chat"],
  ["responses", "messages"],
  ["chat", "messages"],
];

const SCHEMA = { type: "object", properties: { path: { type: "string" } }, required: ["path"] };
const ASK = "Fix the typo 'recieve' in README.md.";

/** A turn as an agent of each protocol writes it, with a tool and effort. */
const TURNS: Readonly<Record<ProtocolName, Json>> = {
  chat: {
    model: "auto",
    max_tokens: 32_000,
    reasoning_effort: "medium",
    stream_options: { include_usage: true },
    messages: [
      { role: "system", content: "You are an agent." },
      { role: "user", content: ASK },
    ],
    tools: [{ type: "function", function: { name: "read", description: "Reads", parameters: SCHEMA } }],
  },
  messages: {
    model: "claude-signalbox-auto",
    max_tokens: 32_000,
    thinking: { type: "adaptive" },
    output_config: { effort: "medium" },
    context_management: { edits: [{ type: "clear_thinking_20251015", keep: "all" }] },
    system: [{ type: "text", text: "You are an agent.", cache_control: { type: "ephemeral" } }],
    messages: [{ role: "user", content: ASK }],
    tools: [{ name: "read", description: "Reads", input_schema: SCHEMA }],
  },
  responses: {
    model: "auto",
    instructions: "You are an agent.",
    input: [{ type: "message", role: "user", content: [{ type: "input_text", text: ASK }] }],
    tools: [
      { type: "function", name: "read", description: "Reads", strict: false, parameters: SCHEMA },
      { type: "web_search" },
    ],
    tool_choice: "auto",
    parallel_tool_calls: true,
    reasoning: { effort: "medium", summary: "auto" },
    include: ["reasoning.encrypted_content"],
    store: false,
    prompt_cache_key: "session-1",
  },
};

/** The conversation with the model's answer and the result of its tool behind it. */
const NEXT: Readonly<Record<ProtocolName, (turn: Json, answer: Json) => Json>> = {
  chat: (turn, answer) => {
    const { message } = answer["choices"][0];
    const result = { role: "tool", tool_call_id: message.tool_calls[0].id, content: "recieve" };
    return { ...turn, messages: [...turn["messages"], message, result] };
  },
  messages: (turn, answer) => {
    const { id } = answer["content"].find((block: Json) => block["type"] === "tool_use");
    const result = { type: "tool_result", tool_use_id: id, content: "recieve", is_error: false };
    return {
      ...turn,
      messages: [
        ...turn["messages"],
        { role: "assistant", content: answer["content"] },
        { role: "user", content: [result] },
      ],
    };
  },
  responses: (turn, answer) => {
    const { call_id } = answer["output"].find((item: Json) => item["type"] === "function_call");
    return {
      ...turn,
      input: [
        ...turn["input"],
        ...answer["output"],
        { type: "function_call_output", call_id, output: "recieve" },
      ],
    };
  },
};

const CALLED: Readonly<Record<ProtocolName, (answer: Json) => Json>> = {
  chat: (answer) => {
    const call = answer["choices"][0].message.tool_calls[0];
    return { id: call.id, name: call.function.name, args: JSON.parse(call.function.arguments) };
  },
  messages: (answer) => {
    const call = answer["content"].find((block: Json) => block["type"] === "tool_use");
    return { id: call.id, name: call.name, args: call.input };
  },
  responses: (answer) => {
    const call = answer["output"].find((item: Json) => item["type"] === "function_call");
    return { id: call.call_id, name: call.name, args: JSON.parse(call.arguments) };
  },
};

const ENDS: Readonly<Record<ProtocolName, RegExp>> = {
  chat: /"usage":\{"prompt_tokens":.*\n\ndata: \[DONE\]\n\n$/,
  messages: /event: message_stop\ndata: \{"type":"message_stop"\}\n\n$/,
  responses: /event: response\.completed\n[^\n]*"output_tokens":20/,
};

async function before(
  context: TestContext,
  to: ProtocolName,
  script: Script,
): Promise<{ gateway: TestGateway; provider: FakeProvider; broken: string[] }> {
  const broken: string[] = [];
  const provider = await startFakeProvider(
    createStrictScript({ script, onRefusal: (rule) => void broken.push(rule) }),
  );
  const upstreams = { x: { url: provider.url, protocols: [to], client_key: true } };
  const gateway = await openTestGateway({ flags: { upstreams, candidates: [MODELS[to]] } });
  context.after(async () => {
    await gateway.close();
    await provider.close();
  });
  return { gateway, provider, broken };
}

for (const [from, to] of PAIRS)
  test(`${from} to ${to}: a strict provider takes a tool loop with its thoughts, and the client gets its own protocol`, async (context) => {
    const args = { path: "README.md" };
    const { gateway, provider, broken } = await before(context, to, (_, index) =>
      index === 0 ? { tool: { name: "read", args } } : { text: "Done." },
    );
    const first = await post(gateway, PATHS[from], TURNS[from], { authorization: "Bearer sk-a" });
    assert.equal(first.status, 200, await first.clone().text());
    const answer = (await first.json()) as Json;
    const call = CALLED[from](answer);
    assert.deepEqual([call["name"], call["args"]], ["read", args]);
    const next = NEXT[from](TURNS[from], answer);
    const second = await post(gateway, PATHS[from], next, { authorization: "Bearer sk-a" });
    assert.equal(second.status, 200, await second.clone().text());
    assert.ok((await second.text()).includes("Done."));
    const third = await post(
      gateway,
      PATHS[from],
      { ...next, stream: true },
      { authorization: "Bearer sk-a" },
    );
    assert.match(third.headers.get("content-type") ?? "", /event-stream/);
    const stream = await third.text();
    assert.match(stream, ENDS[from]);
    assert.ok(stream.includes("Done.") && stream.includes(`"model":"${TURNS[from]["model"]}"`));
    assert.equal(gateway.entries.at(-1)?.usage.outputTokens, 20);
    assert.deepEqual(broken, []);
    assert.ok(provider.got.every(({ path }) => path.startsWith(PATHS[to])));
    const sent = JSON.stringify(provider.got[1]?.body);
    assert.ok(sent.includes(call["id"]), "the id of the call is unchanged");
    if (to !== "chat" && from !== "chat") assert.ok(sent.includes("SIG-"), "the signed thought comes back");
  });

test("a call that is translated at its client's own vendor carries the client's key, another the gateway's", async (context) => {
  const provider = await startFakeProvider(createStrictScript());
  const upstreams = {
    openai: { url: provider.url, protocols: ["chat" as const, "responses" as const], client_key: true },
    anthropic: { url: provider.url, protocols: ["messages" as const], client_key: true },
  };
  const candidates = [MODELS.responses, MODELS.messages];
  const env = { OPENAI_API_KEY: "sk-spare", ANTHROPIC_API_KEY: "sk-ant-spare" };
  const gateway = await openTestGateway({ flags: { upstreams, candidates, route_named: false }, env });
  context.after(async () => {
    await gateway.close();
    await provider.close();
  });
  for (const model of candidates) {
    const sent = { ...TURNS.chat, model };
    const answer = await post(gateway, PATHS.chat, sent, { authorization: "Bearer sk-own" });
    assert.equal(answer.status, 200, await answer.clone().text());
    await answer.text();
  }
  const [own, other] = provider.got.map(({ path, headers }) => [
    path,
    headers.authorization,
    headers["x-api-key"],
  ]);
  assert.deepEqual(own, [PATHS.responses, "Bearer sk-own", undefined]);
  assert.deepEqual(other, [PATHS.messages, undefined, "sk-ant-spare"]);
});
