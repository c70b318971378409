// The chat model of LangChain, with the real `@langchain/core`, real sockets and a real service.
import assert from "node:assert/strict";
import { test } from "node:test";

import { AIMessage, HumanMessage, ToolMessage, type BaseMessage } from "@langchain/core/messages";
import { StringOutputParser } from "@langchain/core/output_parsers";
import { ChatPromptTemplate } from "@langchain/core/prompts";
import { tool } from "@langchain/core/tools";
import OpenAI from "openai";
import { z } from "zod";

import { answerOf, type ProviderRequest } from "./support/fake-provider.ts";
import { createSignalbox, ModelCallError, SignalboxApiError, StreamInterruptedError } from "../src/index.ts";
import {
  routingOf,
  signalboxChat,
  type AnswerMetadata,
  type RoutingOptions,
} from "../src/langchain/index.ts";
import { OpenAIChatModel } from "./support/openai-chat-model.ts";
import { createAdapterWorld } from "./support/adapter-world.ts";

const PROMPT = "What is the capital of Portugal?";
const NAMES = ["gpt-5.4-mini", "gpt-6-luna"];

const world = createAdapterWorld();

const members = () => NAMES.map((name) => new OpenAIChatModel(world.provider.url, name));
const chat = (options: Partial<RoutingOptions> = {}) =>
  signalboxChat(members(), { client: world.client, ...options });
function metadataOf(message: BaseMessage): AnswerMetadata {
  const metadata = routingOf(message);
  assert.ok(metadata !== undefined);
  return metadata;
}

const decisionOf = (sessionId: string | undefined) => world.decisions.get(sessionId ?? "");

test("an answer comes from the model that the service chose, and says so", async () => {
  const message = await chat().invoke(PROMPT);
  const { label, origin, ranking, sessionId } = metadataOf(message);
  assert.deepEqual([`openai/${world.provider.models()[0]}`, origin], [label, "service"]);
  assert.deepEqual(new Set(ranking), new Set(NAMES.map((name) => `openai/${name}`)));
  assert.equal(message.text, answerOf(world.provider.models()[0] ?? ""));
  await world.client.flush();
  const decision = await decisionOf(sessionId);
  assert.equal(decision.label, label);
  assert.ok((decision.feedback[0]?.usage?.output_tokens ?? 0) > 0);
});

test("it stands in a chain as a chat model does: invoked, streamed, in batches, observed", async () => {
  const prompt = ChatPromptTemplate.fromMessages([
    ["system", "Be brief."],
    ["human", "{question}"],
  ]);
  const chain = prompt.pipe(chat()).pipe(new StringOutputParser());
  const question = { question: PROMPT };
  assert.match(await chain.invoke(question), /^Hello from gpt-/);
  const pieces: string[] = [];
  for await (const piece of await chain.stream(question)) pieces.push(piece);
  assert.ok(pieces.length > 2);
  assert.equal(pieces.join(""), answerOf(world.provider.models()[1] ?? ""));
  const batch = await chain.batch([question, question, question]);
  assert.equal(batch.length, 3);
  const tokens: string[] = [];
  const callbacks = [{ handleLLMNewToken: (token: string) => void tokens.push(token) }];
  for await (const _piece of await chain.stream(question, { callbacks }));
  assert.equal(tokens.join(""), answerOf(world.provider.models().at(-1) ?? ""));
});

const weather = tool(({ city }: { readonly city: string }) => `It is sunny in ${city}.`, {
  name: "weather",
  description: "The weather in a city.",
  schema: z.object({ city: z.string() }),
});

/** Asks for the tool first and answers once it has its result. */
const withTool = ({ body, model }: ProviderRequest) =>
  JSON.stringify(body["messages"]).includes('"role":"tool"')
    ? { text: answerOf(model) }
    : { toolCalls: [{ name: "weather", arguments: { city: "Lisbon" } }] };

async function readAll<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const chunk of stream) all.push(chunk);
  return all;
}

test("tools are bound in the chosen provider's form, and a loop of them keeps its session", async () => {
  world.provider.reset(withTool);
  const bound = chat().bindTools([weather]);
  for (const isStreamed of [false, true]) {
    const messages: BaseMessage[] = [new HumanMessage(PROMPT)];
    const ask = async () => {
      if (!isStreamed) return bound.invoke(messages);
      const chunks = await readAll(await bound.stream(messages));
      return chunks.reduce((whole, chunk) => whole.concat(chunk));
    };
    const first = await ask();
    const [call] = first.tool_calls ?? [];
    assert.deepEqual([call?.name, call?.args], ["weather", { city: "Lisbon" }]);
    const content = await weather.invoke({ city: "Lisbon" });
    messages.push(first, new ToolMessage({ content, tool_call_id: call?.id ?? "" }));
    const second = await ask();
    assert.match(second.text, /^Hello from/);
    const decision = await decisionOf(metadataOf(second).sessionId);
    assert.deepEqual([decision.previous_session, decision.turn], [metadataOf(first).sessionId, 2]);
  }
  assert.ok(Array.isArray(world.provider.requests[0]?.body["tools"]));
});

