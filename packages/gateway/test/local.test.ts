// Servers of people's own, in their own words: each client gets its answer from what the server speaks, and an error that says
// what to do where it cannot. Words are of public reports, `owner/repo #n`.
import assert from "node:assert/strict";
import { test } from "node:test";

import type { Got, Reply, Script } from "./fake-provider.ts";
import { openTestGateway, post, type TestGateway } from "./open-test-gateway.ts";

const ASK = "Fix the typo 'recieve' in README.md.";
const TOOL = { name: "Bash", description: "Runs a command" };
const SCHEMA = { type: "object", properties: {} };
/** As Claude Code and Codex ask. */
const CLIENTS = {
  "/v1/messages": {
    model: "auto",
    max_tokens: 32_000,
    stream: true,
    thinking: { type: "adaptive" },
    output_config: { effort: "high" },
    tools: [{ ...TOOL, input_schema: SCHEMA }],
    messages: [
      { role: "user", content: ASK },
      { role: "system", content: "A file has changed." },
    ],
  },
  "/v1/responses": {
    model: "auto",
    stream: true,
    store: false,
    instructions: "You are an agent.",
    reasoning: { effort: "medium", summary: "auto" },
    include: ["reasoning.encrypted_content"],
    tools: [{ type: "function", ...TOOL, parameters: SCHEMA }, { type: "web_search" }],
    input: [{ type: "message", role: "user", content: [{ type: "input_text", text: ASK }] }],
  },
} as const;

type Where = (got: Got) => Reply | undefined;

const isChat = ({ path }: Got): boolean => path.endsWith("/chat/completions");
const json = (text: string): Reply => ({ raw: text, type: "application/json" });
const error = (status: number, message: string, members: object = {}): Reply => ({
  status,
  error: message,
  members: members as Record<string, string>,
});

/** Each server as it was before it knew any protocol but Chat, and as it is with all three. */
const ADDRESSES: Readonly<Record<string, Where>> = {
  "Ollama, llama-swap": () => ({ status: 404, error: "404 page not found", type: "text/plain" }),
  // lmstudio-ai/lmstudio-bug-tracker #618, ziozzang/llm-toolcall-proxy #2
  "LM Studio": ({ path }) => json(`{"error":"Unexpected endpoint or method. (POST ${path})"}`),
  "llama.cpp": () => error(404, "File Not Found", { code: "404", type: "not_found_error" }),
  vLLM: () => ({ status: 404, error: '{"detail":"Not Found"}', type: "text/plain" }),
  // vllm-project/vllm #44000: its Messages are older than Claude Code's
  "vLLM 0.20": ({ path, body }) => {
    if (path.endsWith("/responses")) return error(405, "Method Not Allowed");
    return JSON.stringify(body).includes('"role":"system"')
      ? error(
          400,
          `1 validation error:\n  {'type': 'literal_error', 'loc': ('body', 'messages', 1, 'role'), 'msg': "Input should be 'user' or 'assistant'", 'input': 'system'}`,
        )
      : undefined;
  },
};

const CANDIDATES = ["qwen3-coder:30b", "gpt-oss:20b"].map((label) => ({ label, price: 0 }));

async function withServer(script: Script, work: (gateway: TestGateway) => Promise<void>): Promise<void> {
  const gateway = await openTestGateway({ script, flags: { candidates: CANDIDATES } });
  try {
    await work(gateway);
  } finally {
    await gateway.close();
  }
}

for (const [server, where] of Object.entries(ADDRESSES))
  for (const [path, body] of Object.entries(CLIENTS))
    test(`${server}, which lacks protocols, answers ${path}`, () =>
      withServer(
        (got) => (isChat(got) ? {} : (where(got) ?? {})),
        async (gateway) => {
          for (const call of ["first", "second"]) {
            const answer = await post(gateway, path, body);
            const text = await answer.text();
            assert.equal(answer.status, 200, text);
            assert.match(text, /Hello from/, call);
            assert.match(text, path === "/v1/messages" ? /message_stop/ : /response\.completed/);
          }
          assert.ok(gateway.provider.got.length <= 4, "its addresses are found out once");
        },
      ));

