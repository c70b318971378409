// Tokens of plans before a provider that asks of them what the real ones ask: headers, addresses, forms, and tokens that end.
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";

import { callLine, type Decision, type SettingsFile } from "../src/index.ts";
import type { Reply, Script } from "./fake-provider.ts";
import { openTestGateway, post, type TestGateway, type TestOptions } from "./open-test-gateway.ts";
import { createStrictScript } from "./strict/strict-script.ts";

const ASK = "Fix the typo 'recieve' in README.md.";
const TOOL = { name: "shell", description: "Runs a command", parameters: { type: "object", properties: {} } };
/** As Codex 0.171 writes a turn. */
const CODEX = {
  model: "auto",
  instructions: "You are an agent.",
  input: [{ type: "message", role: "user", content: [{ type: "input_text", text: ASK }] }],
  tools: [{ type: "function", ...TOOL }],
  tool_choice: "auto",
  parallel_tool_calls: false,
  reasoning: { effort: "medium", summary: "auto" },
  store: false,
  stream: true,
  include: ["reasoning.encrypted_content"],
  prompt_cache_key: "0190a0b0-0000-7000-8000-000000000001",
};
const CLAUDE = {
  model: "auto",
  max_tokens: 32_000,
  stream: true,
  system: [{ type: "text", text: "You are Claude Code." }],
  messages: [{ role: "user", content: ASK }],
};

type Upstreams = NonNullable<SettingsFile["upstreams"]>;

async function open(
  context: TestContext,
  { script, ...options }: TestOptions & { readonly upstreams: (url: string) => Upstreams },
): Promise<TestGateway & { readonly broken: readonly string[] }> {
  const broken: string[] = [];
  const strict = createStrictScript({
    ...(script && { script }),
    onRefusal: (rule) => void broken.push(rule),
  });
  const probe = await openTestGateway({ script: strict });
  const upstreams = options.upstreams(probe.provider.url);
  const gateway = await openTestGateway({ ...options, flags: { ...options.flags, upstreams } });
  context.after(async () => {
    await gateway.close();
    await probe.close();
  });
  return Object.assign(gateway, { provider: probe.provider, broken });
}

const CHATGPT = {
  authorization: "Bearer eyJ.plan.token",
  "chatgpt-account-id": "account-1",
  originator: "codex_cli_rs",
};
const openai = (url: string): Upstreams => ({
  openai: {
    url,
    plan_base_url: `${url}/backend-api/codex`,
    protocols: ["chat", "responses"],
    client_key: true,
  },
});

test("a ChatGPT plan's call passes as Codex wrote it, streams though no content type says so, and counts tokens", async (context) => {
  let goOn = (): void => {};
  const until = new Promise<void>((resolve) => (goOn = resolve));
  const script: Script = () => ({ text: "Done.", until });
  const gateway = await open(context, {
    script,
    upstreams: openai,
    flags: { candidates: ["openai/gpt-5.5"] },
  });
  const answer = await post(gateway, "/v1/responses", CODEX, CHATGPT);
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get("content-type"), "text/event-stream");
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  assert.match(
    (await reader?.read())?.value ?? "",
    /response\.created.*"model":"auto"/s,
    "before it has ended",
  );
  goOn();
  let rest = "";
  for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) rest += part.value;
  assert.match(rest, /response\.completed/);
  assert.deepEqual(gateway.broken, []);
  const [got] = gateway.provider.got;
  assert.equal(got?.path, "/backend-api/codex/responses");
  assert.deepEqual({ ...got.body, model: "auto" }, CODEX);
  for (const [name, value] of Object.entries(CHATGPT)) assert.equal(got.headers[name], value);
  const [entry] = gateway.entries;
  assert.ok(entry !== undefined);
  assert.ok((entry.usage.inputTokens ?? 0) > 0);
  assert.match(callLine(entry), /tokens of the plan/);
});

test("a model that a ChatGPT plan lacks is passed over", async (context) => {
  const lacks = `{"detail":"The 'gpt-5.4-nano' model is not supported when using Codex with a ChatGPT account."}`;
  const script: Script = ({ model }): Reply =>
    model === "gpt-5.4-nano" ? { status: 400, error: lacks, type: "text/plain" } : {};
  const candidates = ["openai/gpt-5.4-nano", "openai/gpt-5.5"];
  const gateway = await open(context, { script, upstreams: openai, flags: { candidates } });
  for (const calls of [2, 3]) {
    const answer = await post(gateway, "/v1/responses", CODEX, CHATGPT);
    assert.match(await answer.text(), /Hello from gpt-5\.5/);
    assert.equal(gateway.provider.got.length, calls, "for an hour");
  }
});

const PLAN = { CLAUDE_CODE_OAUTH_TOKEN: "sk-ant-oat01-x" };
const both = (url: string): Upstreams => ({
  anthropic: { url, protocols: ["messages"], client_key: true },
  ...openai(url),
});

