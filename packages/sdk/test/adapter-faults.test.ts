// Things that no adapter may do whatever the service answers: call a model that the caller did not list, or leave a fault
// unhandled.
import assert from "node:assert/strict";
import { after, before, beforeEach, test, type TestContext } from "node:test";

import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { generateText } from "ai";
import OpenAI from "openai";

import { startFakeProvider, type FakeProvider } from "./support/fake-provider.ts";
import { signalbox } from "../src/ai-sdk/index.ts";
import { createSignalbox, SignalboxApiError } from "../src/index.ts";
import { signalboxChat, type RoutingOptions } from "../src/langchain/index.ts";
import { withSignalbox } from "../src/openai/index.ts";
import { OpenAIChatModel } from "./support/openai-chat-model.ts";
import { sendHalf, sendProblem, sendSelection, serve, unreachable, type Handler } from "./support/serve.ts";

const PROMPT = "What is the capital of Portugal?";
const NAMES = ["gpt-5.4-mini", "gpt-6-luna"];
const LISTED = new Set(NAMES);

let provider: FakeProvider;
before(async () => {
  provider = await startFakeProvider();
});
after(() => provider.close());
beforeEach(() => {
  provider.reset();
});

type Ask = (options: RoutingOptions) => Promise<string>;

/** One question through each adapter. */
const ADAPTERS: Readonly<Record<string, Ask>> = {
  "AI SDK": async (options) => {
    const openai = createOpenAICompatible({ name: "openai", baseURL: provider.url, apiKey: "provider-key" });
    const model = signalbox(
      NAMES.map((name) => openai(name)),
      options,
    );
    return (await generateText({ model, prompt: PROMPT, maxRetries: 0 })).text;
  },
  "OpenAI SDK": async (options) => {
    const models = Object.fromEntries(NAMES.map((name) => [`openai/${name}`, name]));
    const plain = new OpenAI({ baseURL: provider.url, apiKey: "provider-key", maxRetries: 0 });
    const { choices } = await withSignalbox(plain, { ...options, models }).chat.completions.create({
      model: "signalbox/auto",
      messages: [{ role: "user", content: PROMPT }],
    });
    return choices[0]?.message.content ?? "";
  },
  LangChain: async (options) => {
    const models = NAMES.map((name) => new OpenAIChatModel(provider.url, name));
    return (await signalboxChat(models, options).invoke(PROMPT)).text;
  },
};

const FAULTS: readonly (readonly [what: string, code: string, handler: Handler])[] = [
  [
    "a model that is not listed",
    "unlisted_label",
    (_, response) => sendSelection(response, ["openai/gpt-5.6-sol"]),
  ],
  [
    "half an answer",
    "network",
    (_, response) => sendHalf(response, '{"llm_label": "openai/gpt-5.4-mini", "session'),
  ],
  ["no JSON", "bad_response", (_, response) => void response.end("<html>")],
  ["an answer without a label", "bad_response", (_, response) => void response.end("{}")],
  ["an overload", "overloaded", (_, response) => sendProblem(response, { status: 503, code: "overloaded" })],
];

async function clientOf(context: TestContext, handler: Handler) {
  const { baseUrl } = await serve(context, handler);
  return createSignalbox({ baseUrl, apiKey: "sk_any", retries: 0 });
}

/** Errors of the OpenAI client carry the code that its caller would look for. */
const codeOf = (fault: unknown): unknown =>
  fault instanceof SignalboxApiError || fault instanceof OpenAI.APIError ? fault.code : undefined;

for (const [name, ask] of Object.entries(ADAPTERS)) {
  for (const [what, code, handler] of FAULTS)
    test(`${name}: ${what} from the service calls no model, and is the declared fallback's turn`, async (context) => {
      const client = await clientOf(context, handler);
      await assert.rejects(ask({ client }), (fault: unknown) => codeOf(fault) === code);
      assert.deepEqual(provider.models(), []);
      assert.equal(await ask({ client, fallback: "openai/gpt-6-luna" }), "Hello from gpt-6-luna.");
      assert.deepEqual(provider.models(), ["gpt-6-luna"]);
    });

  test(`${name}: of a ranking only what is listed is called, in its order`, async (context) => {
    provider.reset(() => ({ status: 500 }));
    const ranking = ["openai/gpt-6-luna", "openai/gpt-5.6-sol", "openai/gpt-5.4-mini"];
    const client = await clientOf(context, (_, response) => sendSelection(response, ranking));
    await assert.rejects(ask({ client }));
    assert.deepEqual(provider.models(), ["gpt-6-luna", "gpt-5.4-mini"]);
  });

  test(`${name}: a fallback that is not listed is refused before anything is called`, async () => {
    const client = createSignalbox({ baseUrl: await unreachable(), apiKey: "sk_any", retries: 0 });
    await assert.rejects(
      ask({ client, fallback: "openai/gpt-5.6-sol" }),
      (fault: unknown) => codeOf(fault) === "unlisted_label",
    );
    assert.deepEqual(provider.models(), []);
  });

  test(`${name}: a report that cannot be delivered harms no answer`, async (context) => {
    const client = await clientOf(context, ({ url }, response) => {
      if (url?.endsWith("/feedback") === true) response.destroy();
      else sendSelection(response, ["openai/gpt-5.4-mini"]);
    });
    assert.equal(await ask({ client }), "Hello from gpt-5.4-mini.");
    await client.flush();
    assert.ok(provider.models().every((model) => LISTED.has(model)));
  });
}

test("a provider that cannot be reached is a fault of the OpenAI client's own kind", async (context) => {
  const client = await clientOf(context, (_, response) => sendSelection(response, ["openai/gpt-5.4-mini"]));
  const plain = new OpenAI({ baseURL: await unreachable(), apiKey: "provider-key", maxRetries: 0 });
  const routed = withSignalbox(plain, { client, models: { "openai/gpt-5.4-mini": "gpt-5.4-mini" } });
  await assert.rejects(
    routed.chat.completions.create({
      model: "signalbox/auto",
      messages: [{ role: "user", content: PROMPT }],
    }),
    (fault: unknown) => fault instanceof OpenAI.APIConnectionError,
  );
});
