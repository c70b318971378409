// Limits and retention over the real application: requests per minute, text that must never be kept.
import assert from "node:assert/strict";
import { test } from "node:test";

import type { DecisionDetail } from "@signalbox/contracts";

import { assertProblem, callRaw, EXAMPLE, select, selected } from "./select-client.ts";
import { startTestService, type TestService } from "./test-service.ts";

async function accountIdOf(service: TestService): Promise<string> {
  const { items } = await service.context.storage.accounts.list();
  assert.ok(items[0] !== undefined);
  return items[0].id;
}

async function detailOf(
  service: TestService,
  sessionId: string,
): Promise<{ detail: DecisionDetail; text: string }> {
  const answer = await callRaw(service, { method: "GET", url: `/api/v1/decisions/${sessionId}` });
  assert.equal(answer.status, 200, answer.text);
  return { detail: answer.json as DecisionDetail, text: answer.text };
}

const SECRET = "quartz-lantern-seventeen";
const spoken = { ...EXAMPLE, messages: [{ role: "user", content: `The word is ${SECRET}.` }] };

test("an account beyond its requests per minute gets 429 with the seconds to wait, and is served again after them", async () => {
  const service = await startTestService({ flags: { "requests-per-minute": "2" } });
  await selected(service, EXAMPLE);
  await selected(service, EXAMPLE);
  const refused = await select(service, EXAMPLE);
  assertProblem(refused, 429, "rate_limited");
  const waitS = Number(refused.headers["retry-after"]);
  assert.ok(waitS >= 1 && waitS <= 30);
  service.clock.ms += waitS * 1000;
  await selected(service, EXAMPLE);
  await service.close();
});

test("requests whose body is refused count in the requests per minute, in whatever way they are wrong", async () => {
  const service = await startTestService({
    flags: { "requests-per-minute": "3", "body-bytes-max": "100000" },
  });
  assertProblem(await select(service, { ...EXAMPLE, messages: 7 }), 422, "validation_failed");
  assertProblem(await callRaw(service, { payload: "{" }), 400, "malformed_json");
  const large = { ...EXAMPLE, messages: "x".repeat(100_001) };
  assertProblem(await select(service, large), 413, "payload_too_large");
  for (const url of [undefined, "/api/v1/playground", "/v1/modelSelect"])
    assertProblem(await select(service, { ...EXAMPLE, messages: 7 }, url), 429, "rate_limited");
  assertProblem(await select(service, EXAMPLE), 429, "rate_limited");
  await service.close();
});

test("text is kept when the account asks for it, but never with hash_content", async () => {
  const service = await startTestService();
  const accountId = await accountIdOf(service);
  await service.context.storage.accounts.update({ accountId, settings: { retention: "text" } });
  const kept = await detailOf(service, (await selected(service, spoken)).session_id);
  assert.ok(kept.text.includes(SECRET));
  const hashed = await detailOf(
    service,
    (await selected(service, { ...spoken, hash_content: true })).session_id,
  );
  assert.equal(hashed.detail.text, null);
  assert.ok(!hashed.text.includes(SECRET));
  await service.close();
});

test("an operator who forbids text overrules every account", async () => {
  const service = await startTestService({ flags: { "allow-text": "false" } });
  const accountId = await accountIdOf(service);
  await service.context.storage.accounts.update({ accountId, settings: { retention: "text" } });
  const { text } = await detailOf(service, (await selected(service, spoken)).session_id);
  assert.ok(!text.includes(SECRET));
  await service.close();
});

test("a body without `__proto__` keys cannot change what other requests see", async () => {
  const service = await startTestService();
  const attributes = { constructor: { prototype: { quality: 1 } }, toString: "x", hasOwnProperty: 1 };
  const entries = [{ model: "m/one", attributes }, { model: "m/two" }];
  const answer = await select(service, { ...EXAMPLE, llm_providers: entries });
  assert.ok(answer.status === 200 || answer.status === 422, answer.text);
  assert.equal(({} as Record<string, unknown>)["quality"], undefined);
  await service.close();
});
