// Limits that keep a key to where it belongs: its owner, its addresses, its life.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import type { Account, Alert, ApiKey, ApiKeyWithSecret, InvitedMember, Me, Page } from "@signalbox/contracts";

import { createKeyWatch } from "../src/services/keys/watch-keys.ts";
import { CONVERSATION, fillAccount, type FilledAccount } from "./filled-account.ts";
import type { TestBrowser } from "./test-browser.ts";
import { startTestService, type TestService } from "./test-service.ts";

const DAY_MS = 86_400_000;

let service: TestService;
let account: FilledAccount;
before(async () => {
  service = await startTestService({ flags: { "trust-proxy": "1" } });
  account = await fillAccount(service, "lapwing");
});
after(() => service.close());

const create = (body: object, on = account.browser) => on.post<ApiKeyWithSecret>("/keys", body, 201);

const selectFrom = (key: string, address: string, forwarded?: string) =>
  service.browser(address).call("POST", "/model-select", {
    headers: {
      authorization: `Bearer ${key}`,
      ...(forwarded !== undefined && { "x-forwarded-for": forwarded }),
    },
    body: CONVERSATION,
  });

const keysOf = async (): Promise<readonly ApiKey[]> =>
  (await account.browser.get<Page<ApiKey>>("/keys?limit=200&include_revoked=true")).data;

const inDays = (days: number): string => new Date(service.clock.ms + days * DAY_MS).toISOString();

async function join(email: string, address: string): Promise<{ browser: TestBrowser; id: string }> {
  const { link } = await account.browser.post<InvitedMember>("/members", { email, role: "member" }, 201);
  const browser = service.browser(address);
  const token = link.split("#token=")[1];
  const me = await browser.post<Me>("/auth/accept-invite", { token, password: "seven loose purple kites" });
  return { browser, id: me.user.id };
}

test("a key works from its addresses alone, of either kind, seen through the trusted proxy", async () => {
  const { key } = await create({ name: "office", addresses: ["203.0.113.0/24", "2001:DB8:5::/48"] });
  const from = async (address: string, forwarded?: string) =>
    (await selectFrom(key, address, forwarded)).status;
  assert.deepEqual(
    [await from("203.0.113.9"), await from("::ffff:203.0.113.9"), await from("2001:db8:5::1")],
    [200, 200, 200],
  );
  assert.deepEqual([await from("203.0.114.9"), await from("2001:db8:6::1")], [403, 403]);
  assert.equal(await from("10.0.0.1", "203.0.113.9"), 200, "the proxy says who calls");
  assert.equal(
    await from("10.0.0.1", "203.0.113.9, 198.51.100.1"),
    403,
    "what the caller wrote itself is no proof",
  );
});

test("the refusal names neither the addresses that would do nor anything else", async () => {
  const { key } = await create({ name: "hidden office", addresses: ["192.0.2.0/30"] });
  const { status, text, body } = await selectFrom(key, "198.51.100.1");
  assert.equal(status, 403);
  assert.equal(
    (body as { readonly detail: string }).detail,
    "This API key may not be used from this address.",
  );
  assert.ok(!text.includes("192.0.2") && !text.includes("hidden office"));
});

test("changed addresses count immediately, and null opens the key again", async () => {
  const { id, key } = await create({ name: "moving" });
  const change = (addresses: readonly string[] | null) =>
    account.browser.call("PATCH", `/keys/${id}`, { body: { addresses } });
  assert.equal((await selectFrom(key, "198.51.100.1")).status, 200);
  await change(["192.0.2.1"]);
  assert.equal((await selectFrom(key, "198.51.100.1")).status, 403);
  await change(null);
  assert.equal((await selectFrom(key, "198.51.100.1")).status, 200);
  const wrong = await change(["192.0.2.1", "the office"]);
  assert.equal(wrong.status, 422);
  assert.match(wrong.text, /body\.addresses\[1\]/);
});

test("a key has its maker for an owner, and passes to another member but to no stranger", async () => {
  const made = await create({ name: "owned" });
  assert.deepEqual([made.owner_id, made.owner_email], [account.ids["user"], "lapwing@example.org"]);
  const { id } = await join("heir@example.org", "198.51.100.90");
  const give = (owner: string) =>
    account.browser.call("PATCH", `/keys/${made.id}`, { body: { owner_id: owner } });
  assert.equal((await give("nobody")).status, 404);
  const given = await give(id);
  assert.equal((given.body as ApiKey).owner_email, "heir@example.org");
});

test("a successor keeps owner, addresses, limits and end, and the old key works for the overlap", async () => {
  const old = await create({
    name: "rotated",
    scopes: ["select"],
    addresses: ["203.0.113.0/24"],
    requests_per_minute_max: 50,
    expires_at: inDays(20),
  });
  const rotated = await account.browser.post<ApiKeyWithSecret>(`/keys/${old.id}/rotate`, undefined, 201);
  const { owner_id, addresses, scopes, requests_per_minute_max, expires_at } = rotated;
  assert.deepEqual(
    { owner_id, addresses, scopes, requests_per_minute_max, expires_at },
    {
      owner_id: old.owner_id,
      addresses: old.addresses,
      scopes: old.scopes,
      requests_per_minute_max: old.requests_per_minute_max,
      expires_at: old.expires_at,
    },
  );
  assert.equal((await selectFrom(rotated.key, "203.0.113.9")).status, 200);
  assert.equal((await selectFrom(old.key, "203.0.113.9")).status, 200, "the old one in its overlap");
});

