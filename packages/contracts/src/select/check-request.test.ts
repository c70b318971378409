// The faults of a routing request: each at its place, in sentences that say what to send, and never with the caller's words.
import assert from "node:assert/strict";
import { test } from "node:test";

import fc from "fast-check";

import { selectRequestBody } from "./check-request.ts";
import { SELECT_LIMITS } from "./limits.ts";

const VALID = { messages: "Hello", llm_providers: [{ provider: "openai", model: "gpt-4o" }] };

const faultsOf = (more: object) => selectRequestBody.faultsOf({ ...VALID, ...more });
const placesOf = (more: object): string[] => faultsOf(more).map(({ location }) => location);

test("a plain request has no faults, and the two checks agree", () => {
  assert.deepEqual(selectRequestBody.faultsOf(VALID), []);
  assert.ok(selectRequestBody.isValid(VALID));
});

test("a body that is no object says what to send; one without a conversation names the conversation", () => {
  for (const body of [null, "Hello", 3, []])
    assert.deepEqual(
      selectRequestBody.faultsOf(body).map(({ location }) => location),
      ["body"],
    );
  const [fault] = selectRequestBody.faultsOf({ llm_providers: [] });
  assert.equal(fault?.location, "messages");
  assert.equal(fault?.message, "The conversation is missing.");
});

const FAULTY: readonly (readonly [place: string, more: object])[] = [
  ["messages", { messages: 7 }],
  ["messages[0]", { messages: [7] }],
  ["messages[0].role", { messages: [{ role: 7, content: "a" }] }],
  ["input", { input: 7 }],
  ["input[0]", { input: [7] }],
  ["system", { system: { text: "Be brief." } }],
  ["instructions", { instructions: ["Be brief."] }],
  ["llm_providers", { llm_providers: "openai/gpt-4o" }],
  ["llm_providers[0]", { llm_providers: [7] }],
  ["llm_providers[0].input_price", { llm_providers: [{ model: "a", input_price: -1 }] }],
  ["llm_providers[0].latency", { llm_providers: [{ model: "a", latency: SELECT_LIMITS.latencySMax * 2 }] }],
  ["llm_providers[0].attributes", { llm_providers: [{ model: "a", attributes: [] }] }],
  ["tools", { tools: {} }],
  ["tools[0]", { tools: ["search"] }],
  ["tools[0].input_schema", { tools: [{ name: "search", input_schema: "{}" }] }],
  ["tradeoff", { tradeoff: "speed" }],
  ["cost_quality_tradeoff", { cost_quality_tradeoff: 11 }],
  ["hard_cost_quality_tradeoff", { hard_cost_quality_tradeoff: -1 }],
  ["max_loss_points", { max_loss_points: -1 }],
  ["max_loss_points", { max_loss_points: 101 }],
  ["usd_per_point", { usd_per_point: 0 }],
  ["usd_per_point", { usd_per_point: 1e308 }],
  ["max_model_depth", { max_model_depth: 1.5 }],
  ["preference_id", { preference_id: "x".repeat(200) }],
  ["hash_content", { hash_content: "yes" }],
  ["strict", { strict: 1 }],
  ["call_role", { call_role: "janitor" }],
  ["include", { include: "explanation" }],
];

test("each faulty member is named at its place, once, and the check refuses the request", () => {
  for (const [place, more] of FAULTY) {
    assert.deepEqual(placesOf(more), [place]);
    assert.equal(selectRequestBody.isValid({ ...VALID, ...more }), false, place);
  }
});

test("every fault is a sentence, and so is its fix", () => {
  for (const [place, more] of FAULTY)
    for (const { message, fix } of faultsOf(more)) {
      assert.match(message, /^[A-Z][^]*\.$/, place);
      assert.match(fix, /^[A-Z][^]*\.$/, place);
      assert.doesNotMatch(`${message} ${fix}`, /\.\.$|undefined|\[object/, place);
    }
});

test("candidates have the same words under both of their names", () => {
  const entry = { model: "a", price: "cheap" };
  const [provider] = faultsOf({ llm_providers: [entry] });
  const [model] = selectRequestBody.faultsOf({ messages: "Hello", models: [entry] });
  assert.deepEqual(
    [provider?.message, provider?.fix, provider?.location.replace("llm_providers", "models")],
    [model?.message, model?.fix, model?.location],
  );
});

test("a fault never repeats what the caller wrote", () => {
  const secret = "sk_live_do_not_show";
  for (const more of [
    { tradeoff: secret },
    { messages: [{ role: "user", content: { text: secret } }] },
    { hash_content: secret },
    { llm_providers: [{ model: "a", price: secret }] },
  ])
    assert.ok(!JSON.stringify(faultsOf(more)).includes(secret));
});

test("faults of several members come together", () => {
  assert.deepEqual(placesOf({ tradeoff: "speed", strict: 1, tools: 7 }).toSorted(), [
    "strict",
    "tools",
    "tradeoff",
  ]);
});

test("a request of faults alone is answered by at most fifty of them", () => {
  const messages = Array.from({ length: 400 }, () => ({ role: 7, content: "a" }));
  const { length } = faultsOf({ messages });
  assert.ok(length > 0 && length <= 50, String(length));
});

test("whatever is sent, the check and the list of faults agree", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom(...FAULTY), (value, [place]) => {
      const member = /^\w+/.exec(place)?.[0] ?? "";
      const body = { ...VALID, [member]: value };
      assert.equal(selectRequestBody.isValid(body), selectRequestBody.faultsOf(body).length === 0);
    }),
  );
});
