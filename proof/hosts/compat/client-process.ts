// Runs in a process of its own: makes every call that one release of the npm client `notdiamond` offers, at each address
// that is asked for, and sends what came back to the parent. Arguments: the package, then the addresses. The client finds
// its key and address in the environment, as it does at its user's.
import assert from "node:assert/strict";

import {
  isCalling,
  type CalledReport,
  type CallingClient,
  type ClientReport,
  type Created,
  type NotDiamondModule,
  type SelectOptions,
  type Streamed,
} from "./not-diamond-client.ts";

const [packageName = "", ...addresses] = process.argv.slice(2);
const { NotDiamond } = (await import(packageName)) as NotDiamondModule;
/** Arguments between the options and the callback: none in 0.3.10, one from 1.0. */
const beforeCallback = packageName.startsWith("notdiamond-0.") ? [] : [{}];

const PLAIN: SelectOptions = {
  messages: [
    { role: "system", content: "You answer briefly." },
    { role: "user", content: "What is the capital of Portugal?" },
  ],
  llmProviders: [
    { provider: "openai", model: "gpt-4o" },
    { provider: "openai", model: "gpt-4o-mini" },
  ],
};

const WEATHER_TOOL = {
  type: "function",
  function: {
    name: "get_weather",
    description: "The weather in a city.",
    parameters: { type: "object", properties: { city: { type: "string" } } },
  },
};

function fullOptions(previousSession: string, preferenceId: string | undefined): SelectOptions {
  return {
    ...PLAIN,
    llmProviders: [
      { provider: "openai", model: "gpt-4o", inputPrice: 2.5, outputPrice: 10, latency: 4 },
      {
        provider: "own",
        model: "tuned-7b",
        isCustom: true,
        contextLength: 8192,
        inputPrice: 0,
        latency: 1.5,
      },
    ],
    tradeoff: "cost",
    maxModelDepth: 2,
    tools: [WEATHER_TOOL],
    hashContent: true,
    timeout: 3,
    default: "openai/gpt-4o",
    previousSession,
    ...(preferenceId === undefined ? {} : { preferenceId }),
  };
}

type Callback<T> = (fault: unknown, value: T) => void;

function byCallback<T>(call: (callback: Callback<T>) => unknown): Promise<T> {
  return new Promise((resolve, reject) => {
    call((fault, value) => {
      if (fault === null || fault === undefined) resolve(value);
      else reject(fault);
    });
  });
}

async function readStream(streamed: Streamed | undefined): Promise<{ model: string; text: string }> {
  assert.ok(streamed !== undefined);
  const pieces: string[] = [];
  for await (const piece of streamed.stream) pieces.push(piece);
  return { model: streamed.provider.model, text: pieces.join("") };
}

/** That callback is called for each chunk and never for the end: a full stop ends the answer of the provider here. */
function readStreamByCallback(client: CallingClient): Promise<{ model: string; text: string }> {
  let text = "";
  return byCallback((done) => {
    const onChunk: Callback<{ provider: { model: string }; chunk: string }> = (fault, value) => {
      if (fault !== null) return done(fault, { model: "", text });
      text += value.chunk;
      return text.endsWith(".") ? done(null, { model: value.provider.model, text }) : undefined;
    };
    return client.stream(PLAIN, ...beforeCallback, onChunk);
  });
}

async function callModels(client: CallingClient): Promise<CalledReport> {
  const { z } = (await import("zod")) as typeof import("zod");
  const responseModel = z.object({ city: z.string(), inhabitants: z.number() });
  return {
    created: await client.acreate(PLAIN),
    createdByCallback: await byCallback<Created>((done) => client.create(PLAIN, ...beforeCallback, done)),
    createdByPromise: await client.create({ ...PLAIN, tradeoff: "latency" }),
    structured: await client.acreate({ ...PLAIN, responseModel }),
    streamed: await readStream(await client.stream(PLAIN)),
    streamedDirectly: await readStream(await client.astream(PLAIN)),
    streamedByCallback: await readStreamByCallback(client),
  };
}

async function report(address: string): Promise<ClientReport> {
  process.env["NOTDIAMOND_API_URL"] = address;
  const client = new NotDiamond();
  const plain = await client.modelSelect(PLAIN);
  const preferenceId = isCalling(client) ? await client.createPreferenceId() : undefined;
  const [provider] = plain.providers ?? [];
  assert.ok(provider !== undefined && plain.session_id !== undefined, JSON.stringify(plain));
  const unknown = fullOptions("00000000-0000-4000-8000-000000000000", undefined);
  return {
    address,
    preferenceId,
    plain,
    full: await client.modelSelect(fullOptions(plain.session_id, preferenceId)),
    feedback: await client.feedback({ sessionId: plain.session_id, feedback: { accuracy: 1 }, provider }),
    unknownSession: await client.modelSelect(unknown),
    badKey: await new NotDiamond({ apiKey: "sk_nobody" }).modelSelect(PLAIN),
    called: isCalling(client) ? await callModels(client) : undefined,
  };
}

const reports: ClientReport[] = [];
for (const address of addresses) reports.push(await report(address));
process.send?.(reports);
