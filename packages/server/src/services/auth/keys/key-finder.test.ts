// Keys in memory over a real database: quick for known ones, never stale for revoked, expired and new ones.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { SignalboxError } from "@signalbox/contracts";
import { openStorage, type Invalidation, type Storage } from "@signalbox/storage";

import { newAccount } from "../../accounts/new-account.ts";
import { newKey, type NewKey } from "../../keys/new-key.ts";
import { createKeyFinder, type CachedKeyFinder } from "./key-finder.ts";

const clock = { ms: 1_000_000, nowMs: () => clock.ms };
const account = newAccount("Test", clock.ms);
let storage: Storage;
let finder: CachedKeyFinder;

before(async () => {
  storage = await openStorage({ url: ":memory:" });
  await storage.accounts.create(account);
  finder = createKeyFinder({ storage, clock });
});
after(async () => {
  finder.close();
  await storage.close();
});

async function addKey(more: Partial<NewKey> = {}): Promise<{ id: string; secret: string }> {
  const { key, secret } = newKey({ accountId: account.id, name: "k", nowMs: clock.ms, ...more });
  await storage.apiKeys.create(key);
  return { id: key.id, secret };
}

test("a key is read from the database once and then answered from memory, without waiting", async () => {
  const { id, secret } = await addKey({ scopes: ["select"] });
  const first = await finder.findKey(secret);
  const second = finder.findKey(secret);
  assert.ok(!(second instanceof Promise));
  assert.deepEqual(second, first);
  assert.ok(
    second?.kind === "key" &&
      second.keyId === id &&
      second.scopes.has("select") &&
      !second.scopes.has("read"),
  );
});

test("a revoked key is unknown on the very next call", async () => {
  const { id, secret } = await addKey();
  assert.ok((await finder.findKey(secret)) !== undefined);
  await storage.apiKeys.revoke({ accountId: account.id, id, atMs: clock.ms });
  assert.equal(await finder.findKey(secret), undefined);
});

test("a key that changes loses its old scopes immediately", async () => {
  const { id, secret } = await addKey();
  await finder.findKey(secret);
  await storage.apiKeys.update({ accountId: account.id, id, scopes: ["read"] });
  const found = await finder.findKey(secret);
  assert.ok(found?.kind === "key" && !found.scopes.has("select") && found.scopes.has("read"));
});

test("a key expires while it is in memory", async () => {
  const { secret } = await addKey({ expiresAtMs: clock.ms + 500 });
  assert.ok((await finder.findKey(secret)) !== undefined);
  clock.ms += 500;
  assert.equal(await finder.findKey(secret), undefined);
});

test("an unknown key is remembered as unknown only until keys change", async () => {
  const { key, secret } = newKey({ accountId: account.id, name: "later", nowMs: clock.ms });
  assert.equal(await finder.findKey(secret), undefined);
  assert.equal(finder.findKey(secret), undefined);
  await storage.apiKeys.create(key);
  assert.ok((await finder.findKey(secret)) !== undefined);
});

test("what does not look like a key is refused without asking anybody", () => {
  for (const secret of [
    "",
    "sk_",
    "pk_0123456789abcdef0",
    "sk_short",
    `sk_${"x".repeat(300)}`,
    "sk_bad key with spaces",
  ])
    assert.equal(finder.findKey(secret), undefined);
});

test("last uses are written together, later", async () => {
  const { id, secret } = await addKey();
  await finder.findKey(secret);
  clock.ms += 1000;
  await finder.findKey(secret);
  assert.equal((await storage.apiKeys.find({ accountId: account.id, id }))?.lastUsedAtMs, null);
  await finder.flushUses();
  assert.equal((await storage.apiKeys.find({ accountId: account.id, id }))?.lastUsedAtMs, clock.ms);
});

/** A finder whose database can go away and whose word of changes may be missed. */
function openDoubtful() {
  let isAway = false;
  let tell = (_event: Invalidation): void => {};
  const findByHash: Storage["apiKeys"]["findByHash"] = (digest) =>
    isAway
      ? Promise.reject(new SignalboxError("dependency_unavailable", "away"))
      : storage.apiKeys.findByHash(digest);
  const doubtful = createKeyFinder({
    storage: {
      ...storage,
      apiKeys: { ...storage.apiKeys, findByHash },
      onInvalidate: (listener) => {
        tell = listener;
        return () => {};
      },
    },
    clock,
    absence: { awayMs: 60_000, isAway: () => false },
  });
  return {
    find: async (secret: string): Promise<string | undefined> => {
      const found = await doubtful.findKey(secret);
      return found?.kind === "key" ? found.keyId : undefined;
    },
    doubt: () => tell({ topic: "all", accountId: null, id: null }),
    setAway: () => void (isAway = true),
  };
}

test("a key that is read while the connection breaks is still known while the database is away", async () => {
  const { id, secret } = await addKey();
  const { find, doubt, setAway } = openDoubtful();
  await find(secret);
  doubt();
  const reading = find(secret);
  doubt();
  assert.equal(await reading, id);
  setAway();
  assert.equal(await find(secret), id);
});

test("a key that was revoked while nothing was heard is unknown for good once that was read", async () => {
  const { id, secret } = await addKey();
  const { find, doubt, setAway } = openDoubtful();
  await find(secret);
  await storage.apiKeys.revoke({ accountId: account.id, id, atMs: clock.ms });
  doubt();
  assert.equal(await find(secret), undefined);
  doubt();
  setAway();
  await assert.rejects(async () => find(secret), { code: "dependency_unavailable" });
});
