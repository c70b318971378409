// How a call reaches a model: with the keys that a person has, in a protocol that the server speaks, at the effort that was chosen.
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";

import type { SettingsFile } from "../src/index.ts";
import type { Script } from "./fake-provider.ts";
import { openTestGateway, post, type TestGateway, type TestOptions } from "./open-test-gateway.ts";

const ASK = "Fix the typo 'recieve' in README.md.";
const MESSAGES = { model: "auto", max_tokens: 1_000, messages: [{ role: "user", content: ASK }] };
const RESPONSES = { model: "auto", input: ASK };
const NO_KEY = { authorization: "Bearer signalbox-no-key" };

/** Both vendors at one server, with the keys of the client. */
async function open(context: TestContext, options: TestOptions): Promise<TestGateway> {
  const probe = await openTestGateway({ ...(options.script && { script: options.script }) });
  const upstreams: SettingsFile["upstreams"] = {
    anthropic: { url: probe.provider.url, protocols: ["messages"], client_key: true },
    openai: { url: probe.provider.url, protocols: ["chat", "responses"], client_key: true },
  };
  const gateway = await openTestGateway({ ...options, flags: { upstreams, ...options.flags } });
  context.after(async () => {
    await gateway.close();
    await probe.close();
  });
  return Object.assign(gateway, { provider: probe.provider });
}

for (const [name, env, path, body, model, header] of [
  ["OpenAI", { OPENAI_API_KEY: "sk-o" }, "/v1/messages", MESSAGES, /^gpt-/, ["authorization", "Bearer sk-o"]],
  ["Claude", { ANTHROPIC_API_KEY: "sk-a" }, "/v1/responses", RESPONSES, /^claude-/, ["x-api-key", "sk-a"]],
  [
    "a plan of Claude",
    { CLAUDE_CODE_OAUTH_TOKEN: "sk-ant-oat01-x" },
    "/v1/responses",
    RESPONSES,
    /^claude-/,
    ["authorization", "Bearer sk-ant-oat01-x"],
  ],
] as const)
  test(`with the key of ${name} alone, a client of the other vendor is routed among its models`, async (context) => {
    const gateway = await open(context, { env });
    const answer = await post(gateway, path, body, NO_KEY);
    assert.equal(answer.status, 200, await answer.text());
    const [got] = gateway.provider.got;
    assert.match(got?.model ?? "", model);
    assert.equal(got?.headers[header[0]], header[1]);
    assert.ok(!JSON.stringify(got?.headers).includes("no-key"));
    assert.equal(got?.headers["anthropic-beta"], name.startsWith("a plan") ? "oauth-2025-04-20" : undefined);
    assert.match(gateway.entries[0]?.baseline ?? "", /gpt|claude/);
  });

test("without any key the provider itself says what is missing", async (context) => {
  const script: Script = () => ({ status: 401, error: "no key" });
  const gateway = await open(context, { script });
  const answer = await post(gateway, "/v1/messages", MESSAGES, NO_KEY);
  assert.equal(answer.status, 401);
  assert.match(await answer.text(), /no key/);
});

/** A server that knows Chat alone, and says so as llama.cpp, Ollama and proxies do. */
const chatOnly =
  (words: string): Script =>
  ({ path }) =>
    path.endsWith("/chat/completions")
      ? { text: "Done." }
      : { status: 404, error: words, type: "text/plain" };

for (const words of ["404 page not found", '{"detail":"Not Found"}', "Invalid URL (POST /v1/messages)"])
  test(`an upstream that does not speak the client's protocol is called in one that it speaks: ${words}`, async (context) => {
    const gateway = await openTestGateway({ script: chatOnly(words) });
    context.after(() => gateway.close());
    for (const calls of [3, 1]) {
      gateway.provider.got.length = 0;
      const answer = await post(gateway, "/v1/messages", MESSAGES);
      assert.equal(answer.status, 200, await answer.clone().text());
      assert.match(await answer.text(), /"type":"message".*Done\./);
      assert.equal(gateway.provider.got.length, calls, "it is found out once");
    }
    const status = (await (await fetch(`${gateway.url}/status`)).json()) as { learned: object[] };
    assert.match(JSON.stringify(status.learned), /"speaks no messages".*"speaks no responses"/);
  });

