// The helper for the OpenAI SDK, with the real `openai` package, real sockets and a real service.
import assert from "node:assert/strict";
import { test } from "node:test";

import OpenAI from "openai";
import { zodResponseFormat, zodTextFormat } from "openai/helpers/zod";
import { z } from "zod";

import { answerOf, type ProviderRequest } from "./support/fake-provider.ts";
import { createSignalbox, StreamInterruptedError } from "../src/index.ts";
import {
  routingOf,
  withSignalbox,
  type AnswerMetadata,
  type OpenAIRoutingOptions,
} from "../src/openai/index.ts";
import { createAdapterWorld } from "./support/adapter-world.ts";

const AUTO = "signalbox/auto";
const MODELS = { "openai/gpt-5.4-mini": "gpt-5.4-mini", "openai/gpt-6-luna": "gpt-6-luna" };
const NAMES = new Set(Object.values(MODELS));
const PROMPT = "What is the capital of Portugal?";
const MESSAGES = [{ role: "user" as const, content: PROMPT }];

const world = createAdapterWorld();

const plainClient = () => new OpenAI({ apiKey: "provider-key", baseURL: world.provider.url, maxRetries: 0 });
const routedClient = (options: Partial<OpenAIRoutingOptions> = {}) =>
  withSignalbox(plainClient(), { client: world.client, models: MODELS, ...options });

function metadataOf(response: Response): AnswerMetadata {
  const metadata = routingOf(response);
  assert.ok(metadata !== undefined);
  return metadata;
}

const decisionOf = (sessionId: string | undefined) => world.decisions.get(sessionId ?? "");

test("a chat completion goes to the model that the service chose, and its headers say so", async () => {
  const { data, response } = await routedClient()
    .chat.completions.create({ model: AUTO, messages: MESSAGES })
    .withResponse();
  const { label, origin, ranking, failed, isDegraded, sessionId } = metadataOf(response);
  assert.deepEqual([`openai/${data.model}`, origin, failed, isDegraded], [label, "service", [], false]);
  assert.deepEqual(new Set(ranking), new Set(Object.keys(MODELS)));
  assert.equal(data.choices[0]?.message.content, answerOf(data.model));
  await world.client.flush();
  const decision = await decisionOf(sessionId);
  assert.equal(decision.label, label);
  assert.ok((decision.feedback[0]?.usage?.output_tokens ?? 0) > 0);
});

test("a stream arrives chunk by chunk, with its usage reported", async () => {
  const { data, response } = await routedClient()
    .chat.completions.create({
      model: AUTO,
      messages: MESSAGES,
      stream: true,
      stream_options: { include_usage: true },
    })
    .withResponse();
  const texts: string[] = [];
  for await (const chunk of data) texts.push(chunk.choices[0]?.delta.content ?? "");
  assert.equal(texts.join(""), answerOf(world.provider.models()[0] ?? ""));
  assert.ok(texts.length > 3);
  await world.client.flush();
  const { feedback } = await decisionOf(metadataOf(response).sessionId);
  assert.ok((feedback[0]?.usage?.output_tokens ?? 0) > 0);
});

test("responses are resolved too, whole and streamed", async () => {
  const openai = routedClient();
  const whole = await openai.responses.create({ model: AUTO, instructions: "Be brief.", input: PROMPT });
  assert.equal(whole.output_text, answerOf(world.provider.models()[0] ?? ""));
  const stream = await openai.responses.create({ model: AUTO, input: PROMPT, stream: true });
  let text = "";
  for await (const event of stream) if (event.type === "response.output_text.delta") text += event.delta;
  assert.equal(text, answerOf(world.provider.models()[1] ?? ""));
});

test("the helpers that parse and stream work as without", async () => {
  const city = { city: "Lisbon", inhabitants: 567_131 };
  const schema = z.object({ city: z.string(), inhabitants: z.number() });
  world.provider.reset(() => ({ text: JSON.stringify(city) }));
  const openai = routedClient();
  const parsed = await openai.chat.completions.parse({
    model: AUTO,
    messages: MESSAGES,
    response_format: zodResponseFormat(schema, "city"),
  });
  assert.deepEqual(parsed.choices[0]?.message.parsed, city);
  const answer = await openai.responses.parse({
    model: AUTO,
    input: PROMPT,
    text: { format: zodTextFormat(schema, "city") },
  });
  assert.deepEqual(answer.output_parsed, city);
  world.provider.reset();
  const content = await openai.chat.completions.stream({ model: AUTO, messages: MESSAGES }).finalContent();
  assert.equal(content, answerOf(world.provider.models()[0] ?? ""));
});

