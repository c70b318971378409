// Calls as agents send them, before a provider that refuses what real ones are reported to refuse, in the reported words and in
// others: tests of this package, and the plain half of the matrix of real agents.
import assert from "node:assert/strict";

import type { SettingsFile } from "../../src/index.ts";
import { startFakeProvider } from "../fake-provider.ts";
import { openTestGateway, post, type TestGateway } from "../open-test-gateway.ts";
import { createStrictScript, type Phrasing } from "./strict-script.ts";

const HAIKU = "anthropic/claude-haiku-4-5";
const OPUS = "anthropic/claude-opus-4-8";

interface Strict {
  readonly gateway: TestGateway;
  /** Rules that calls broke, in order. */
  readonly broken: string[];
  readonly send: (body: object, headers?: Readonly<Record<string, string>>) => Promise<Response>;
}

async function withStrict(
  { path, phrasing = "reported", flags = {} }: { path: string; phrasing?: Phrasing; flags?: SettingsFile },
  work: (strict: Strict) => Promise<void>,
): Promise<void> {
  const broken: string[] = [];
  const script = createStrictScript({ phrasing, onRefusal: (rule) => void broken.push(rule) });
  const gateway = await openTestGateway({ script, flags });
  const send: Strict["send"] = async (body, headers = {}) => {
    const answer = await post(gateway, path, body, { "x-api-key": "sk-ant-api-a", ...headers });
    await answer.clone().text();
    return answer;
  };
  try {
    await work({ gateway, broken, send });
  } finally {
    await gateway.close();
  }
}

const say = (content: string): object => ({ role: "user", content });
const TOOL = {
  name: "Bash",
  description: "Runs a command",
  input_schema: { type: "object", properties: {} },
};
const CHAT_TOOL = {
  type: "function",
  function: { name: "bash", parameters: { type: "object", properties: {} } },
};
const EASY = "Fix the typo 'recieve' in README.md.";

/** As Claude Code 2.1 writes a turn for a name that it does not know. */
const claudeCode = (more: object = {}): object => ({
  model: "claude-signalbox-auto",
  max_tokens: 32_000,
  stream: true,
  thinking: { type: "adaptive" },
  output_config: { effort: "high" },
  context_management: { edits: [{ type: "clear_thinking_20251015", keep: "all" }] },
  system: [{ type: "text", text: "You are an agent.", cache_control: { type: "ephemeral" } }],
  tools: [TOOL],
  messages: [say(EASY)],
  ...more,
});

const MESSAGES = "/v1/messages?beta=true";
const CHAT = "/v1/chat/completions";
const RESPONSES = "/v1/responses";

export interface Check {
  readonly name: string;
  /** Throws where the promise does not hold. @param say figures of the run */
  readonly run: (say: (text: string) => void) => Promise<void>;
}

const pinned = (name: string): SettingsFile => ({ candidates: [name] });

type Row = readonly [name: string, run: (phrasing: Phrasing) => Promise<void>];

