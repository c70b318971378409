// A mistake in how a client is set up is reported when it is made: later it would pass for an outage.
import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";

import OpenAI from "openai";

import { signalbox } from "../src/ai-sdk/index.ts";
import { createSignalbox, SignalboxApiError } from "../src/index.ts";
import type { SignalboxOptions } from "../src/index.ts";
import { signalboxChat } from "../src/langchain/index.ts";
import { withSignalbox, type OpenAIRoutingOptions } from "../src/openai/index.ts";
import { failureOf } from "./support/adapter-world.ts";
import { OpenAIChatModel } from "./support/openai-chat-model.ts";
import { sendSelection, serve } from "./support/serve.ts";

const BASE_URL = "http://127.0.0.1:9";
const SECRET = "a-password";

const faultOf = (work: () => unknown): Promise<SignalboxApiError> =>
  failureOf(
    SignalboxApiError,
    Promise.resolve().then(() => work()),
  );

const NO_ADDRESSES: readonly unknown[] = [
  undefined,
  "",
  "/signalbox",
  "127.0.0.1:8787",
  "localhost:8787",
  "ftp://127.0.0.1",
  `http://user:${SECRET}@127.0.0.1:9`,
  "http://127.0.0.1:9/?a=b",
  "http://127.0.0.1:9/#top",
  new URL(BASE_URL),
];

test("an address that is invalid is refused, without showing what may be a password", async () => {
  for (const baseUrl of NO_ADDRESSES) {
    const options = { baseUrl, fallback: "openai/gpt-5.4-mini" } as SignalboxOptions;
    const fault = await faultOf(() => createSignalbox(options));
    assert.equal(fault.code, "bad_request", String(baseUrl));
    assert.match(fault.detail, /`baseUrl`/);
    assert.equal(inspect(fault, { depth: 9, showHidden: true }).includes(SECRET), false);
  }
});

test("on a page an address may be a path on its server", async (context) => {
  const { baseUrl, seen } = await serve(context, (_request, response) =>
    sendSelection(response, ["own/model"]),
  );
  Object.defineProperty(globalThis, "location", { value: { href: `${baseUrl}/chat` }, configurable: true });
  context.after(() => Reflect.deleteProperty(globalThis, "location"));
  const asked: string[] = [];
  const client = createSignalbox({
    baseUrl: "/backend",
    fetch: (address, init) => {
      asked.push(address as string);
      return fetch(`${baseUrl}${address as string}`, init);
    },
  });
  await client.select({ messages: "Hi", llm_providers: ["own/model"] });
  assert.deepEqual([asked, seen.length], [["/backend/api/v1/model-select"], 1]);
});

test("an address may have a path, with or without that of the interface, and slashes after it", async (context) => {
  const { baseUrl, seen } = await serve(context, (_request, response) =>
    sendSelection(response, ["own/model"]),
  );
  for (const path of ["", "/", "/api/v1", "/api/v1/"]) {
    await createSignalbox({ baseUrl: baseUrl + path }).select({
      messages: "Hi",
      llm_providers: ["own/model"],
    });
    assert.equal(seen.at(-1)?.url, "/api/v1/model-select");
  }
});

test("what cannot do without options says what is missing", async () => {
  const bare = createSignalbox as () => unknown;
  assert.match((await faultOf(() => bare())).detail, /`baseUrl`/);
  const openai = new OpenAI({ apiKey: "any" });
  const ways = [
    () => withSignalbox(openai, { models: { a: "a" } } as unknown as OpenAIRoutingOptions),
    () => (signalbox as (models: readonly object[]) => unknown)([{ provider: "own", modelId: "model" }]),
    () =>
      (signalboxChat as (models: readonly object[]) => unknown)([
        new OpenAIChatModel(BASE_URL, "gpt-5.4-mini"),
      ]),
  ];
  for (const way of ways) assert.match((await faultOf(way)).detail, /`client`/);
});

test("a fallback that is neither a label nor a router is reported while the service still answers", async (context) => {
  const { baseUrl, seen } = await serve(context, (_request, response) =>
    sendSelection(response, ["own/model"]),
  );
  for (const strange of [{}, 7, null]) {
    const fallback = strange as unknown as string;
    const request = { messages: "Hi", llm_providers: ["own/model"] };
    const fault = await faultOf(() => createSignalbox({ baseUrl, fallback }).select(request));
    assert.equal(fault.code, "bad_request");
    assert.match(fault.detail, /fallback/);
  }
  assert.equal(seen.length, 0);
});

const NO_LIMITS: readonly Partial<SignalboxOptions>[] = [
  { timeoutMs: Number.NaN },
  { timeoutMs: -1 },
  { deadlineMs: Number.NaN },
  { retries: -1 },
  { attemptsMax: 0 },
  { callTimeoutMs: Number.NaN },
  { chunkTimeoutMs: "20" as unknown as number },
  { reportsPendingMax: Number.NaN },
];

test("a limit that is no number is refused: for the client, for one call, and for an adapter", async (context) => {
  const { baseUrl, seen } = await serve(context, (_request, response) =>
    sendSelection(response, ["own/model"]),
  );
  const client = createSignalbox({ baseUrl });
  const request = { messages: "Hi", llm_providers: ["own/model"] };
  const unlimited = { timeoutMs: Infinity, deadlineMs: Infinity, retries: 0, callTimeoutMs: Infinity };
  await createSignalbox({ baseUrl, ...unlimited }).select(request);
  const before = seen.length;
  for (const limits of NO_LIMITS) {
    const [name = ""] = Object.keys(limits);
    const ways = [
      () => createSignalbox({ baseUrl: BASE_URL, ...limits }),
      () => client.chat(request, () => "never", limits),
      () => withSignalbox(new OpenAI({ apiKey: "any" }), { client, models: { a: "a" }, ...limits }),
    ];
    for (const way of ways) {
      const fault = await faultOf(way);
      assert.equal(fault.code, "bad_request", name);
      assert.ok(fault.detail.startsWith(`\`${name}\``), fault.detail);
    }
  }
  assert.equal(seen.length, before);
});

test("what may be left out may be undefined, and is not sent then", async (context) => {
  const { baseUrl, seen } = await serve(context, (_request, response) =>
    sendSelection(response, ["own/model"]),
  );
  const client = createSignalbox({ baseUrl, apiKey: undefined });
  const candidate = { provider: "own", model: "model", price: undefined };
  const request = { messages: "Hi", llm_providers: [candidate], tradeoff: undefined };
  const first = await client.select({ ...request, previous_session: undefined });
  await client.select({ ...request, previous_session: first.session_id });
  const bodies = seen.map(({ body }) => Object.keys(JSON.parse(body) as object));
  assert.deepEqual(bodies, [
    ["messages", "llm_providers", "include"],
    ["messages", "previous_session", "llm_providers", "include"],
  ]);

  const asked: object[] = [];
  const select = (local: object) => {
    asked.push(local);
    return { llm_label: "own/model" };
  };
  const alone = createSignalbox({ baseUrl: BASE_URL, retries: 0, fallback: { select } });
  await alone.select({ ...request, previous_session: undefined });
  assert.deepEqual(asked.map(Object.keys), [["messages", "llm_providers", "include"]]);
});