/** Refusals of a model, and what the next of two models makes of them. */
const REFUSED: readonly (readonly [server: string, refusal: Reply])[] = [
  // picobot #6, pydantic/pydantic-ai #703
  ["Ollama: tools", error(400, "registry.ollama.ai/library/gemma3:4b does not support tools")],
  // defilantech/LLMKube #126
  ["llama.cpp: tools", error(500, "tools param requires --jinja flag")],
  // langchain4j/langchain4j #3475
  [
    "vLLM: tools",
    error(400, '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'),
  ],
  // ggml-org/llama.cpp #15780
  [
    "llama.cpp: length",
    error(400, "the request exceeds the available context size. try increasing the context size", {
      type: "exceed_context_size_error",
    }),
  ],
  // lmstudio-ai/lmstudio-bug-tracker #237
  [
    "LM Studio: length",
    error(
      400,
      "Trying to keep the first 10136 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough.",
    ),
  ],
  [
    "vLLM: length",
    error(400, "This model's maximum context length is 8192 tokens. However, you requested 9000"),
  ],
];

for (const [name, refusal] of REFUSED)
  for (const [path, body] of Object.entries(CLIENTS))
    test(`${name}: another model answers ${path}; without one the client reads the server's words`, () =>
      withServer(
        ({ model }) => (model === "qwen3-coder:30b" ? refusal : {}),
        async (gateway) => {
          const answer = await post(gateway, path, body);
          assert.equal(answer.status, 200, await answer.clone().text());
          assert.match(await answer.text(), /Hello from gpt-oss:20b/);
          gateway.provider.script = () => refusal;
          const failed = await post(gateway, path, { ...body, model: "qwen3-coder:30b" });
          const text = await failed.text();
          assert.ok(failed.status >= 400 && failed.status < 600, `${failed.status}`);
          assert.ok(
            text.includes(("error" in refusal ? refusal.error : "").slice(1, 30).replaceAll('"', '\\"')),
            text,
          );
          if (name.endsWith("length") && path === "/v1/messages")
            assert.match(text, /prompt is too long|context/);
        },
      ));

/** Ollama: "does not support thinking" (Gitlawb/openclaude #1371), 'think value "high" is not supported' (ollama/ollama #12561). */
for (const words of [
  '"llama3.1:8b" does not support thinking',
  'think value "medium" is not supported for this model',
])
  for (const [path, body] of Object.entries(CLIENTS))
    for (const speaks of ["all three protocols", "Chat"])
      test(`a local model that does not think (${words}) answers ${path} through ${speaks}`, () =>
        withServer(
          (got) => {
            if (speaks === "Chat" && !isChat(got))
              return { status: 404, error: "404 page not found", type: "text/plain" };
            const { thinking, reasoning, reasoning_effort: effort, output_config: config } = got.body;
            const asks = [thinking, reasoning, effort, config].some((each) => each !== undefined);
            return asks ? error(400, words) : {};
          },
          async (gateway) => {
            const answer = await post(gateway, path, body);
            assert.equal(answer.status, 200, await answer.clone().text());
            assert.match(await answer.text(), /Hello from/);
          },
        ));

test("LM Studio's answer to the counting of tokens is no count", () =>
  withServer(
    ({ path }) => json(`{"error":"Unexpected endpoint or method. (POST ${path})"}`),
    async (gateway) => {
      const { messages } = CLIENTS["/v1/messages"];
      const answer = await post(gateway, "/v1/messages/count_tokens", { model: "auto", messages });
      const { input_tokens: counted } = (await answer.json()) as { input_tokens: number };
      assert.ok(counted > 10 && counted < 100, `${counted}`);
    },
  ));