test("structured output fits its schema; an answer that does not counts as a failure, and the next model is asked", async () => {
  const city = { city: "Lisbon", inhabitants: 567_131 };
  const schema = z.object({ city: z.string(), inhabitants: z.number() });
  const named = (asked: ProviderRequest): string =>
    (asked.body["tools"] as readonly { function: { name: string } }[])[0]?.function.name ?? "";
  world.provider.reset((asked) => ({ toolCalls: [{ name: named(asked), arguments: city }] }));
  const structured = chat().withStructuredOutput(schema);
  assert.deepEqual(await structured.invoke(PROMPT), city);
  const raw = await chat().withStructuredOutput(schema, { includeRaw: true }).invoke(PROMPT);
  assert.deepEqual(raw.parsed, city);
  assert.equal(metadataOf(raw.raw).origin, "service");
  let count = 0;
  world.provider.reset((asked) =>
    (count += 1) === 1
      ? { text: "I would rather talk." }
      : { toolCalls: [{ name: named(asked), arguments: city }] },
  );
  assert.deepEqual(await structured.invoke(PROMPT), city);
  assert.deepEqual(new Set(world.provider.models()), new Set(NAMES));
});

test("wishes hold for the model and for one call; other options pass through", async () => {
  const message = await chat({ tradeoff: "latency" }).invoke(PROMPT, { signalbox: { tradeoff: "cost" } });
  const decision = await decisionOf(metadataOf(message).sessionId);
  assert.equal(decision.explanation.objective.kind, "cost");
  const warm = { temperature: 0.25 } as Record<string, unknown>;
  await chat().invoke(PROMPT, warm);
  assert.equal(world.provider.requests[1]?.body["temperature"], 0.25);
});

test("while models fail the next one of the ranking takes over, whole and streamed", async () => {
  for (const fault of [{ status: 500 }, { status: 404 }, { text: "Half an answer.", cutAfter: 0 }]) {
    let count = 0;
    const failOnce = ({ model }: ProviderRequest) => ((count += 1) === 1 ? fault : { text: answerOf(model) });
    world.provider.reset(failOnce);
    assert.equal(metadataOf(await chat().invoke(PROMPT)).failed.length, 1);
    count = 0;
    world.provider.reset(failOnce);
    const chunks = await readAll(await chat().stream(PROMPT));
    assert.equal(chunks.map(({ text }) => text).join(""), answerOf(world.provider.models()[1] ?? ""));
  }
});

test("a model that hangs is given up after the limit; a stream cut in the middle is a typed error", async () => {
  let count = 0;
  world.provider.reset(({ model }) => ((count += 1) === 1 ? { hang: true } : { text: answerOf(model) }));
  assert.equal(metadataOf(await chat({ callTimeoutMs: 200 }).invoke(PROMPT)).failed.length, 1);
  world.provider.reset(() => ({ text: "one two three four five", cutAfter: 3 }));
  const got: string[] = [];
  await assert.rejects(async () => {
    for await (const { text } of await chat().stream(PROMPT)) got.push(text);
  }, StreamInterruptedError);
  assert.deepEqual([got.join(""), world.provider.models().length], ["one two three ", 1]);
});

test("when every model fails the error tells of all; a single one leaves its own", async () => {
  world.provider.reset(() => ({ status: 400, message: "No." }));
  await assert.rejects(chat().invoke(PROMPT), ModelCallError);
  const single = signalboxChat(members().slice(0, 1), { client: world.client });
  await assert.rejects(single.invoke(PROMPT), OpenAI.BadRequestError);
});

test("the caller's abort ends the call immediately", async () => {
  const controller = new AbortController();
  world.provider.reset(() => {
    controller.abort();
    return { hang: true };
  });
  await assert.rejects(chat().invoke(PROMPT, { signal: controller.signal }), /abort/i);
  assert.equal(world.provider.models().length, 1);
});

test("a bad key is the service's own error; an unreachable service is answered by the declared fallback", async () => {
  const refused = createSignalbox({ baseUrl: world.service.url, apiKey: "sk_nobody" });
  await assert.rejects(
    chat({ client: refused, fallback: "openai/gpt-5.4-mini" }).invoke(PROMPT),
    (fault: unknown) => fault instanceof SignalboxApiError && fault.status === 401,
  );
  assert.equal(world.provider.models().length, 0);
  const gone = createSignalbox({ baseUrl: "http://127.0.0.1:9", apiKey: "sk_any", retries: 0 });
  const message = await chat({ client: gone, fallback: "openai/gpt-6-luna" }).invoke(PROMPT);
  assert.deepEqual([metadataOf(message).origin, world.provider.models()], ["default", ["gpt-6-luna"]]);
  await assert.rejects(chat({ client: gone }).invoke(PROMPT), { code: "network" });
});

test("lists that cannot be chosen from are refused when the model is made; a name makes up for what is not reported", () => {
  const [first] = members();
  assert.ok(first !== undefined);
  assert.throws(() => signalboxChat([], { client: world.client }), /no models/);
  assert.throws(
    () => signalboxChat([first, first], { client: world.client }),
    /label "openai\/gpt-5.4-mini"/,
  );
  const silent = Object.create(first, {
    getLsParams: { value: () => ({ ls_model_type: "chat" }) },
  }) as OpenAIChatModel;
  assert.throws(() => signalboxChat([silent], { client: world.client }), /does not tell which model/);
  assert.ok(signalboxChat([first, { chatModel: silent, name: "own/tuned" }], { client: world.client }));
});

test("images are reported by their kind alone", async () => {
  const content = [
    { type: "text", text: PROMPT },
    { type: "image_url", image_url: { url: "data:image/png;base64,QUJDRA==" } },
  ];
  const message = await chat().invoke([new HumanMessage({ content }), new AIMessage("A cat."), PROMPT]);
  assert.equal(metadataOf(message).origin, "service");
});
