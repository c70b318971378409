// Every way of sending something wrong: a 4xx whose detail names the field and the fix; never a 500, never a hang.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { MALFORMED } from "./malformed-bodies.ts";
import { assertProblem, callRaw, EXAMPLE, keyOf, select } from "./select-client.ts";
import { startTestService, type TestService } from "./test-service.ts";

let service: TestService;
before(async () => {
  service = await startTestService({ flags: { "body-bytes-max": "2000000" } });
});
after(() => service.close());

const tool = (index: number) => ({
  name: `tool_${index}`,
  description: "Does it.",
  parameters: { type: "object" },
});
const providers = (...entries: unknown[]) => ({ ...EXAMPLE, llm_providers: entries });

interface Case {
  readonly name: string;
  readonly body: unknown;
  /** Names that must stand in the detail. */
  readonly names: RegExp;
}

const CASES: readonly Case[] = [
  { name: "no body members", body: {}, names: /messages/ },
  { name: "an array", body: [], names: /body/ },
  { name: "a number", body: 5, names: /body/ },
  { name: "null", body: null, names: /body/ },
  { name: "messages missing", body: { llm_providers: EXAMPLE.llm_providers }, names: /messages/ },
  { name: "messages of the wrong type", body: { ...EXAMPLE, messages: 5 }, names: /messages/ },
  { name: "no messages", body: { ...EXAMPLE, messages: [] }, names: /messages/ },
  { name: "an empty text", body: { ...EXAMPLE, messages: "" }, names: /messages/ },
  { name: "a message that is no object", body: { ...EXAMPLE, messages: [7] }, names: /messages\[0\]/ },
  {
    name: "content of the wrong type",
    body: { ...EXAMPLE, messages: [{ role: "user", content: 7 }] },
    names: /messages\[0\]\.content/,
  },
  {
    name: "too many messages",
    body: { ...EXAMPLE, messages: Array.from({ length: 2001 }, () => ({ role: "user", content: "x" })) },
    names: /messages/,
  },
  { name: "candidates missing", body: { messages: EXAMPLE.messages }, names: /llm_providers/ },
  { name: "no candidates", body: providers(), names: /llm_providers/ },
  {
    name: "201 candidates",
    body: providers(...Array.from({ length: 201 }, (_, index) => ({ model: `m/${index}` }))),
    names: /llm_providers/,
  },
  {
    name: "a candidate without name and model",
    body: providers({ provider: "openai" }),
    names: /llm_providers\[0\]/,
  },
  { name: "one label twice", body: providers({ name: "a" }, { name: "a" }), names: /llm_providers\[1\]/ },
  { name: "a negative price", body: providers({ model: "m/x", price: -1 }), names: /price/ },
  { name: "a price as text", body: providers({ model: "m/x", price: "free" }), names: /price/ },
  { name: "a negative latency", body: providers({ model: "m/x", latency: -0.1 }), names: /latency/ },
  {
    name: "attributes that are no object",
    body: providers({ model: "m/x", attributes: [] }),
    names: /attributes/,
  },
  {
    name: "129 tools",
    body: { ...EXAMPLE, tools: Array.from({ length: 129 }, (_, index) => tool(index)) },
    names: /tools/,
  },
  { name: "tools of the wrong type", body: { ...EXAMPLE, tools: "hammer" }, names: /tools/ },
  { name: "an unknown tradeoff", body: { ...EXAMPLE, tradeoff: "beauty" }, names: /tradeoff/ },
  { name: "a depth of zero", body: { ...EXAMPLE, max_model_depth: 0 }, names: /max_model_depth/ },
  { name: "a fractional depth", body: { ...EXAMPLE, max_model_depth: 1.5 }, names: /max_model_depth/ },
  { name: "a depth beyond int32", body: { ...EXAMPLE, max_model_depth: 2 ** 31 }, names: /max_model_depth/ },
  {
    name: "a dial out of range",
    body: { ...EXAMPLE, cost_quality_tradeoff: 11 },
    names: /cost_quality_tradeoff/,
  },
  { name: "hash_content as text", body: { ...EXAMPLE, hash_content: "yes" }, names: /hash_content/ },
  { name: "preference_id as a number", body: { ...EXAMPLE, preference_id: 7 }, names: /preference_id/ },
  {
    name: "previous_session as an object",
    body: { ...EXAMPLE, previous_session: {} },
    names: /previous_session/,
  },
];

