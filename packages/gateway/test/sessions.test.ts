// Names, sessions, evidence and money of calls as agents send them.
import assert from "node:assert/strict";
import { test } from "node:test";

import { callLine } from "../src/index.ts";
import type { Reply } from "./fake-provider.ts";
import { openTestGateway, post, type TestGateway, type TestOptions } from "./open-test-gateway.ts";

const CLAUDES = ["anthropic/claude-haiku-4-5", "anthropic/claude-sonnet-5", "anthropic/claude-opus-4-8"];
const EASY = "Fix the typo 'recieve' in README.md.";
const HARD =
  "Two workers of our job queue sometimes run one job twice under load. Find the race between lease renewal and reclaim, prove the fix, and redesign the lease protocol so that it survives a partition of the network.";
const TOOLS = [{ name: "Bash", input_schema: { type: "object" } }];
const say = (content: string): object => ({ role: "user", content });
const DONE = { role: "assistant", content: "Done." };

async function withGateway(
  options: TestOptions,
  work: (gateway: TestGateway) => Promise<void>,
): Promise<void> {
  const gateway = await openTestGateway({ ...options, flags: { candidates: CLAUDES, ...options.flags } });
  try {
    await work(gateway);
  } finally {
    await gateway.close();
  }
}

interface Asked {
  readonly messages: readonly object[];
  readonly model?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly more?: object;
  /** Path before the addresses of the protocols. */
  readonly door?: string;
}

/** @returns the model of the answer */
async function ask(
  gateway: TestGateway,
  { messages, model = "auto", headers = {}, more, door = "" }: Asked,
): Promise<string> {
  const body = { model, max_tokens: 1_000, tools: TOOLS, messages, ...more };
  const answer = await post(gateway, `${door}/v1/messages`, body, headers);
  await answer.text();
  assert.equal(answer.status, 200);
  return answer.headers.get("x-signalbox-model") ?? "";
}

test("a name with a date is its model, and a known name is kept unless routing is asked for", () =>
  withGateway({}, async (gateway) => {
    const messages = [say(HARD)];
    assert.equal(await ask(gateway, { messages, model: "claude-haiku-4-5-20251001" }), CLAUDES[0]);
    assert.equal(await ask(gateway, { messages, model: "claude-opus-5-5" }), "claude-opus-5-5");
    assert.match(await ask(gateway, { messages: [say(EASY)], model: "my-own-name" }), /haiku/);
    const headers = { "x-signalbox-auto": "claude-opus-5-5" };
    assert.match(await ask(gateway, { messages: [say(EASY)], model: "claude-opus-5-5", headers }), /haiku/);
    await withGateway({ flags: { route_named: true } }, async (routing) => {
      assert.match(await ask(routing, { messages: [say(EASY)], model: "claude-opus-5-5" }), /haiku/);
    });
  }));

test("a session that began hard comes down with an easy turn, and stays where words only point back", () =>
  withGateway({}, async (gateway) => {
    const headers = { "x-claude-code-session-id": "down" };
    const hard = await ask(gateway, { messages: [say(HARD)], headers });
    assert.doesNotMatch(hard, /haiku/);
    const go = await ask(gateway, { messages: [say(HARD), DONE, say("Do it.")], headers });
    assert.doesNotMatch(go, /haiku/);
    assert.match(await ask(gateway, { messages: [say(HARD), DONE, say(EASY)], headers }), /haiku/);
  }));

test("a fresh token of a plan changes nothing of a session, and a side call neither", () =>
  withGateway({}, async (gateway) => {
    const session = { "x-claude-code-session-id": "plan" };
    const bearer = (token: string): Record<string, string> => ({
      ...session,
      authorization: `Bearer ${token}`,
    });
    const stuck = [say(EASY), DONE, say("It still fails with the same error.")];
    const first = await ask(gateway, { messages: [say(EASY)], headers: bearer("sk-ant-oat01-one") });
    const lifted = await ask(gateway, { messages: stuck, headers: bearer("sk-ant-oat01-one") });
    assert.notEqual(lifted, first);
    const search = { tools: [{ type: "web_search_20250305", name: "web_search" }] };
    await ask(gateway, {
      messages: [say("Search for it.")],
      headers: bearer("sk-ant-oat01-one"),
      more: search,
    });
    const on = [...stuck, DONE, say("continue")];
    assert.equal(await ask(gateway, { messages: on, headers: bearer("sk-ant-oat01-two") }), lifted);
  }));

const failing = (count: number): string => `Tests: ${count} failed, 10 passed`;
const loop = (results: readonly string[]): object[] => [
  say(EASY),
  ...results.flatMap((content, index) => [
    {
      role: "assistant",
      content: [{ type: "tool_use", id: `edit_of_file_number_${index}`, name: "Edit", input: { index } }],
    },
    {
      role: "user",
      content: [{ type: "tool_result", tool_use_id: `edit_of_file_number_${index}`, content: "ok" }],
    },
    {
      role: "assistant",
      content: [
        {
          type: "tool_use",
          id: `test_of_file_number_${index}`,
          name: "Bash",
          input: { command: "npm test" },
        },
      ],
    },
    {
      role: "user",
      content: [{ type: "tool_result", tool_use_id: `test_of_file_number_${index}`, content }],
    },
  ]),
];

