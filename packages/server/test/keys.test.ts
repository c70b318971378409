import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { postgresSkipReason } from "@signalbox/storage/testing";
import type { ApiKey, ApiKeyWithSecret, AuditEntry, Page } from "@signalbox/contracts";

import { CONVERSATION, fillAccount, type FilledAccount } from "./filled-account.ts";
import { startReplicas, startTestService, type TestService } from "./test-service.ts";

let service: TestService;
let account: FilledAccount;
before(async () => {
  service = await startTestService();
  account = await fillAccount(service, "sanderling");
});
after(() => service.close());

async function statusWith(key: string, on: TestService = service): Promise<number> {
  const headers = { authorization: `Bearer ${key}` };
  return (await on.browser().call("POST", "/model-select", { headers, body: CONVERSATION })).status;
}

const create = (body: object) => account.browser.post<ApiKeyWithSecret>("/keys", body, 201);

async function findKey(id: string): Promise<ApiKey | undefined> {
  const { data } = await account.browser.get<Page<ApiKey>>("/keys?include_revoked=true&limit=200");
  return data.find((key) => key.id === id);
}

test("the secret is in one answer and nowhere else, at rest neither", async () => {
  const { id, key, prefix } = await create({ name: "once" });
  assert.match(key, /^sk_[\w-]{43}$/);
  assert.ok(key.startsWith(prefix) && prefix.length < 12);
  const list = await account.browser.call("GET", "/keys");
  const audit = await account.browser.call("GET", "/audit-log");
  const stored = await service.context.storage.apiKeys.find({ accountId: account.accountId, id });
  for (const text of [list.text, audit.text, JSON.stringify(stored)]) assert.ok(!text.includes(key));
});

test("a rotated key works until the overlap ends, its successor with the same rights goes on", async () => {
  const old = await create({ name: "rotating", scopes: ["select"] });
  const rotated = await account.browser.post<ApiKeyWithSecret>(
    `/keys/${old.id}/rotate`,
    { overlap_s: 60 },
    201,
  );
  assert.deepEqual([rotated.scopes, rotated.name], [["select"], "rotating"]);
  assert.deepEqual([await statusWith(old.key), await statusWith(rotated.key)], [200, 200]);
  assert.deepEqual(
    [(await findKey(old.id))?.status, (await findKey(old.id))?.replaced_by],
    ["rotating", rotated.id],
  );
  service.clock.ms += 61_000;
  assert.deepEqual([await statusWith(old.key), await statusWith(rotated.key)], [401, 200]);
  assert.equal((await findKey(old.id))?.status, "expired");
});

test("a successor inherits the expiry and the limit; an expired key has none, and none has two", async () => {
  const expiresAt = new Date(service.clock.ms + 600_000).toISOString();
  const old = await create({ name: "bounded", expires_at: expiresAt, requests_per_minute_max: 7 });
  const rotate = (id: string) => account.browser.call("POST", `/keys/${id}/rotate`);
  const answers = await Promise.all(Array.from({ length: 6 }, () => rotate(old.id)));
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [201, 409, 409, 409, 409, 409],
  );
  const successor = answers.find(({ status }) => status === 201)?.body as ApiKeyWithSecret;
  assert.deepEqual([successor.expires_at, successor.requests_per_minute_max], [expiresAt, 7]);
  service.clock.ms += 600_000;
  assert.equal((await rotate(successor.id)).status, 404);
});

test("a key ends at its expiry, and an expiry in the past is refused", async () => {
  const inAnHour = new Date(service.clock.ms + 3_600_000).toISOString();
  const { key } = await create({ name: "expiring", expires_at: inAnHour });
  assert.equal(await statusWith(key), 200);
  service.clock.ms += 3_600_000;
  assert.equal(await statusWith(key), 401);
  const past = await account.browser.call("POST", "/keys", { body: { name: "late", expires_at: inAnHour } });
  assert.equal(past.status, 422);
});

test("a key's own rate limit stops it and no other", async () => {
  const limited = await create({ name: "limited", requests_per_minute_max: 2 });
  const free = await create({ name: "free" });
  assert.deepEqual([await statusWith(limited.key), await statusWith(limited.key)], [200, 200]);
  assert.equal(await statusWith(limited.key), 429);
  assert.equal(await statusWith(free.key), 200);
});

test("changed scopes count immediately, and a revoked key cannot be brought back", async () => {
  const { id, key } = await create({ name: "changing" });
  const change = (body: object) => account.browser.call("PATCH", `/keys/${id}`, { body });
  assert.equal((await change({ scopes: ["read"] })).status, 200);
  assert.equal(await statusWith(key), 403);
  assert.equal((await account.browser.call("DELETE", `/keys/${id}`)).status, 200);
  assert.equal((await change({ name: "again" })).status, 409);
  assert.equal((await account.browser.call("POST", `/keys/${id}/rotate`)).status, 404);
});

test("every change of a key is in the audit log with who made it", async () => {
  const { id } = await create({ name: "watched" });
  await account.browser.call("PATCH", `/keys/${id}`, { body: { name: "renamed" } });
  await account.browser.call("DELETE", `/keys/${id}`);
  await account.browser.call("DELETE", `/keys/${id}`);
  const { data } = await account.browser.get<Page<AuditEntry>>(`/audit-log?target=${id}`);
  assert.deepEqual(data.map((entry) => entry.action).sort(), ["key.create", "key.revoke", "key.update"]);
  assert.ok(data.every((entry) => entry.actor.label === "sanderling@example.org"));
});

test("ten thousand keys are listed in pages", async () => {
  const many = await startTestService();
  const big = await fillAccount(many, "knot");
  const key = await many.context.storage.apiKeys.find({ accountId: big.accountId, id: big.ids["key"] ?? "" });
  assert.ok(key !== undefined);
  await many.context.storage.transaction(async ({ apiKeys }) => {
    for (let index = 0; index < 10_000; index += 1)
      await apiKeys.create({ ...key, id: `key-${index}`, hash: `hash-${index}`, name: `key ${index}` });
  });
  const page = await big.browser.get<Page<ApiKey>>("/keys?limit=200");
  await many.close();
  assert.equal(page.data.length, 200);
  assert.notEqual(page.next_cursor, null);
});

test(
  "a key that one replica revokes is refused by the other on its next call",
  { skip: await postgresSkipReason() },
  async (t) => {
    const { here, there } = await startReplicas(t);
    const owner = await fillAccount(here, "turnstone");
    assert.deepEqual([await statusWith(owner.key, here), await statusWith(owner.key, there)], [200, 200]);
    const heard = new Promise<void>((resolve) => {
      there.context.storage.onInvalidate(({ topic }) => {
        if (topic === "keys") resolve();
      });
    });
    await owner.browser.call("DELETE", `/keys/${owner.ids["key"]}`);
    await heard;
    assert.deepEqual([await statusWith(owner.key, here), await statusWith(owner.key, there)], [401, 401]);
  },
);
