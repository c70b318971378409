// JSON that callers send to be kept is bounded, and holds nothing that nobody reads.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import type { DecisionDetail } from "@signalbox/contracts";

import { fillAccount, type FilledAccount } from "./filled-account.ts";
import { assertProblem, callRaw, EXAMPLE, select, selected } from "./select-client.ts";
import { startTestService, type TestService } from "./test-service.ts";

let service: TestService;
let account: FilledAccount;
before(async () => {
  service = await startTestService();
  account = await fillAccount(service, "dunlin");
});
after(() => service.close());

const NOISE = { unknown: "x".repeat(50_000), nested: { deep: [1, 2, 3] } };
const LARGE = {
  allow: Array.from({ length: 100 }, (_, i) => ({
    label: `${i}${"x".repeat(250)}`,
    model: "y".repeat(250),
    provider: "z".repeat(250),
  })),
};

test("unknown members of corrections and settings are refused", async () => {
  const { browser, accountId } = account;
  const { storage } = service.context;
  const path = "/models/overrides/acme%2Fone";
  assert.equal((await browser.call("PUT", path, { body: { context_tokens: 9_000, ...NOISE } })).status, 422);
  await browser.call("PUT", path, { body: { context_tokens: 9_000 } });
  const override = await storage.modelOverrides.find({ accountId, modelId: "acme/one" });
  assert.deepEqual(override?.facts, { context_tokens: 9_000 });
  const noisy = { settings: { session_ttl_s: 60, ...NOISE } };
  assert.equal((await browser.call("PATCH", "/account", { body: noisy })).status, 422);
  const body = { settings: { session_ttl_s: 60 } };
  assert.equal((await browser.call("PATCH", "/account", { body })).status, 200);
  const stored = await storage.accounts.find(accountId);
  assert.equal(stored?.settings["session_ttl_s"], 60);
  assert.ok(JSON.stringify(stored.settings).length < 1_000);
});

test("a policy keeps no unknown members of its rules and no more bytes than allowed", async () => {
  const { browser } = account;
  const policy = { deny: [{ label: "a*", ...NOISE }] };
  const noisy = await browser.call("POST", "/preferences", { body: { name: "noisy", policy } });
  assert.equal(noisy.status, 422);
  const tooLarge = await browser.call("POST", "/preferences", { body: { policy: LARGE, unknown_ok: true } });
  assert.equal(tooLarge.status, 422);
  assert.match(tooLarge.text, /larger than 65536 bytes/);
  const replay = await browser.call("POST", "/replay", { body: { a: {}, b: { policy: LARGE } } });
  assert.equal(replay.status, 422);
  assert.match(replay.text, /body\.b\.policy/);
});

test("a body that carries no conversation is small", async () => {
  const body = { name: "x", policy: { ...NOISE, more: "x".repeat(300_000) } };
  assert.equal((await account.browser.call("POST", "/preferences", { body })).status, 413);
});

test("attributes are bounded, each candidate's and all together", async () => {
  const candidates = (count: number, chars: number) =>
    Array.from({ length: count }, (_, i) => ({ model: `m/${i}`, attributes: { note: "x".repeat(chars) } }));
  const ask = (llm_providers: unknown) => select(service, { ...EXAMPLE, llm_providers });
  assertProblem(await ask(candidates(1, 17_000)), 422, "validation_failed");
  assertProblem(await ask(candidates(20, 8_000)), 422, "validation_failed");
  assert.equal((await ask(candidates(15, 8_000))).status, 200);
});

test("kept text is the newest that fits", async () => {
  const { items } = await service.context.storage.accounts.list({ limit: 1 });
  await service.context.storage.accounts.update({
    accountId: items[0]?.id ?? "",
    settings: { retention: "text" },
  });
  const messages = [
    { role: "user", content: "a".repeat(300_000) },
    { role: "assistant", content: "b".repeat(800) },
    { role: "user", content: "c".repeat(100) },
  ];
  const { session_id: id } = await selected(service, { ...EXAMPLE, messages });
  const detail = (await callRaw(service, { method: "GET", url: `/api/v1/decisions/${id}` }))
    .json as DecisionDetail;
  const kept = detail.text as { messages: { text: string }[]; messages_left_out: number };
  assert.deepEqual(
    kept.messages.map(({ text }) => text),
    ["a".repeat(199_100), "b".repeat(800), "c".repeat(100)],
  );
  assert.equal(kept.messages_left_out, 0);
});