test("a member who is removed takes along every key that they own or have seen, on every replica", async () => {
  const { browser, id } = await join("leaver@example.org", "198.51.100.91");
  const own = await create({ name: "own" }, browser);
  const passedOn = await create({ name: "passed on" }, browser);
  await account.browser.call("PATCH", `/keys/${passedOn.id}`, { body: { owner_id: account.ids["user"] } });
  const others = await create({ name: "stays" });
  const replica = await startTestService({
    flags: { "database-url": service.context.storage.url },
    clock: service.clock,
  });
  const on = async (of: TestService, key: string) =>
    (
      await of.browser().call("POST", "/model-select", {
        headers: { authorization: `Bearer ${key}` },
        body: CONVERSATION,
      })
    ).status;
  const all = [own.key, passedOn.key, others.key];
  const statuses = (of: TestService) => Promise.all(all.map((key) => on(of, key)));
  try {
    assert.deepEqual(
      [await statuses(service), await statuses(replica)],
      [Array(3).fill(200), Array(3).fill(200)],
    );
    assert.equal((await account.browser.call("DELETE", `/members/${id}`)).status, 200);
    assert.deepEqual(await statuses(service), [401, 401, 200]);
    assert.equal((await browser.call("GET", "/auth/me")).status, 401);
    for (let wait = 0; wait < 40 && (await on(replica, own.key)) !== 401; wait += 1)
      await new Promise((resolve) => setTimeout(resolve, 50));
    assert.deepEqual(await statuses(replica), [401, 401, 200]);
  } finally {
    await replica.close();
  }
});

test("where keys may live so many days, a longer one is refused with the limit and others get their end", async () => {
  const before = await create({ name: "from before" });
  const settings = { key_days_max: 30 };
  const changed = await account.browser.call("PATCH", "/account", { body: { settings } });
  assert.equal((changed.body as Account).settings.key_days_max, 30);
  for (const expiresAt of [inDays(31), null]) {
    const refused = await account.browser.call("POST", "/keys", {
      body: { name: "too long", expires_at: expiresAt },
    });
    assert.equal(refused.status, 422);
    assert.match(refused.text, /at most 30 days/);
  }
  assert.equal((await create({ name: "by default" })).expires_at, inDays(30));
  assert.equal((await create({ name: "shorter", expires_at: inDays(3) })).expires_at, inDays(3));
  const shown = (await keysOf()).find(({ id }) => id === before.id);
  assert.equal(shown?.expires_at, new Date(Date.parse(before.created_at) + 30 * DAY_MS).toISOString());
  const lengthen = await account.browser.call("PATCH", `/keys/${before.id}`, {
    body: { expires_at: inDays(40) },
  });
  assert.equal(lengthen.status, 422);
  const rotated = await account.browser.post<ApiKeyWithSecret>(
    `/keys/${before.id}/rotate`,
    { expires_at: inDays(30) },
    201,
  );
  assert.equal(rotated.expires_at, inDays(30), "rotation gives a fresh life");
  assert.equal((await account.browser.get<Me>("/auth/me")).limits.key_days_max, 30);
});

test("a key in use is warned of before it ends, once, and the warning goes with its successor", async () => {
  const { id } = await create({ name: "soon over", expires_at: inDays(28) });
  await service.context.storage.apiKeys.touch([{ id, lastUsedAtMs: service.clock.ms }]);
  const watch = createKeyWatch(service.context);
  const warnings = async () => {
    await watch();
    const { items } = await service.context.storage.alerts.list({
      accountId: account.accountId,
      openOnly: true,
    });
    return items.filter((alert) => alert.kind === "key_expiry" && alert.subject === id).length;
  };
  assert.equal(await warnings(), 0);
  service.clock.ms += 22 * DAY_MS;
  assert.deepEqual([await warnings(), await warnings()], [1, 1]);
  const owner = service.browser("198.51.100.49");
  await owner.post("/auth/sign-in", { email: "lapwing@example.org", password: "nine patient copper bells" });
  await owner.post(`/keys/${id}/rotate`, { expires_at: inDays(30) }, 201);
  assert.equal(await warnings(), 0);
});

test("the installation's limit reaches keys of every account, old ones after two weeks' notice", async () => {
  const strict = await startTestService({ flags: { "key-max-age-days": "10" } });
  try {
    const { browser } = await fillAccount(strict, "redshank");
    const [key] = (await browser.get<Page<ApiKey>>("/keys")).data;
    assert.equal(key?.expires_at, new Date(Date.parse(key?.created_at ?? "") + 10 * DAY_MS).toISOString());
    const first = await strict.context.storage.apiKeys.listEnding({
      fromMs: 0,
      toMs: Number.MAX_SAFE_INTEGER,
    });
    await createKeyWatch(strict.context)();
    const then = await strict.context.storage.apiKeys.listEnding({
      fromMs: 0,
      toMs: Number.MAX_SAFE_INTEGER,
    });
    assert.equal(then.length, first.length + 1, "the key of the first start has an end too");
  } finally {
    await strict.close();
  }
});

test("alerts of keys are served with the key that they are about", async () => {
  const open = await service.context.storage.alerts.list({ accountId: account.accountId });
  const one = open.items.find(({ kind }) => kind === "key_expiry");
  const wire: Pick<Alert, "kind"> = { kind: one?.kind ?? "" };
  assert.equal(wire.kind, "key_expiry");
  assert.equal(typeof one?.details["key_id"], "string");
});