test("a server that speaks no protocol at all is an error of the client's, and its next call is tried again", async (context) => {
  const gateway = await openTestGateway({
    script: () => ({ status: 404, error: "nothing here", type: "text/plain" }),
  });
  context.after(() => gateway.close());
  for (let call = 0; call < 2; call += 1) {
    const answer = await post(gateway, "/v1/messages", MESSAGES);
    assert.equal(answer.status, 404);
    assert.match(await answer.text(), /^\{"type":"error"/);
  }
});

test("a redirect is not followed, and the error says to check the address", async (context) => {
  const elsewhere = await openTestGateway();
  const headers = { location: `${elsewhere.provider.url}/v1/messages` };
  const gateway = await openTestGateway({ script: () => ({ status: 307, error: "moved", headers }) });
  context.after(async () => {
    await gateway.close();
    await elsewhere.close();
  });
  const answer = await post(gateway, "/v1/messages", MESSAGES, { "x-api-key": "sk-ant-a" });
  assert.equal(answer.status, 502);
  assert.match(await answer.text(), /"type":"error".*redirect: check its address/);
  assert.equal(elsewhere.provider.got.length, 0);
});

const CANDIDATES = (["claude-haiku-4-5", "claude-opus-4-8"] as const).map((model) => ({
  label: `anthropic/${model}`,
  model,
  efforts: "auto" as const,
}));

for (const [model, effort, sent] of [
  ["claude-opus-4-8", "high", { thinking: { type: "adaptive" }, output_config: { effort: "high" } }],
  ["claude-opus-4-8", "none", { thinking: { type: "disabled" } }],
  ["claude-haiku-4-5", "low", { thinking: { type: "enabled", budget_tokens: 4_096 } }],
] as const)
  test(`the effort that was chosen is sent in place of the client's: ${model} at ${effort}`, async (context) => {
    const label = `anthropic/${model}`;
    const gateway = await openTestGateway({
      flags: { candidates: CANDIDATES },
      decide: () => Promise.resolve({ llm_label: label, session_id: "s", reasoning_effort: effort }),
    });
    context.after(() => gateway.close());
    const asked = { ...MESSAGES, max_tokens: 32_000, output_config: { effort: "medium" } };
    await post(gateway, "/v1/messages", asked);
    const { thinking, output_config } = gateway.provider.got[0]?.body ?? {};
    assert.deepEqual({ thinking, ...(output_config !== undefined && { output_config }) }, sent);
  });

test("candidates with efforts compete in the shipped engine, and a translated call carries the one that was chosen", async (context) => {
  const efforts = "auto" as const;
  const candidates = [{ label: "openai/gpt-5.5", efforts }];
  const upstreams = { openai: { url: "http://127.0.0.1:1", protocols: ["responses" as const] } };
  const probe = await openTestGateway();
  const gateway = await openTestGateway({
    flags: { candidates, upstreams: { openai: { ...upstreams.openai, url: probe.provider.url } } },
  });
  context.after(async () => {
    await gateway.close();
    await probe.close();
  });
  const answer = await post(gateway, "/v1/messages", MESSAGES);
  assert.equal(answer.status, 200, await answer.text());
  const reasoning = probe.provider.got[0]?.body["reasoning"] as { effort?: string } | undefined;
  assert.match(reasoning?.effort ?? "", /^(?:none|minimal|low|medium|high|xhigh)$/);
});

for (const [protocol, script, tokens] of [
  [
    "responses",
    () => ({ raw: '{"object":"response.input_tokens","input_tokens":77}', type: "application/json" }),
    77,
  ],
  ["responses", () => ({ status: 404, error: "unknown" }), undefined],
  ["chat", () => ({ status: 500, error: "never asked" }), undefined],
  ["messages", () => ({ status: 404, error: "404 page not found" }), undefined],
] as const satisfies readonly (readonly ["responses" | "chat" | "messages", Script, number | undefined])[])
  test(`tokens are counted before ${protocol}: ${tokens ?? "estimated"}`, async (context) => {
    const probe = await openTestGateway({ script });
    const upstreams = { x: { url: probe.provider.url, protocols: [protocol] } };
    const gateway = await openTestGateway({ flags: { upstreams, candidates: ["openai/gpt-5.5"] } });
    context.after(async () => {
      await gateway.close();
      await probe.close();
    });
    const content = [
      { type: "text", text: "word ".repeat(1_000) },
      { type: "image", source: { type: "base64", media_type: "image/png", data: "A".repeat(1_000_000) } },
    ];
    const asked = { model: "auto", messages: [{ role: "user", content }] };
    const answer = await post(gateway, "/v1/messages/count_tokens", asked);
    const { input_tokens: counted } = (await answer.json()) as { input_tokens: number };
    if (tokens === undefined) assert.ok(counted > 2_000 && counted < 4_000, `${counted}`);
    else assert.equal(counted, tokens);
    const [got] = probe.provider.got;
    if (protocol === "responses") assert.match(got?.path ?? "", /\/responses\/input_tokens$/);
    assert.equal(probe.provider.got.length, protocol === "chat" ? 0 : 1);
  });
