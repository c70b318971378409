// The contract of POST /model-select and of every address under which existing clients know it.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import type { DecisionDetail, PlaygroundSavings } from "@signalbox/contracts";

import { assertProblem, callRaw, EXAMPLE, select, selected } from "./select-client.ts";
import { startTestService, type TestService } from "./test-service.ts";

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.close());

const LABELS = new Set(["openai/gpt-4o-mini", "openai/o3", "anthropic/claude-sonnet-4-5"]);
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test("the contract's example is answered with one of its own labels, echoed provider and model, and a session", async () => {
  const answer = await selected(service, EXAMPLE);
  assert.ok(LABELS.has(answer.llm_label));
  const [provider] = answer.providers;
  assert.equal(`${provider?.provider}/${provider?.model}`, answer.llm_label);
  assert.match(answer.session_id, UUID);
  assert.deepEqual(Object.keys(answer), ["llm_label", "providers", "session_id"]);
});

test("the ranking is reported when asked for: the pick first, then the rest as explained", async () => {
  const answer = await selected(service, { ...EXAMPLE, include: ["ranking", "explanation"] });
  assert.equal(answer.ranking?.[0], answer.llm_label);
  assert.deepEqual(new Set(answer.ranking), LABELS);
  assert.deepEqual(
    answer.ranking,
    answer.explanation?.ranking.map(({ label }) => label),
  );
});

test("a candidate that cannot serve the conversation is not in the ranking", async () => {
  const [first, ...others] = EXAMPLE.llm_providers;
  const small = { ...first, attributes: { context_length: 1 } };
  const answer = await selected(service, {
    ...EXAMPLE,
    llm_providers: [small, ...others],
    include: ["ranking"],
  });
  assert.equal(answer.ranking?.length, EXAMPLE.llm_providers.length - 1);
  assert.ok(!answer.ranking.includes(`${first?.provider}/${first?.model}`));
});

test("every answer carries request id, timing and security headers, and no success body has an error key", async () => {
  const { headers, text } = await select(service, EXAMPLE);
  assert.match(String(headers["x-request-id"]), /^[\w.-]{8,64}$/);
  assert.match(
    String(headers["server-timing"]),
    /auth;dur=[\d.]+, decide;dur=[\d.]+, journal;dur=[\d.]+, total;dur=[\d.]+/,
  );
  assert.equal(headers["x-content-type-options"], "nosniff");
  assert.equal(headers["cache-control"], "no-store");
  assert.ok(!text.includes('"error"'));
});

test("a harmless request id of the caller is kept, a harmful one is replaced", async () => {
  const payload = JSON.stringify(EXAMPLE);
  const kept = await callRaw(service, { payload, headers: { "x-request-id": "trace-1234.abc" } });
  assert.equal(kept.headers["x-request-id"], "trace-1234.abc");
  const replaced = await callRaw(service, { payload, headers: { "x-request-id": "a b\tc" } });
  assert.notEqual(replaced.headers["x-request-id"], "a b\tc");
});

test("every compatible address answers alike, with and without prefix, doubled and trailing slashes", async () => {
  const paths = [
    "/model-select",
    "/v1/modelSelect",
    "/v2/modelRouter/modelSelect",
    "/v2/modelRouter/modelSelect?type=openrouter",
    "/v2/optimizer/modelSelect",
    "/v2/optimizer/hashModelSelect",
    "/model-router/model-select",
    "/model-router/select-model",
  ];
  for (const path of paths)
    for (const url of [path, `/api/v1${path}`, `/${path}`, `/api/v1/${path}`, `${path.split("?")[0]}/`]) {
      const answer = await selected(service, EXAMPLE, url);
      assert.ok(LABELS.has(answer.llm_label), url);
      assert.match(answer.session_id, UUID);
    }
});

test("clients of a model router find success and data as well", async () => {
  const answer = await selected(service, EXAMPLE, "/model-router/select-model");
  const wrapped = answer as unknown as { success: boolean; data: { providers: unknown } };
  assert.equal(wrapped.success, true);
  assert.deepEqual(wrapped.data.providers, answer.providers);
});

test("names are labels, unknown models are routed, null and unknown members are ignored", async () => {
  const body = {
    messages: "Hello there",
    llm_providers: [
      { name: "häuslich / 家", provider: "home", model: "own-model-7b", price: 0.1 },
      { model: "vendor/never-heard-of-it", price: null, latency: null, attributes: null, extra: [1] },
    ],
    tradeoff: null,
    metric: "accuracy",
    timeout: 5,
    default: null,
    topk_models: 3,
    kwargs: {},
  };
  const answer = await selected(service, body);
  assert.ok(["häuslich / 家", "vendor/never-heard-of-it"].includes(answer.llm_label));
});