for (const [client, path, body, headers] of [
  [
    "Claude Code",
    "/v1/messages?beta=true",
    CLAUDE,
    {
      authorization: "Bearer sk-ant-oat01-x",
      "anthropic-version": "2023-06-01",
      "anthropic-beta": "claude-code-20250219,oauth-2025-04-20",
    },
  ],
  ["Codex", "/v1/responses", CODEX, { authorization: "Bearer signalbox-no-key" }],
  ["opencode", "/v1/chat/completions", { model: "auto", messages: CLAUDE.messages, stream: true }, {}],
] as const)
  test(`a Claude plan's token passes like a key from ${client}`, async (context) => {
    const gateway = await open(context, { upstreams: both, env: PLAN });
    const answer = await post(gateway, path, body, headers);
    assert.equal(answer.status, 200, await answer.clone().text());
    assert.match(await answer.text(), /Hello from claude-/);
    assert.deepEqual(gateway.broken, []);
    const sent = gateway.provider.got[0]?.headers;
    assert.equal(sent?.authorization, "Bearer sk-ant-oat01-x");
    assert.equal(sent["x-api-key"], undefined);
    const [entry] = gateway.entries;
    assert.match(entry === undefined ? "" : callLine(entry), /tokens of the plan/);
  });

/** earendil-works/pi #581 and #3012, anthropics/claude-code #24198 */
for (const words of [
  "This credential is only authorized for use with Claude Code and cannot be used for other API requests.",
  "Third-party apps now draw from your extra usage, not your plan limits. Add more at claude.ai/settings/usage and keep going.",
])
  test(`where Anthropic refuses a plan to another agent, another vendor is asked, else the client reads: ${words}`, async (context) => {
    const script: Script = ({ path }): Reply =>
      path.endsWith("/messages")
        ? { status: 400, error: words, members: { type: "invalid_request_error" } }
        : {};
    const own = { authorization: "Bearer sk-openai" };
    const claude = ["anthropic/claude-haiku-4-5", "anthropic/claude-opus-4-8"];
    const [llm_label = ""] = claude;
    const modelsOf = ({ provider }: TestGateway): readonly string[] => provider.got.map(({ model }) => model);
    for (const [candidates, asked] of [
      [
        [...claude, "openai/gpt-5.5"],
        ["claude-haiku-4-5", "gpt-5.5"],
      ],
      [claude, ["claude-haiku-4-5", "claude-opus-4-8"]],
    ] as const) {
      const decide = (): Promise<Decision> =>
        Promise.resolve({ llm_label, ranking: candidates, session_id: "s" });
      const gateway = await open(context, {
        script,
        upstreams: both,
        env: PLAN,
        decide,
        flags: { candidates: [...candidates] },
      });
      const answer = await post(gateway, "/v1/responses", CODEX, own);
      const isServed = candidates.length > claude.length;
      assert.equal(answer.status, isServed ? 200 : 400);
      assert.ok((await answer.text()).includes(isServed ? "Hello from gpt-5.5" : words));
      assert.deepEqual(modelsOf(gateway), asked, "other forms are not tried");
    }
  });

const EDITOR = { "editor-version": "vscode/1.107.0", "copilot-integration-id": "vscode-chat" };

/** An address of tokens, and Chat that takes the newest alone. */
function copilot(): { script: Script; state: { bought: number; lastS: number; isClosed: boolean } } {
  const state = { bought: 0, lastS: 1_800_001_500, isClosed: false };
  const script: Script = ({ path, headers }): Reply => {
    const isEditor = Object.entries(EDITOR).every(([name, value]) => headers[name] === value);
    if (!isEditor) return { status: 400, error: "bad request: missing Editor-Version header for IDE auth" };
    if (path !== "/copilot_internal/v2/token")
      return headers.authorization === `Bearer tid=${state.bought}`
        ? {}
        : { status: 401, error: "IDE token expired: unauthorized: token expired" };
    if (state.isClosed || headers.authorization !== "token ghu_login")
      return { status: 401, error: "Bad credentials" };
    state.bought += 1;
    const said = { token: `tid=${state.bought}`, expires_at: state.lastS, refresh_in: 1_500 };
    return { raw: JSON.stringify(said), type: "application/json" };
  };
  return { script, state };
}

test("a login of GitHub Copilot is exchanged for its short-lived tokens, once each, and again after one was refused", async (context) => {
  const { script, state } = copilot();
  const upstreams = (url: string): Upstreams => ({
    copilot: {
      base_url: url,
      token_url: `${url}/copilot_internal/v2/token`,
      key_env: "COPILOT",
      protocols: ["chat"],
      headers: EDITOR,
    },
  });
  const flags: SettingsFile = { candidates: ["copilot/gpt-4.1"] };
  const gateway = await open(context, { script, upstreams, flags, env: { COPILOT: "ghu_login" } });
  const ask = async (): Promise<number> => {
    const body = { model: "auto", messages: CLAUDE.messages };
    const answer = await post(gateway, "/v1/chat/completions", body);
    await answer.text();
    return answer.status;
  };
  assert.deepEqual(await Promise.all([ask(), ask(), ask()]), [200, 200, 200]);
  assert.equal(state.bought, 1, "calls of the same moment share one exchange");
  gateway.now += 1_450_000;
  state.lastS += 1_500;
  assert.deepEqual([await ask(), state.bought], [200, 2], "a minute before its end");
  state.bought += 1;
  assert.deepEqual([await ask(), await ask(), state.bought], [401, 200, 4], "GitHub withdrew it");
  assert.ok(!JSON.stringify(gateway.provider.got.map(({ headers }) => headers)).includes("Bearer ghu_login"));
  state.isClosed = true;
  gateway.now += 3_600_000;
  const body = { model: "auto", messages: CLAUDE.messages };
  const refused = await post(gateway, "/v1/chat/completions", body);
  assert.equal(refused.status, 502);
  assert.match(await refused.text(), /token address of upstream .*copilot.* answered with status 401/);
});