const IN_ALL_WORDS: readonly Row[] = [
  [
    "Claude Code's own form reaches each Claude without a refusal, thinking as that model thinks",
    async (phrasing) => {
      for (const [label, type] of [
        [HAIKU, "enabled"],
        [OPUS, "adaptive"],
        ["anthropic/claude-sonnet-5", "adaptive"],
      ] as const)
        await withStrict(
          { path: MESSAGES, phrasing, flags: pinned(label) },
          async ({ gateway, send, broken }) => {
            assert.equal((await send(claudeCode())).status, 200);
            assert.deepEqual(broken, []);
            const body = gateway.provider.got[0]?.body;
            assert.equal((body?.["thinking"] as { type?: string } | undefined)?.type, type);
            assert.deepEqual(body?.["context_management"], {
              edits: [{ type: "clear_thinking_20251015", keep: "all" }],
            });
          },
        );
    },
  ],
  [
    "a budget becomes adaptive thought of about the same effort, and back",
    (phrasing) =>
      withStrict({ path: MESSAGES, phrasing, flags: pinned(OPUS) }, async ({ gateway, send, broken }) => {
        const body = claudeCode({
          thinking: { type: "enabled", budget_tokens: 16_000 },
          output_config: undefined,
        });
        assert.equal((await send(body)).status, 200);
        assert.deepEqual(broken, []);
        assert.deepEqual(gateway.provider.got[0]?.body["thinking"], { type: "adaptive" });
        assert.deepEqual(gateway.provider.got[0]?.body["output_config"], { effort: "high" });
      }),
  ],
  [
    "a limit above the model's own is lowered to it, and costs no other session anything",
    (phrasing) =>
      withStrict({ path: MESSAGES, phrasing, flags: pinned(HAIKU) }, async ({ gateway, send, broken }) => {
        assert.equal((await send(claudeCode({ max_tokens: 128_000 }))).status, 200);
        assert.equal(gateway.provider.got[0]?.body["max_tokens"], 64_000);
        assert.equal((await send(claudeCode(), { "x-api-key": "sk-ant-api-b" })).status, 200);
        assert.equal(gateway.provider.got.at(-1)?.body["max_tokens"], 32_000);
        assert.deepEqual(broken, []);
      }),
  ],
  [
    "a long conversation and its limit are brought into the window",
    (phrasing) =>
      withStrict({ path: MESSAGES, phrasing, flags: pinned(HAIKU) }, async ({ send }) => {
        const long = say("words of four ".repeat(43_000));
        const answer = await send(claudeCode({ max_tokens: 64_000, messages: [long] }));
        assert.equal(answer.status, 200);
      }),
  ],
  [
    "opencode's and Qwen Code's calls reach OpenAI's models, which take tools and thought in Responses",
    async (phrasing) => {
      for (const label of ["openai/gpt-5.4-nano", "openai/gpt-5.5"])
        await withStrict(
          { path: CHAT, phrasing, flags: pinned(label) },
          async ({ gateway, send, broken }) => {
            const body = {
              model: "auto",
              max_tokens: 32_000,
              temperature: 0,
              tools: [CHAT_TOOL],
              messages: [say(EASY)],
            };
            assert.equal((await send(body)).status, 200);
            assert.equal((await send({ ...body, reasoning_effort: "max" })).status, 200);
            assert.deepEqual(broken, []);
            assert.equal(gateway.provider.got[0]?.path, RESPONSES);
            assert.equal(gateway.provider.got[0]?.body["max_output_tokens"], 32_000);
            assert.equal("max_tokens" in (gateway.provider.got[0]?.body ?? {}), false);
          },
        );
    },
  ],
  [
    "an effort that the model lacks becomes the nearest",
    (phrasing) =>
      withStrict(
        { path: RESPONSES, phrasing, flags: pinned("openai/gpt-5.5") },
        async ({ gateway, send, broken }) => {
          const body = { model: "auto", input: EASY, store: false, temperature: 0.5 };
          for (const [effort, sent] of [
            ["minimal", "low"],
            ["max", "xhigh"],
            ["high", "high"],
          ])
            assert.equal((await send({ ...body, reasoning: { effort, summary: "auto" } })).status, 200, sent);
          assert.deepEqual(broken, []);
          const efforts = gateway.provider.got.map(
            ({ body: sent }) => (sent["reasoning"] as { effort: string }).effort,
          );
          assert.deepEqual(efforts, ["low", "xhigh", "high"]);
        },
      ),
  ],
  [
    "thoughts without a signature, of another model, and of an unknown one stay behind",
    (phrasing) =>
      withStrict({ path: MESSAGES, phrasing, flags: pinned(OPUS) }, async ({ gateway, send, broken }) => {
        const turn = (signature: string): object[] => [
          say("Look."),
          {
            role: "assistant",
            content: [
              { type: "thinking", thinking: "hm", signature },
              { type: "text", text: "I looked." },
            ],
          },
          say(EASY),
        ];
        for (const signature of ["", "SIG-claude-haiku-4-5-1", "from before"])
          assert.equal((await send(claudeCode({ messages: turn(signature) }))).status, 200);
        const alone = [
          say("Look."),
          { role: "assistant", content: [{ type: "thinking", thinking: "hm", signature: "" }] },
          say(EASY),
        ];
        assert.equal((await send(claudeCode({ messages: alone }))).status, 200);
        assert.deepEqual(broken, []);
        assert.equal(
          JSON.stringify(gateway.provider.got.at(-1)?.body["messages"]).includes("thinking"),
          false,
        );
      }),
  ],
  [
    "a model keeps its own thoughts in an open call of a tool",
    async (phrasing) => {
      for (const label of [HAIKU, OPUS])
        await withStrict(
          { path: MESSAGES, phrasing, flags: pinned(label) },
          async ({ gateway, send, broken }) => {
            const strict = gateway.provider.script;
            gateway.provider.script = (got, index) => {
              const reply = strict(got, index);
              return "status" in reply ? reply : { ...reply, tool: { name: "Bash", args: {} } };
            };
            const first = (await (await send(claudeCode({ stream: false }))).json()) as {
              content: { id: string }[];
              model: string;
            };
            assert.equal(first.model, "claude-signalbox-auto");
            const result = { type: "tool_result", tool_use_id: first.content.at(-1)?.id, content: "ok" };
            const messages = [
              say(EASY),
              { role: "assistant", content: first.content },
              { role: "user", content: [result] },
            ];
            assert.equal((await send(claudeCode({ messages }))).status, 200);
            assert.deepEqual(broken, []);
            assert.match(JSON.stringify(gateway.provider.got.at(-1)?.body["messages"]), /SIG-/);
            // Without the thought a model of budgets does not think in this call; one that thinks freely does.
            const bare = [
              say(EASY),
              { role: "assistant", content: first.content.slice(-1) },
              { role: "user", content: [result] },
            ];
            assert.equal((await send(claudeCode({ messages: bare }))).status, 200);
            assert.deepEqual(broken, []);
          },
        );
    },
  ],
  [
    "what a provider refuses in words that nobody foresaw is corrected once, for this session",
    (phrasing) =>
      withStrict({ path: MESSAGES, phrasing, flags: pinned(OPUS) }, async ({ gateway, send }) => {
        const strict = gateway.provider.script;
        gateway.provider.script = (got, index) =>
          "context_management" in got.body
            ? { status: 400, error: "Nope: one of the members is not for you" }
            : strict(got, index);
        const session = { "x-claude-code-session-id": "5d6a5c6e-0000-4000-8000-000000000001" };
        assert.equal((await send(claudeCode(), session)).status, 200);
        assert.equal(gateway.provider.got.length, 2);
        assert.equal((await send(claudeCode(), session)).status, 200);
        assert.equal(gateway.provider.got.length, 3, "this session knows it");
        assert.equal((await send(claudeCode(), { "x-claude-code-session-id": "another" })).status, 200);
        assert.equal(gateway.provider.got.length, 5, "another session does not");
        for (const each of ["third", "fourth"])
          await send(claudeCode(), { "x-claude-code-session-id": each });
        const before = gateway.provider.got.length;
        await send(claudeCode(), { "x-claude-code-session-id": "fifth" });
        assert.equal(gateway.provider.got.length, before + 1, "several sessions saw it: all know it");
        const status = (await (await fetch(`${gateway.url}/status`)).json()) as {
          learned: { sessions: number }[];
        };
        assert.equal(status.learned[0]?.sessions, 3);
        gateway.now += 3_601_000;
        await send(claudeCode(), { "x-claude-code-session-id": "sixth" });
        assert.equal(gateway.provider.got.length, before + 3, "an hour later it is tried again");
      }),
  ],
  [
    "DeepSeek gets the thoughts before its calls of tools back, and no other model's",
    (phrasing) =>
      withStrict(
        { path: CHAT, phrasing, flags: { candidates: ["deepseek/deepseek-v4-flash"] } },
        async ({ gateway, send, broken }) => {
          const strict = gateway.provider.script;
          gateway.provider.script = (got, index) => {
            const reply = strict(got, index);
            return "status" in reply ? reply : { ...reply, tool: { name: "bash", args: {} } };
          };
          const body = { model: "auto", tools: [CHAT_TOOL], messages: [say(EASY)] };
          const first = (await (await send(body)).json()) as {
            choices: { message: { tool_calls: { id: string }[] } }[];
          };
          const call = first.choices[0]?.message.tool_calls[0];
          const turn = { role: "assistant", content: null, tool_calls: [call] };
          const result = { role: "tool", tool_call_id: call?.id, content: "ok" };
          assert.equal((await send({ ...body, messages: [say(EASY), turn, result] })).status, 200);
          assert.match(
            JSON.stringify(gateway.provider.got.at(-1)?.body["messages"]),
            /"reasoning_content":"thought 1"/,
          );
          const foreign = {
            role: "assistant",
            content: null,
            reasoning_content: "of another",
            tool_calls: [{ ...call, id: "call_of_another_model_1" }],
          };
          const foreignResult = { ...result, tool_call_id: "call_of_another_model_1" };
          assert.equal((await send({ ...body, messages: [say(EASY), foreign, foreignResult] })).status, 200);
          assert.deepEqual(broken, []);
          assert.doesNotMatch(JSON.stringify(gateway.provider.got.at(-1)?.body["messages"]), /of another"/);
        },
      ),
  ],
  [
    "searches that the provider runs are asked for in the version, and at the effort, that the model has",
    async (phrasing) => {
      const search = { type: "web_search_20260209", name: "web_search", max_uses: 3 };
      for (const [label, type] of [
        [HAIKU, "web_search_20250305"],
        [OPUS, "web_search_20260209"],
      ] as const)
        await withStrict(
          { path: MESSAGES, phrasing, flags: pinned(label) },
          async ({ gateway, send, broken }) => {
            assert.equal((await send(claudeCode({ tools: [TOOL, search] }))).status, 200);
            assert.deepEqual(broken, []);
            assert.deepEqual(gateway.provider.got[0]?.body["tools"], [TOOL, { ...search, type }]);
          },
        );
      await withStrict(
        { path: RESPONSES, phrasing, flags: pinned("openai/gpt-5") },
        async ({ send, broken }) => {
          const body = { input: EASY, reasoning: { effort: "minimal" }, tools: [{ type: "web_search" }] };
          assert.equal((await send({ model: "auto", ...body })).status, 200);
          assert.deepEqual(broken, []);
        },
      );
    },
  ],
  [
    "a search that a host does not run is left out once the host has said so; a call for nothing else goes to another model",
    async (phrasing) => {
      const search = { type: "web_search", search_context_size: "low" };
      const tools = [{ type: "function", name: "bash", parameters: { type: "object" } }, search];
      await withStrict(
        { path: RESPONSES, phrasing, flags: pinned("openai/gpt-4.1") },
        async ({ gateway, send, broken }) => {
          assert.equal((await send({ model: "auto", input: EASY, tools })).status, 200);
          assert.deepEqual(broken, ["hosted-tool"]);
          assert.deepEqual(gateway.provider.got.at(-1)?.body["tools"], tools.slice(0, 1));
        },
      );
      await withStrict(
        { path: RESPONSES, phrasing, flags: { candidates: ["openai/gpt-4.1-nano", "openai/gpt-5.5"] } },
        async ({ gateway, send, broken }) => {
          assert.equal((await send({ model: "auto", input: EASY, tools: [search] })).status, 200);
          assert.deepEqual(broken, []);
          assert.equal(gateway.provider.got[0]?.model, "openai/gpt-5.5");
        },
      );
    },
  ],
  [
    "a Copilot token reaches Copilot's address with the headers of the settings; without them its refusal comes back",
    async (phrasing) => {
      const provider = await startFakeProvider(createStrictScript({ phrasing }));
      const upstream = {
        base_url: `${provider.url}/copilot`,
        key_env: "COPILOT",
        protocols: ["chat" as const],
      };
      const headers = { "editor-version": "vscode/1.99.0", "copilot-integration-id": "vscode-chat" };
      for (const [own, status] of [
        [{ headers }, 200],
        [{}, 400],
      ] as const) {
        const gateway = await openTestGateway({
          flags: { upstreams: { copilot: { ...upstream, ...own } }, candidates: ["copilot/gpt-4.1"] },
          env: { COPILOT: "gho_secret" },
        });
        const answer = await post(gateway, CHAT, { model: "auto", messages: [say(EASY)] });
        assert.equal(answer.status, status);
        assert.match(await answer.text(), status === 200 ? /Hello from gpt-4\.1/ : /[Ee]ditor/);
        await gateway.close();
      }
      assert.equal(provider.got[0]?.path, "/copilot/chat/completions");
      assert.equal(provider.got[0]?.headers["authorization"], "Bearer gho_secret");
      await provider.close();
    },
  ],
];

const IN_ANY_WORDS: readonly Row[] = [
  [
    "OpenAI's newest models are called over Chat without an effort that they lack",
    async () => {
      for (const [label, effort] of [
        ["openai/gpt-6-luna", "none"],
        ["openai/gpt-6.2-sol", undefined],
      ] as const) {
        // An upstream that speaks Responses too gets such calls in Responses.
        const provider = await startFakeProvider(createStrictScript());
        const upstreams = { openai: { url: provider.url, protocols: ["chat" as const], client_key: true } };
        const gateway = await openTestGateway({ flags: { upstreams, candidates: [label] } });
        try {
          const body = { model: "auto", max_tokens: 9_000, tools: [CHAT_TOOL], messages: [say(EASY)] };
          assert.equal((await post(gateway, CHAT, body)).status, 200);
          assert.equal(provider.got[0]?.body["reasoning_effort"], effort);
        } finally {
          await gateway.close();
          await provider.close();
        }
      }
    },
  ],
];

export const PLAIN_CHECKS: readonly Check[] = [
  ...(["reported", "other"] as const).flatMap((phrasing) =>
    IN_ALL_WORDS.map(([name, run]) => ({ name: `${phrasing}: ${name}`, run: () => run(phrasing) })),
  ),
  ...IN_ANY_WORDS.map(([name, run]) => ({ name, run: () => run("reported") })),
];