const TOOL = {
  type: "function" as const,
  function: {
    name: "weather",
    description: "The weather in a city.",
    parameters: { type: "object", properties: { city: { type: "string" } } },
    function: ({ city }: { readonly city: string }) => `It is sunny in ${city}.`,
    parse: JSON.parse,
  },
};

/** Asks for the tool first and answers once it has its result. */
const withTool = ({ body, model }: ProviderRequest) =>
  JSON.stringify(body).includes('"tool"') || JSON.stringify(body).includes("function_call_output")
    ? { text: answerOf(model) }
    : { toolCalls: [{ name: "weather", arguments: { city: "Lisbon" } }] };

async function chainsOf(count: number): Promise<readonly number[]> {
  const { data } = await world.decisions.list({ limit: count });
  return data.map(({ turn }) => turn);
}

test("a loop of tools keeps its session: run by the client, streamed, and as responses", async () => {
  const openai = routedClient();
  world.provider.reset(withTool);
  const run = openai.chat.completions.runTools({ model: AUTO, messages: MESSAGES, tools: [TOOL] });
  assert.match((await run.finalContent()) ?? "", /^Hello from/);
  assert.deepEqual(await chainsOf(2), [2, 1]);
  const streamed = openai.chat.completions.runTools({
    model: AUTO,
    messages: MESSAGES,
    tools: [TOOL],
    stream: true,
  });
  assert.match((await streamed.finalContent()) ?? "", /^Hello from/);
  assert.deepEqual(await chainsOf(2), [2, 1]);
  const first = await openai.responses.create({ model: AUTO, input: PROMPT });
  await openai.responses.create({ model: AUTO, input: "And of Spain?", previous_response_id: first.id });
  assert.deepEqual(await chainsOf(2), [2, 1]);
});

test("headers of a request wish for it alone and go no further; everything else passes through", async () => {
  const { data, response } = await routedClient({ tradeoff: "latency" })
    .chat.completions.create(
      { model: AUTO, messages: MESSAGES, temperature: 0.25, seed: 7 },
      { headers: { "x-signalbox-tradeoff": "cost", "x-signalbox-max-model-depth": "2", "x-trace": "abc" } },
    )
    .withResponse();
  const { sessionId: session = "" } = metadataOf(response);
  assert.equal((await decisionOf(session)).explanation.objective.kind, "cost");
  const [sent] = world.provider.requests;
  assert.deepEqual([sent?.body["temperature"], sent?.body["seed"], sent?.model], [0.25, 7, data.model]);
  assert.equal(sent?.headers["x-trace"], "abc");
  assert.ok(Object.keys(sent?.headers ?? {}).every((name) => !name.startsWith("x-signalbox")));
  const linked = await routedClient()
    .chat.completions.create(
      { model: AUTO, messages: MESSAGES },
      { headers: { "x-signalbox-previous-session": session } },
    )
    .withResponse();
  assert.equal((await decisionOf(metadataOf(linked.response).sessionId)).turn, 2);
});

test("other models and other calls are none of ours, and the client that was given stays as it was", async () => {
  const openai = plainClient();
  const routed = withSignalbox(openai, { client: world.client, models: MODELS });
  const { data, response } = await routed.chat.completions
    .create({ model: "gpt-5.6-sol", messages: MESSAGES })
    .withResponse();
  assert.deepEqual([data.model, routingOf(response)], ["gpt-5.6-sol", undefined]);
  const listed = await routed.models.list();
  assert.equal(listed.data.length, 2);
  await openai.chat.completions.create({ model: AUTO, messages: MESSAGES });
  assert.deepEqual(world.provider.models(), ["gpt-5.6-sol", AUTO]);
});

test("while models fail the next one of the ranking takes over, whole and streamed", async () => {
  for (const fault of [{ status: 500 }, { status: 404 }, { text: "Half an answer.", cutAfter: 0 }])
    for (const stream of [false, true]) {
      let count = 0;
      world.provider.reset(({ model }) => ((count += 1) === 1 ? fault : { text: answerOf(model) }));
      const { response } = await routedClient()
        .chat.completions.create({ model: AUTO, messages: MESSAGES, stream })
        .withResponse();
      assert.deepEqual(new Set(world.provider.models()), NAMES, JSON.stringify({ fault, stream }));
      assert.equal(metadataOf(response).failed.length, 1);
      await response.body?.cancel().catch(() => undefined);
    }
});

