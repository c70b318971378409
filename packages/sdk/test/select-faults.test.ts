// Answers of select when the service does not: over real sockets, one fault after the other.
import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { test } from "node:test";

import { createSignalbox, SignalboxApiError } from "../src/index.ts";
import type { SelectRequestWire, SignalboxOptions } from "../src/index.ts";
import { failureOf } from "./support/adapter-world.ts";
import { sendHalf, sendProblem, sendSelection, serve, unreachable } from "./support/serve.ts";

const BIG = { provider: "openai", model: "gpt-5.4-mini" };
const SMALL = { name: "small", model: "openai/gpt-6-luna" };
const REQUEST = { messages: "What is 12 times 12?", llm_providers: [BIG, SMALL, "own/model"] };
const LABELS = ["openai/gpt-5.4-mini", "small", "own/model"];
const HALF = JSON.stringify({ llm_label: "small", providers: [], session_id: "018f" });

const clientOf = (baseUrl: string, options: Partial<SignalboxOptions> = {}) =>
  createSignalbox({ baseUrl, apiKey: "sk_test", wait: () => Promise.resolve(), ...options });

const faultOf = (work: Promise<unknown>): Promise<SignalboxApiError> => failureOf(SignalboxApiError, work);

interface Outage {
  readonly name: string;
  readonly code: string;
  readonly answer: (response: ServerResponse) => void;
  readonly options?: Partial<SignalboxOptions>;
}

const OUTAGES: readonly Outage[] = [
  { name: "an answer cut off", code: "network", answer: (response) => sendHalf(response, HALF) },
  { name: "half a document", code: "bad_response", answer: (response) => response.end(HALF.slice(0, 20)) },
  { name: "a document without a label", code: "bad_response", answer: (response) => response.end("{}") },
  { name: "nothing at all", code: "bad_response", answer: (response) => response.end() },
  { name: "a broken connection", code: "network", answer: (response) => response.destroy() },
  {
    name: "silence",
    code: "timeout",
    answer: () => undefined,
    options: { timeoutMs: 30, deadlineMs: 60 },
  },
  {
    name: "silence after the headers",
    code: "timeout",
    answer: (response) => response.writeHead(200).write("{"),
    options: { timeoutMs: 30, deadlineMs: 60 },
  },
  {
    name: "an internal error",
    code: "internal",
    answer: (r) => sendProblem(r, { status: 500, code: "internal" }),
  },
  {
    name: "an overload",
    code: "overloaded",
    answer: (r) => sendProblem(r, { status: 503, code: "overloaded" }),
  },
  {
    name: "a rate limit",
    code: "rate_limited",
    answer: (r) => sendProblem(r, { status: 429, code: "rate_limited" }),
  },
  { name: "a proxy's page", code: "bad_response", answer: (r) => r.writeHead(502).end("<html></html>") },
  {
    name: "a model not listed",
    code: "unlisted_label",
    answer: (r) => sendSelection(r, ["openai/gpt-5.6-sol", "small"]),
  },
];

for (const { name, code, answer, options } of OUTAGES) {
  test(`${name}: a typed error, or the declared default, marked as such`, async (context) => {
    const { baseUrl } = await serve(context, (_request, response) => answer(response));
    assert.equal((await faultOf(clientOf(baseUrl, options).select(REQUEST))).code, code);
    const selection = await clientOf(baseUrl, { ...options, fallback: "small" }).select(REQUEST);
    assert.equal(selection.origin, "default");
    assert.equal(selection.fault?.code, code);
    assert.equal(selection.candidate, SMALL);
    assert.deepEqual(selection.ranking, ["small", "openai/gpt-5.4-mini", "own/model"]);
    assert.deepEqual([selection.session_id, selection.isDegraded], [undefined, true]);
  });
}