for (const { name, body, names } of CASES)
  test(`${name}: 422, the detail and errors name the field`, async () => {
    const problem = assertProblem(await select(service, body), 422, "validation_failed");
    assert.match(problem.detail, names);
    assert.ok(problem.errors !== undefined && problem.errors.length > 0);
    for (const fault of problem.errors) {
      assert.notEqual(fault.location, "");
      for (const words of [fault.message, fault.fix]) assert.match(words, /^[A-Z"`\d].*[^.]\.$/s);
    }
  });

test("128 tools are fine", async () => {
  const tools = Array.from({ length: 128 }, (_, index) => tool(index));
  assert.equal((await select(service, { ...EXAMPLE, tools })).status, 200);
});

for (const [name, payload] of Object.entries(MALFORMED))
  test(`${name}: 400 that says what to fix, without quoting the body`, async () => {
    const problem = assertProblem(await callRaw(service, { payload }), 400, "malformed_json");
    assert.ok(!problem.detail.includes("oops"));
  });

test("an escaped pair of surrogates and a text about __proto__ are taken", async () => {
  const content = 'Why is obj["__proto__"] dangerous? \u{1F680}';
  const payload = JSON.stringify({ ...EXAMPLE, messages: [{ role: "user", content }] }).replace(
    "\u{1F680}",
    "\\ud83d\\ude80",
  );
  assert.equal((await callRaw(service, { payload })).status, 200);
});

test("a text that was cut inside a character is decided on, and warned of", async () => {
  const payload = JSON.stringify({ ...EXAMPLE, messages: "cut CUT" }).replace("CUT", "\\ud83d");
  const answer = await callRaw(service, { payload });
  assert.equal(answer.status, 200, answer.text);
  assert.match(String(answer.headers["x-signalbox-warnings"]), /half a character/);
  assert.equal((await select(service, EXAMPLE)).headers["x-signalbox-warnings"], undefined);
});

test("an empty body is reported as missing", async () => {
  const problem = assertProblem(await callRaw(service, { payload: "" }), 422, "validation_failed");
  assert.match(problem.detail, /body/);
});

test("a body beyond the limit is a 413, before it is read when its length is stated", async () => {
  const content = "x".repeat(10_000_000);
  const answer = await select(service, { ...EXAMPLE, messages: [{ role: "user", content }] });
  assert.match(assertProblem(answer, 413, "payload_too_large").detail, /limits\.bodyBytesMax/);
});

test("another media type is a 415, a missing one too", async () => {
  for (const type of ["text/plain", "application/xml", "multipart/form-data; boundary=x"]) {
    const answer = await callRaw(service, { payload: "hello", headers: { "content-type": type } });
    assertProblem(answer, 415, "unsupported_media_type");
  }
});

test("JSON with a charset or as a +json type is JSON", async () => {
  const payload = JSON.stringify(EXAMPLE);
  for (const type of ["application/json; charset=utf-8", "Application/JSON", "application/vnd.api+json"])
    assert.equal((await callRaw(service, { payload, headers: { "content-type": type } })).status, 200, type);
});

test("missing, empty, misspelt and unknown keys are a 401 that says what to send", async () => {
  const unknown = `sk_${"A".repeat(43)}`;
  for (const authorization of [
    "",
    "Bearer",
    "Bearer ",
    "Basic abc",
    unknown,
    `Bearer ${unknown}`,
    "Bearer sk_",
    `Bearer ${keyOf(service)}x`,
  ]) {
    const answer = await callRaw(service, { payload: JSON.stringify(EXAMPLE), headers: { authorization } });
    assertProblem(answer, 401, "unauthenticated");
    assert.match(String(answer.headers["www-authenticate"]), /^Bearer/);
  }
});

test("the key is judged before the body", async () => {
  const answer = await callRaw(service, {
    payload: "{ not json",
    headers: { authorization: "Bearer sk_nobody" },
  });
  assertProblem(answer, 401, "unauthenticated");
});

test("an unknown address is a 404, a wrong method a 405 that lists the right ones", async () => {
  assertProblem(await callRaw(service, { url: "/api/v1/nowhere", payload: "{}" }), 404, "not_found");
  assertProblem(await callRaw(service, { method: "GET", url: "/api/v1/../../etc/passwd" }), 404, "not_found");
  for (const method of ["GET", "PUT", "PATCH", "DELETE"] as const) {
    const answer = await callRaw(service, { method });
    assertProblem(answer, 405, "method_not_allowed");
    assert.equal(answer.headers["allow"], "POST");
  }
});

test("an address with broken escapes is a 400, a very long one a 404", async () => {
  assertProblem(
    await callRaw(service, { method: "GET", url: "/api/v1/decisions/%E0%A4%A" }),
    400,
    "bad_request",
  );
  assertProblem(
    await callRaw(service, { method: "GET", url: `/api/v1/decisions/${"a".repeat(4000)}` }),
    404,
    "not_found",
  );
});