test("a run without a person is lifted while it fails, twice at most, and not while failures fall or all is green", () =>
  withGateway({}, async (gateway) => {
    const play = async (name: string, results: readonly string[], attended = false): Promise<string[]> => {
      const headers = { "x-claude-code-session-id": name };
      const door = attended ? "" : "/unattended";
      const models: string[] = [];
      for (let at = 0; at <= results.length; at += 1)
        models.push(await ask(gateway, { messages: loop(results.slice(0, at)), headers, door }));
      return models;
    };
    const red = await play("red", [3, 3, 3, 3, 3, 3].map(failing));
    assert.deepEqual([...new Set(red)], CLAUDES);
    const falling = await play("falling", [5, 3, 1].map(failing));
    assert.equal(new Set(falling).size, 1);
    const green = await play("green", ["13 passed", "13 passed", "13 passed", "13 passed"]);
    assert.equal(new Set(green).size, 1);
    const watched = await play("watched", [3, 3, 3, 3].map(failing), true);
    assert.equal(new Set(watched).size, 1, "a person decides at the next turn");
  }));

test("the gateway marks the cache of Claude over Chat where the client has not, and says so", () =>
  withGateway({ flags: { candidates: ["anthropic/claude-opus-4.8"] } }, async (gateway) => {
    const path = "/v1/chat/completions";
    const messages = [{ role: "system", content: "You are an agent." }, say(EASY), DONE, say("And this.")];
    const answer = await post(gateway, path, { model: "auto", messages });
    await answer.text();
    assert.equal(answer.headers.get("x-signalbox-added"), "cache_control");
    assert.match(gateway.entries.map(callLine).join(), /cache marked/);
    const text = JSON.stringify(gateway.provider.got.at(-1)?.body["messages"]);
    assert.equal(text.split('"cache_control":{"type":"ephemeral"}').length, 4);
    const own = {
      role: "system",
      content: [{ type: "text", text: "x", cache_control: { type: "ephemeral" } }],
    };
    const marked = await post(gateway, path, { model: "auto", messages: [own, ...messages.slice(1)] });
    await marked.text();
    assert.equal(marked.headers.get("x-signalbox-added"), null);
  }));

test("writes for an hour, searches, tiers and an aggregator's own bill are counted as they are billed", () =>
  withGateway({ flags: { candidates: ["anthropic/claude-opus-4-8", "openai/gpt-5.5"] } }, async (gateway) => {
    const usd = async (path: string, model: string, usage: object, members: object = {}): Promise<number> => {
      const answered = {
        type: "message",
        object: "chat.completion",
        model,
        content: [],
        choices: [],
        usage,
        ...members,
      };
      gateway.provider.script = (): Reply => ({ raw: JSON.stringify(answered), type: "application/json" });
      await (await post(gateway, path, { model, max_tokens: 9, messages: [say(EASY)] })).text();
      return Math.round((gateway.entries.at(-1)?.usd ?? Number.NaN) * 1e6) / 1e6;
    };
    const opus = "claude-opus-4-8";
    const hour = {
      input_tokens: 0,
      cache_creation_input_tokens: 100_000,
      output_tokens: 0,
      cache_creation: { ephemeral_1h_input_tokens: 100_000 },
    };
    assert.equal(await usd("/v1/messages", opus, hour), 1);
    const searches = { input_tokens: 1_000, output_tokens: 0, server_tool_use: { web_search_requests: 10 } };
    assert.equal(await usd("/v1/messages", opus, searches), 0.105);
    const chat = { prompt_tokens: 1_000, completion_tokens: 0 };
    const path = "/v1/chat/completions";
    const plain = await usd(path, "openai/gpt-5.5", chat);
    assert.equal(await usd(path, "openai/gpt-5.5", chat, { service_tier: "flex" }), plain / 2);
    assert.equal(await usd(path, "openai/gpt-5.5", { ...chat, cost: 0.5 }), 0.5);
  }));

test("an address is used as it is written, and a plan's token goes to the plan's", async () => {
  const probe = await openTestGateway();
  const { url } = probe.provider;
  const upstreams = {
    gemini: { base_url: `${url}/v1beta/openai`, protocols: ["chat" as const] },
    glm: { url: `${url}/api/coding/paas/v4`, protocols: ["chat" as const] },
    azure: { base_url: `${url}/openai?api-version=1`, protocols: ["chat" as const] },
    openai: {
      url,
      plan_base_url: `${url}/backend-api/codex`,
      protocols: ["responses" as const],
      client_key: true,
    },
  };
  const candidates = ["gemini/gemini-3-flash", "glm/glm-5", "azure/gpt-5.5", "openai/gpt-5.5"];
  const gateway = await openTestGateway({ flags: { upstreams, candidates } });
  try {
    for (const model of candidates.slice(0, 3))
      await (await post(gateway, "/v1/chat/completions", { model, messages: [say(EASY)] })).text();
    const plan = { authorization: "Bearer eyJ.plan.token", "chatgpt-account-id": "account" };
    await (await post(gateway, "/v1/responses", { model: "openai/gpt-5.5", input: EASY }, plan)).text();
    await (
      await post(
        gateway,
        "/v1/responses",
        { model: "openai/gpt-5.5", input: EASY },
        { authorization: "Bearer sk-key" },
      )
    ).text();
    assert.deepEqual(
      probe.provider.got.map(({ path }) => path),
      [
        "/v1beta/openai/chat/completions",
        "/api/coding/paas/v4/chat/completions",
        "/openai/chat/completions?api-version=1",
        "/backend-api/codex/responses",
        "/v1/responses",
      ],
    );
    assert.equal(probe.provider.got[3]?.headers.authorization, "Bearer eyJ.plan.token");
  } finally {
    await gateway.close();
    await probe.close();
  }
});