test("a service that cannot be reached is answered for by the router in the process", async () => {
  const asked: SelectRequestWire[] = [];
  const fallback = {
    select: (request: SelectRequestWire) => {
      asked.push(request);
      return Promise.resolve({ llm_label: "small", ranking: ["small", "openai/gpt-5.6-sol", "own/model"] });
    },
  };
  const client = clientOf(await unreachable(), { fallback });
  const selection = await client.select({ ...REQUEST, previous_session: "known-to-the-service" });
  assert.equal(selection.origin, "local");
  assert.equal(selection.fault?.code, "network");
  assert.deepEqual(selection.ranking, ["small", "own/model"]);
  assert.equal(asked[0]?.messages, REQUEST.messages);
  assert.equal("previous_session" in (asked[0] ?? {}), false);
});

test("a local router that fails or names a model not listed leaves the fault of the service", async () => {
  const baseUrl = await unreachable();
  const strays = { select: () => ({ llm_label: "openai/gpt-5.6-sol" }) };
  const fails = { select: () => Promise.reject(new Error("no artefact")) };
  for (const fallback of [strays, fails]) {
    const fault = await faultOf(clientOf(baseUrl, { fallback }).select(REQUEST));
    assert.equal(fault.code, "network");
    assert.ok(fault.cause instanceof Error);
  }
});

for (const [status, code] of [
  [401, "unauthenticated"],
  [403, "forbidden"],
  [404, "not_found"],
  [422, "validation_failed"],
] as const) {
  test(`a refusal (${status}) is no outage: it is reported, unless the caller wants an answer to everything`, async (context) => {
    const { baseUrl } = await serve(context, (_request, response) => sendProblem(response, { status, code }));
    const client = clientOf(baseUrl, { fallback: "small" });
    assert.equal((await faultOf(client.select(REQUEST))).code, code);
    const selection = await client.select(REQUEST, { fallbackFor: "everything" });
    assert.deepEqual([selection.origin, selection.fault?.code], ["default", code]);
  });
}

test("the caller's own abort is never answered by a fallback", async (context) => {
  const { baseUrl } = await serve(context, () => undefined);
  const client = clientOf(baseUrl, { fallback: "small", fallbackFor: "everything" });
  const fault = await faultOf(client.select(REQUEST, { signal: AbortSignal.abort() }));
  assert.equal(fault.code, "aborted");
});

test("a default that is not a candidate is reported before anything is sent", async (context) => {
  const { baseUrl, seen } = await serve(context, (_request, response) => sendSelection(response, LABELS));
  const fault = await faultOf(clientOf(baseUrl, { fallback: "openai/gpt-5.6-sol" }).select(REQUEST));
  assert.equal(fault.code, "unlisted_label");
  assert.equal(seen.length, 0);
});

test("members of one's own stay in the process and come back with the selection", async (context) => {
  const { baseUrl, seen } = await serve(context, (_request, response) =>
    sendSelection(response, ["openai/gpt-5.4-mini", "stray"]),
  );
  const own = { ...BIG, client: { apiKey: "sk-provider-secret" } };
  const selection = await clientOf(baseUrl).select({ messages: "Hi", llm_providers: [own] });
  assert.equal(selection.candidate, own);
  assert.deepEqual(selection.ranking, ["openai/gpt-5.4-mini"]);
  assert.equal(seen[0]?.body.includes("secret"), false);
  assert.deepEqual(JSON.parse(seen[0]?.body ?? ""), {
    messages: "Hi",
    llm_providers: [BIG],
    include: ["ranking"],
  });
});

test("callers without types get the service's own words for what is missing", async (context) => {
  const { baseUrl } = await serve(context, (_request, response) =>
    sendProblem(response, { status: 422, code: "validation_failed" }),
  );
  const strange = [
    {},
    { llm_providers: null },
    { llm_providers: [null, 5] },
    { messages: 5, llm_providers: {} },
  ];
  for (const request of strange) {
    const fault = await faultOf(clientOf(baseUrl).select(request as unknown as typeof REQUEST));
    assert.equal(fault.code, "validation_failed");
  }
});