test("a model that hangs is given up after the limit", async () => {
  let count = 0;
  world.provider.reset(({ model }) => ((count += 1) === 1 ? { hang: true } : { text: answerOf(model) }));
  const completion = await routedClient({ callTimeoutMs: 200 }).chat.completions.create({
    model: AUTO,
    messages: MESSAGES,
  });
  assert.equal(completion.model, world.provider.models()[1]);
});

test("a stream that is cut in the middle is a typed error with what was got, and is not begun again", async () => {
  world.provider.reset(() => ({ text: "one two three four five", cutAfter: 3 }));
  const stream = await routedClient().chat.completions.create({
    model: AUTO,
    messages: MESSAGES,
    stream: true,
  });
  let text = "";
  await assert.rejects(
    async () => {
      for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? "";
    },
    (fault: unknown) => fault instanceof StreamInterruptedError,
  );
  assert.equal(text, "one two three ");
  assert.equal(world.provider.models().length, 1);
});

test("when every model refuses the client raises the last refusal as its own error", async () => {
  world.provider.reset(() => ({ status: 429, message: "Slow down.", headers: { "retry-after": "0" } }));
  await assert.rejects(
    routedClient().chat.completions.create({ model: AUTO, messages: MESSAGES }),
    (fault: unknown) => fault instanceof OpenAI.RateLimitError && fault.message.includes("Slow down."),
  );
  assert.equal(world.provider.models().length, 2);
});

test("the caller's abort is the client's own", async () => {
  const controller = new AbortController();
  world.provider.reset(() => {
    controller.abort();
    return { hang: true };
  });
  const call = routedClient().chat.completions.create(
    { model: AUTO, messages: MESSAGES },
    { signal: controller.signal },
  );
  await assert.rejects(call, (fault: unknown) => fault instanceof OpenAI.APIUserAbortError);
  assert.equal(world.provider.models().length, 1);
});

test("a bad key is an error of the client, once; an unreachable service is answered by the declared fallback", async () => {
  const refused = createSignalbox({ baseUrl: world.service.url, apiKey: "sk_nobody" });
  const openai = routedClient({ client: refused, fallback: "openai/gpt-5.4-mini" }).withOptions({
    maxRetries: 2,
  });
  await assert.rejects(
    openai.chat.completions.create({ model: AUTO, messages: MESSAGES }),
    (fault: unknown) => {
      assert.ok(fault instanceof OpenAI.APIError);
      assert.deepEqual([fault.status, fault.type], [401, "signalbox_error"]);
      return fault.message.includes("Signalbox");
    },
  );
  assert.equal(world.provider.models().length, 0);
  const gone = createSignalbox({ baseUrl: "http://127.0.0.1:9", apiKey: "sk_any", retries: 0 });
  const { response } = await routedClient({ client: gone, fallback: "openai/gpt-6-luna" })
    .chat.completions.create({ model: AUTO, messages: MESSAGES })
    .withResponse();
  assert.deepEqual(world.provider.models(), ["gpt-6-luna"]);
  assert.equal(metadataOf(response).origin, "default");
  await assert.rejects(
    routedClient({ client: gone }).chat.completions.create({ model: AUTO, messages: MESSAGES }),
    (fault: unknown) => fault instanceof OpenAI.APIError && fault.status === 503 && fault.code === "network",
  );
});

test("a client of an address that serves its models under other names, with another automatic name", async () => {
  const models = {
    "openai/gpt-5.4-mini": { servedAs: "deployment-large", price: 5, latency: 3 },
    "häuslich / 家": { model: "own/tuned-7b", servedAs: "deployment-small", price: 0.1 },
  };
  const routed = routedClient({ models, autoModel: "auto" });
  const { data, response } = await routed.chat.completions
    .create({ model: "auto", messages: MESSAGES })
    .withResponse();
  assert.ok(["deployment-large", "deployment-small"].includes(data.model));
  assert.deepEqual(new Set(metadataOf(response).ranking), new Set(Object.keys(models)));
  assert.throws(() => routedClient({ models: {} }), /no models/);
});