test("`models` is accepted in place of `llm_providers`", async () => {
  const { llm_providers: models, messages } = EXAMPLE;
  assert.ok(LABELS.has((await selected(service, { messages, models })).llm_label));
});

test("the explanation comes on request, and the same object is in the journal", async () => {
  const answer = await selected(service, { ...EXAMPLE, include: ["explanation"], tradeoff: "cost" });
  assert.equal(answer.explanation?.ranking[0]?.label, answer.llm_label);
  assert.equal(answer.explanation?.objective.kind, "cost");
  const found = await callRaw(service, { method: "GET", url: `/api/v1/decisions/${answer.session_id}` });
  assert.equal(found.status, 200, found.text);
  const detail = found.json as DecisionDetail;
  assert.deepEqual(detail.explanation, answer.explanation);
  assert.equal(detail.label, answer.llm_label);
});

test("no text of the conversation is kept by default", async () => {
  const secret = "zebra-crossing-ultramarine";
  const answer = await selected(service, {
    ...EXAMPLE,
    messages: [{ role: "user", content: `Keep ${secret} safe` }],
  });
  const found = await callRaw(service, { method: "GET", url: `/api/v1/decisions/${answer.session_id}` });
  assert.ok(!found.text.includes(secret));
  assert.equal((found.json as DecisionDetail).text, null);
});

test("previous_session links decisions to one chain; unknown ones are a 404 that names the field", async () => {
  const first = await selected(service, EXAMPLE);
  const second = await selected(service, { ...EXAMPLE, previous_session: first.session_id });
  const third = await selected(service, { ...EXAMPLE, previous_session: second.session_id });
  const detail = (await callRaw(service, { method: "GET", url: `/api/v1/decisions/${third.session_id}` }))
    .json as DecisionDetail;
  assert.equal(detail.chain_id, first.session_id);
  assert.equal(detail.turn, 3);
  assert.equal(detail.previous_session, second.session_id);
  const unknown = await select(service, {
    ...EXAMPLE,
    previous_session: "00000000-0000-4000-8000-000000000000",
  });
  assert.match(assertProblem(unknown, 404, "not_found").detail, /previous_session/);
});

test("an unknown preference is a 404 that names the field", async () => {
  const answer = await select(service, { ...EXAMPLE, preference_id: "no-such" });
  assert.match(assertProblem(answer, 404, "not_found").detail, /preference_id/);
});

test("the playground decides and explains but journals nothing", async () => {
  const before = service.context.journal.figures().committedRows;
  const answer = await select(service, EXAMPLE, "/api/v1/playground");
  assert.equal(answer.status, 200, answer.text);
  assert.ok(LABELS.has((answer.json as { llm_label: string }).llm_label));
  assert.equal(service.context.journal.figures().committedRows, before);
});

test("the playground compares pasted prompts at every step of the dial, and journals nothing", async () => {
  const before = service.context.journal.figures().committedRows;
  const url = "/api/v1/playground/savings";
  const prompts = ["What is 7 + 5?", "Prove that there are infinitely many primes of the form 4k + 3."];
  const models = ["anthropic/claude-opus-4.8", "openai/gpt-5.4-mini", "openai/gpt-5.4-nano"];
  const answer = await select(service, { prompts, models, now: models[1] }, url);
  assert.equal(answer.status, 200, answer.text);
  const { now, requests, rows } = answer.json as PlaygroundSavings;
  assert.deepEqual([now, requests, rows.length], [models[1], 2, 14]);
  const billOf = (name: string): number => rows.find((row) => row.name === name)?.usd ?? Number.NaN;
  assert.equal(billOf("cost"), billOf("dial 5"));
  assert.ok(billOf("dial 10") <= billOf("cost") && billOf("cost") <= billOf("dial 0"));
  assert.equal(service.context.journal.figures().committedRows, before);
  const priceless = await select(service, { prompts, models: ["acme/unheard-of"] }, url);
  assert.match(assertProblem(priceless, 422, "invalid_data").detail, /price/);
  const empty = await select(service, { prompts: [], models }, url);
  assert.match(assertProblem(empty, 422, "validation_failed").detail, /prompts/);
});

test("the same request gets the same answer, whatever the order of its candidates", async () => {
  const answers = new Set<string>();
  for (let count = 0; count < 5; count += 1) answers.add((await selected(service, EXAMPLE)).llm_label);
  const reversed = { ...EXAMPLE, llm_providers: EXAMPLE.llm_providers.toReversed() };
  answers.add((await selected(service, reversed)).llm_label);
  assert.equal(answers.size, 1);
});
