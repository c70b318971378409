// The decision protocols as hosts call them: the bodies are of the forms that LiteLLM, NVIDIA Switchyard and OpenAI document.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import type {
  DecisionDetail,
  DecisionsResponse,
  Preference,
  ProtocolError,
  SystemOneResponse,
} from "@signalbox/contracts";

import { callRaw, type RawAnswer } from "./select-client.ts";
import { fillAccount, type FilledAccount } from "./filled-account.ts";
import { startTestService, type TestService } from "./test-service.ts";

let service: TestService;
let account: FilledAccount;
before(async () => {
  service = await startTestService();
  account = await fillAccount(service, "dunlin");
});
after(() => service.close());

const call = (
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<RawAnswer> => callRaw(service, { url, payload: JSON.stringify(body), headers });

async function answered(url: string, body: unknown): Promise<RawAnswer> {
  const answer = await call(url, body);
  assert.equal(answer.status, 200, answer.text);
  return answer;
}

const askSystemOne = async (body: unknown): Promise<SystemOneResponse> =>
  (await answered("/v1/systemone", body)).json as SystemOneResponse;

const askDecisions = async (body: unknown): Promise<DecisionsResponse> =>
  (await answered("/v1/decisions", body)).json as DecisionsResponse;

function assertFault(answer: RawAnswer, status: number, code: string): ProtocolError["error"] {
  assert.equal(answer.status, status, answer.text);
  assert.match(String(answer.headers["content-type"]), /^application\/json/);
  const { error } = answer.json as ProtocolError;
  assert.equal(error.code, code);
  assert.ok(error.message.length > 10);
  return error;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const isOne = (value: number): boolean => Math.abs(value - 1) < 1e-9;

const TIERS = {
  SIMPLE: "Greetings and facts that are looked up.",
  MEDIUM: "Everyday requests that want an explanation.",
  COMPLEX: "Code and designs of several steps.",
  REASONING: "Open problems and proofs.",
};

const tierQuestion = (state: string) => ({
  model: "english",
  state,
  questions: {
    tier: { type: "choice", instructions: "Pick the cheapest tier that is enough.", criteria: TIERS },
  },
});

async function tierOf(state: string): Promise<SystemOneResponse["answers"][string]> {
  const body = await askSystemOne(tierQuestion(state));
  const { tier } = body.answers;
  assert.ok(tier);
  return tier;
}

test("the question of LiteLLM's auto router is answered with one of its tiers", async () => {
  const raw = await answered("/v1/systemone", tierQuestion("Hello, how are you?"));
  const body = raw.json as SystemOneResponse;
  assert.deepEqual(Object.keys(body), ["model", "answers", "usage"]);
  const { tier } = body.answers;
  assert.equal(tier?.type, "choice");
  assert.equal(tier.choice, "SIMPLE");
  assert.deepEqual(Object.keys(tier.probabilities), Object.keys(TIERS));
  assert.ok(isOne(sum(Object.values(tier.probabilities))));
  assert.equal(tier.probabilities["SIMPLE"], Math.max(...Object.values(tier.probabilities)));
  assert.ok(tier.confidence > 0 && tier.confidence <= 1);
  assert.ok(Number.isInteger(body.usage.input_tokens) && body.usage.input_tokens > 0);
  assert.equal(
    raw.headers["x-signalbox-session-id"],
    undefined,
    "a tier is no model, so nothing is journalled",
  );
});

test("harder work is given to a higher tier, also below a system prompt that says nothing of it", async () => {
  const proof =
    "Prove that every finite group of odd order is solvable, or explain in detail where the Feit-Thompson argument needs character theory and why.";
  const hard = await tierOf(proof);
  assert.ok(["COMPLEX", "REASONING"].includes(hard.choice), hard.choice);
  const framed = await tierOf(`System prompt:\nYou are a helpful assistant.\n\nRequest:\n${proof}`);
  assert.equal(framed.choice, hard.choice);
});

const SWITCHYARD = {
  model: "jev-latest",
  state: "[user] list files in a directory",
  questions: Object.fromEntries(
    [
      ["openai/gpt-4o", "openai/gpt-4o-mini"],
      ["openai/gpt-4o-mini", "openai/gpt-4o"],
    ].map((labels, at) => [
      `route_${at}`,
      {
        type: "choice",
        instructions: "Which configured model is the best fit for this conversation?",
        criteria: Object.fromEntries(labels.map((label) => [label, "A model."])),
      },
    ]),
  ),
};

test("the same models in several orders, as Switchyard asks, are one journalled decision with one answer", async () => {
  const raw = await answered("/v1/systemone", SWITCHYARD);
  const body = raw.json as SystemOneResponse;
  const [first, second] = Object.values(body.answers);
  assert.equal(first?.choice, second?.choice);
  assert.deepEqual(
    new Map(Object.entries(first?.probabilities ?? {})),
    new Map(Object.entries(second?.probabilities ?? {})),
  );
  assert.ok(isOne(sum(Object.values(first?.probabilities ?? {}))));
  assert.equal(first?.probabilities[first.choice], Math.max(...Object.values(first?.probabilities ?? {})));
  const id = String(raw.headers["x-signalbox-session-id"]);
  assert.match(id, /^[\w-]{36}$/);
  assert.equal(Object.keys(body.answers).join(), "route_0,route_1");
});

test("targets with names of their own are known by the model that their description names", async () => {
  const criteria = {
    strong: "anthropic/claude-sonnet-4-5: complex work of several steps",
    weak: "openai/gpt-4o-mini",
  };
  const body = await askSystemOne({
    state: "[user] hello",
    questions: { route: { type: "choice", criteria } },
  });
  const { route } = body.answers;
  assert.deepEqual(Object.keys(route?.probabilities ?? {}), ["strong", "weak"]);
});

const decisions = (questions: readonly object[], input: unknown = "What is the capital of France?") => ({
  model: "gpt-6-luna",
  input,
  questions,
});
const MODELS = [{ value: "openai/gpt-4o-mini", description: "small" }, { value: "openai/o3" }];

test("OpenAI's form is answered in the order of its questions, with names echoed and null where there is none", async () => {
  const input = [
    {
      type: "message",
      role: "user",
      content: [{ type: "input_text", text: "What is the capital of France?" }],
    },
  ];
  const body = await askDecisions(
    decisions(
      [
        { type: "choice", name: "model", instructions: "Which model?", choices: MODELS },
        { type: "choice", instructions: "Which tier?", choices: [{ value: "weak" }, { value: "strong" }] },
      ],
      input,
    ),
  );
  assert.deepEqual(Object.keys(body), ["model", "answers", "usage"]);
  const [model, tier] = body.answers;
  assert.deepEqual([model?.type, model?.name, tier?.name], ["choice", "model", null]);
  assert.deepEqual(
    model?.probabilities.map(({ value }) => value),
    ["openai/gpt-4o-mini", "openai/o3"],
  );
  assert.ok(isOne(sum((model?.probabilities ?? []).map(({ probability }) => probability))));
  assert.equal(tier?.choice, "weak");
  const { input_tokens: tokens, output_tokens: output, total_tokens: total } = body.usage;
  assert.deepEqual([output, total], [0, tokens]);
});

test("a decision among models is journalled as any other, and says so in a header", async () => {
  const headers = { authorization: `Bearer ${account.key}` };
  const raw = await call("/v1/decisions", decisions([{ type: "choice", choices: MODELS }]), headers);
  const id = String(raw.headers["x-signalbox-session-id"]);
  const kept = await account.browser.get<DecisionDetail>(`/decisions/${id}`);
  assert.equal(kept.label, (raw.json as DecisionsResponse).answers[0]?.choice);
  assert.equal(kept.explanation?.ranking.length, 2);
});

test("rules of the account's default preference hold: what they forbid is never likely", async () => {
  const banned = await fillAccount(service, "bittern");
  const { id } = await banned.browser.post<Preference>(
    "/preferences",
    { name: "no o3", policy: { deny: [{ model: "o3" }] } },
    201,
  );
  const update = await banned.browser.call("PATCH", "/account", {
    body: { settings: { default_preference_id: id } },
  });
  assert.equal(update.status, 200, update.text);
  const headers = { authorization: `Bearer ${banned.key}` };
  const raw = await call("/v1/decisions", decisions([{ type: "choice", choices: MODELS }]), headers);
  const [answer] = (raw.json as DecisionsResponse).answers;
  assert.equal(answer?.choice, "openai/gpt-4o-mini");
  assert.deepEqual(
    answer.probabilities.map(({ probability }) => probability),
    [1, 0],
  );
});

test("questions of other kinds are a 422 in the protocol's own form that says what can be asked", async () => {
  const predicate = { type: "predicate", name: "refund", instructions: "Is a refund asked for?" };
  const score = { type: "score", levels: [{ label: "calm" }, { label: "angry" }] };
  const error = assertFault(
    await call("/v1/decisions", decisions([predicate, score])),
    422,
    "validation_failed",
  );
  assert.equal(error.type, "invalid_request_error");
  assert.equal(error.param, "questions[0].type");
  assert.match(error.message, /SIMPLE, MEDIUM, COMPLEX, REASONING/);
  assert.equal(error.errors?.length, 2);
  const noul = { state: "a", questions: { urgent: { type: "noul", instructions: "Is it urgent?" } } };
  assert.equal(
    assertFault(await call("/v1/systemone", noul), 422, "validation_failed").param,
    "questions.urgent.type",
  );
});

test("labels that are neither models nor tiers are named, each at its place", async () => {
  const criteria = { billing: "Invoices", technical: "Bugs" };
  const asked = { state: "Two charges", questions: { department: { type: "choice", criteria } } };
  const { errors = [] } = assertFault(await call("/v1/systemone", asked), 422, "validation_failed");
  assert.deepEqual(
    errors.map(({ location }) => location),
    ["questions.department.criteria.billing", "questions.department.criteria.technical"],
  );
  const mixed = [{ value: "openai/o3" }, { value: "SIMPLE" }];
  assertFault(
    await call("/v1/decisions", decisions([{ type: "choice", choices: mixed }])),
    422,
    "validation_failed",
  );
  const truth = [{ value: true }, { value: false }];
  assertFault(
    await call("/v1/decisions", decisions([{ type: "choice", choices: truth }])),
    422,
    "validation_failed",
  );
  const twice = [{ value: "weak" }, { value: "weak" }];
  assertFault(
    await call("/v1/decisions", decisions([{ type: "choice", choices: twice }])),
    422,
    "validation_failed",
  );
});

test("a call asks about at most eight sets of models", async () => {
  const others = [
    "openai/gpt-4o",
    "openai/gpt-4o-mini",
    "openai/o3",
    "openai/gpt-4.1",
    "openai/gpt-4.1-mini",
  ];
  const pairs = others.flatMap((a, at) => others.slice(at + 1).map((b) => [{ value: a }, { value: b }]));
  const questions = pairs.map((choices) => ({ type: "choice", choices }));
  await answered("/v1/decisions", decisions(questions.slice(0, 8)));
  const error = assertFault(await call("/v1/decisions", decisions(questions)), 422, "validation_failed");
  assert.equal(error.param, "questions");
});

test("keys, scopes and rates are those of every route, and their faults have the protocol's form", async () => {
  const asked = tierQuestion("Hello");
  const wrong = await call("/v1/systemone", asked, { authorization: "Bearer sk_wrong" });
  assert.equal(assertFault(wrong, 401, "unauthenticated").type, "authentication_error");
  const { browser } = account;
  const reader = await browser.post<{ key: string }>("/keys", { name: "reader", scopes: ["read"] }, 201);
  const refused = await call("/v1/systemone", asked, { authorization: `Bearer ${reader.key}` });
  assert.equal(assertFault(refused, 403, "forbidden").type, "permission_error");
  const slow = await browser.post<{ key: string }>(
    "/keys",
    { name: "slow", scopes: ["select"], requests_per_minute_max: 2 },
    201,
  );
  const headers = { authorization: `Bearer ${slow.key}` };
  assert.equal((await call("/v1/systemone", asked, headers)).status, 200);
  assert.equal(
    (await call("/v1/decisions", decisions([{ type: "choice", choices: MODELS }]), headers)).status,
    200,
  );
  const limited = await call("/v1/systemone", asked, headers);
  assert.equal(assertFault(limited, 429, "rate_limited").type, "rate_limit_error");
  assert.ok(Number(limited.headers["retry-after"]) >= 1);
});

test("a body that is no JSON, and one that the schema refuses, are faults of the same form", async () => {
  assertFault(await callRaw(service, { url: "/v1/decisions", payload: "{" }), 400, "malformed_json");
  const error = assertFault(await call("/v1/systemone", { questions: {} }), 422, "validation_failed");
  assert.ok((error.errors?.length ?? 0) > 0);
});

test("names that JavaScript gives a meaning to are names like others", async () => {
  const raw = await callRaw(service, {
    url: "/v1/systemone",
    payload:
      '{"state":"Hello","questions":{"__proto__":{"type":"choice","criteria":{"weak":"","strong":""}},"constructor":{"type":"choice","criteria":{"weak":"","strong":""}}}}',
  });
  assert.ok([200, 400, 422].includes(raw.status), raw.text);
  if (raw.status === 200) assert.match(raw.text, /"constructor":\{"type":"choice","choice":"weak"/);
});
