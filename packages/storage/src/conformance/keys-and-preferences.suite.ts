import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { Storage } from "../index.ts";
import { addAccount, aKey, allPages, T0, drain } from "./fixtures.ts";

export function describeKeysAndPreferences(open: () => Storage): void {
  test("a key is found by its hash with all that authentication needs", async () => {
    const storage = open();
    const accountId = await addAccount(storage);
    const key = aKey(accountId, { expiresAtMs: T0 + 5, rateLimitPerMinute: 60, scopes: ["read"] });
    await storage.apiKeys.create(key);
    assert.deepEqual(await storage.apiKeys.findByHash(key.hash), key);
    assert.equal(await storage.apiKeys.findByHash("0".repeat(64)), undefined);
    await assert.rejects(storage.apiKeys.create(aKey(accountId, { hash: key.hash })), { code: "conflict" });
    await assert.rejects(storage.apiKeys.create(aKey(randomUUID())), { code: "not_found" });
  });

  test("a revoked key says so immediately, once, and cannot be changed any more", async () => {
    const storage = open();
    const accountId = await addAccount(storage);
    const key = aKey(accountId);
    await storage.apiKeys.create(key);
    const revoke = () => storage.apiKeys.revoke({ accountId, id: key.id, atMs: T0 + 1 });
    assert.deepEqual([await revoke(), await revoke()], [true, false]);
    assert.equal((await storage.apiKeys.findByHash(key.hash))?.revokedAtMs, T0 + 1);
    assert.equal(await storage.apiKeys.update({ accountId, id: key.id, name: "x" }), undefined);
    const rotation = { accountId, id: key.id, replacement: aKey(accountId), nowMs: T0, oldExpiresAtMs: T0 };
    assert.equal(await storage.apiKeys.rotate(rotation), undefined);
    assert.deepEqual((await storage.apiKeys.list({ accountId })).items, []);
    assert.equal((await storage.apiKeys.list({ accountId, includeRevoked: true })).items.length, 1);
  });

  test("rotation leaves the old key its overlap, never more than its own expiry", async () => {
    const storage = open();
    const accountId = await addAccount(storage);
    const [endless, short] = [aKey(accountId), aKey(accountId, { expiresAtMs: T0 + 10 })];
    for (const key of [endless, short]) {
      await storage.apiKeys.create(key);
      const replacement = aKey(accountId);
      const rotation = { accountId, id: key.id, replacement, nowMs: T0, oldExpiresAtMs: T0 + 100 };
      await storage.apiKeys.rotate(rotation);
      assert.deepEqual(await storage.apiKeys.findByHash(replacement.hash), replacement);
      assert.equal((await storage.apiKeys.findByHash(key.hash))?.replacedById, replacement.id);
    }
    assert.equal((await storage.apiKeys.findByHash(endless.hash))?.expiresAtMs, T0 + 100);
    assert.equal((await storage.apiKeys.findByHash(short.hash))?.expiresAtMs, T0 + 10);
    assert.equal(await storage.apiKeys.countActive({ accountId, nowMs: T0 + 10 }), 3);
  });

  test("a key has one successor, however many rotate it together, and none once it has expired", async () => {
    const storage = open();
    const accountId = await addAccount(storage);
    const [key, expired] = [aKey(accountId), aKey(accountId, { expiresAtMs: T0 })];
    for (const each of [key, expired]) await storage.apiKeys.create(each);
    const rotate = (id: string) => {
      const rotation = { accountId, id, replacement: aKey(accountId), nowMs: T0, oldExpiresAtMs: T0 + 9 };
      return storage.apiKeys.rotate(rotation);
    };
    const rotated = await Promise.all(Array.from({ length: 6 }, () => rotate(key.id)));
    assert.equal(rotated.filter((successor) => successor !== undefined).length, 1);
    assert.equal(await rotate(expired.id), undefined);
    assert.equal((await storage.apiKeys.list({ accountId })).items.length, 3);
  });

  test("a rotation that fails half-way changes nothing", async () => {
    const storage = open();
    const accountId = await addAccount(storage);
    const [key, taken] = [aKey(accountId), aKey(accountId)];
    for (const each of [key, taken]) await storage.apiKeys.create(each);
    const replacement = aKey(accountId, { hash: taken.hash });
    const rotation = { accountId, id: key.id, replacement, nowMs: T0, oldExpiresAtMs: T0 };
    await assert.rejects(storage.apiKeys.rotate(rotation), { code: "conflict" });
    assert.deepEqual(await storage.apiKeys.find({ accountId, id: key.id }), key);
  });

  test("a key comes back with its owner, its maker and its addresses", async () => {
    const storage = open();
    const accountId = await addAccount(storage);
    const addresses = ["10.0.0.0/8", "2001:db8::/32"];
    const key = aKey(accountId, { ownerId: "o", makerId: "m", addresses });
    await storage.apiKeys.create(key);
    assert.deepEqual(await storage.apiKeys.find({ accountId, id: key.id }), key);
    const update = { accountId, id: key.id, addresses: null, ownerId: "p" };
    assert.deepEqual(await storage.apiKeys.update(update), { ...key, addresses: null, ownerId: "p" });
  });

  test("the keys that a person owns or has made end together, and no others", async () => {
    const storage = open();
    const accountId = await addAccount(storage);
    const userId = randomUUID();
    const [owned, made, other] = [
      aKey(accountId, { ownerId: userId }),
      aKey(accountId, { makerId: userId, ownerId: "another" }),
      aKey(accountId),
    ];
    for (const key of [owned, made, other]) await storage.apiKeys.create(key);
    const heard: (string | null)[] = [];
    const stop = storage.onInvalidate(({ topic, id }) => topic === "keys" && heard.push(id));
    assert.equal(await storage.apiKeys.revokeByPerson({ accountId, userId, atMs: T0 + 1 }), 2);
    stop();
    assert.deepEqual(new Set(heard), new Set([owned.hash, made.hash]));
    assert.deepEqual((await storage.apiKeys.list({ accountId })).items, [other]);
  });

  test("a longest life brings ends forward, leaves earlier ones, and gives old keys notice", async () => {
    const storage = open();
    const accountId = await addAccount(storage);
    const lifeMs = 100;
    const [old, young, short] = [
      aKey(accountId, { createdAtMs: T0 - 1_000 }),
      aKey(accountId, { expiresAtMs: T0 + 5_000 }),
      aKey(accountId, { expiresAtMs: T0 + 50 }),
    ];
    for (const key of [old, young, short]) await storage.apiKeys.create(key);
    const limit = { accountId, lifeMs, graceEndMs: T0 + 14 };
    assert.equal(await storage.apiKeys.limitLives(limit), 2);
    const endOf = async ({ id }: { readonly id: string }) =>
      (await storage.apiKeys.find({ accountId, id }))?.expiresAtMs;
    assert.deepEqual(
      [await endOf(old), await endOf(young), await endOf(short)],
      [T0 + 14, T0 + 100, T0 + 50],
    );
    assert.equal(
      await storage.apiKeys.limitLives({ ...limit, graceEndMs: T0 + 20 }),
      0,
      "notice is given once",
    );
    const ending = await storage.apiKeys.listEnding({ fromMs: T0 + 14, toMs: T0 + 50 });
    assert.ok(ending.some(({ id }) => id === short.id) && !ending.some(({ id }) => id === young.id));
  });

  test("last uses are noted in one go and never go back", async () => {
    const storage = open();
    const accountId = await addAccount(storage);
    const keys = [aKey(accountId), aKey(accountId)];
    for (const key of keys) await storage.apiKeys.create(key);
    await storage.apiKeys.touch(keys.map(({ id }) => ({ id, lastUsedAtMs: T0 + 9 })));
    await storage.apiKeys.touch(keys.map(({ id }) => ({ id, lastUsedAtMs: T0 + 3 })));
    const uses = (await storage.apiKeys.list({ accountId })).items.map((key) => key.lastUsedAtMs);
    assert.deepEqual(uses, [T0 + 9, T0 + 9]);
  });

  test("keys with one and the same time are listed each exactly once", async () => {
    const storage = open();
    const accountId = await addAccount(storage);
    for (let index = 0; index < 11; index += 1) await storage.apiKeys.create(aKey(accountId));
    const keys = await allPages((cursor) => storage.apiKeys.list({ accountId, limit: 4, cursor }));
    assert.equal(new Set(keys.map((key) => key.id)).size, 11);
    assert.equal(keys.length, 11);
  });

  test("a foreign or broken cursor is refused, not misread", async () => {
    const storage = open();
    const accountId = await addAccount(storage);
    for (const cursor of ["x", "W10", Buffer.from('["a",1]').toString("base64url"), "e30"]) {
      await assert.rejects(storage.apiKeys.list({ accountId, cursor }), { code: "bad_request" });
    }
  });

  test("a preference's versions are never changed, only added to", async () => {
    const storage = open();
    const accountId = await addAccount(storage);
    const { preferences } = storage;
    const id = randomUUID();
    const first = { exploration_rate: 0.1 };
    await preferences.create({ accountId, id, name: "one", policy: first, atMs: T0, by: "ada" });
    const second = { fallback: "strict" as const };
    await preferences.update({ accountId, id, name: "two", policy: second, atMs: T0 + 1 });
    const back = await preferences.rollback({ accountId, id, version: 1, atMs: T0 + 2, by: "bob" });
    assert.deepEqual(back, {
      id,
      accountId,
      name: "one",
      version: 3,
      policy: first,
      createdAtMs: T0,
      updatedAtMs: T0 + 2,
    });
    assert.deepEqual(await preferences.find({ accountId, id }), back);
    const versions = await allPages((cursor) =>
      preferences.listVersions({ accountId, id, limit: 2, cursor }),
    );
    assert.deepEqual(
      versions.map(({ version, name, restoredFrom }) => [version, name, restoredFrom]),
      [
        [3, "one", 1],
        [2, "two", null],
        [1, "one", null],
      ],
    );
    assert.deepEqual((await preferences.findVersion({ accountId, id, version: 2 }))?.policy, second);
    assert.equal(await preferences.rollback({ accountId, id, version: 9, atMs: T0 }), undefined);
  });

  test("of two writers who saw the same version, one learns of the conflict", async () => {
    const storage = open();
    const accountId = await addAccount(storage);
    const id = randomUUID();
    await storage.preferences.create({ accountId, id, name: "p", policy: {}, atMs: T0 });
    const write = (name: string) =>
      storage.preferences.update({ accountId, id, name, expectedVersion: 1, atMs: T0 + 1 });
    const outcomes = await Promise.allSettled([write("a"), write("b")]);
    const failed = outcomes.filter((outcome) => outcome.status === "rejected");
    assert.deepEqual(
      failed.map(({ reason }) => (reason as { code: string }).code),
      ["conflict"],
    );
    assert.equal((await storage.preferences.find({ accountId, id }))?.version, 2);
  });

  test("a deleted preference is gone, but its old versions still explain old decisions", async () => {
    const storage = open();
    const accountId = await addAccount(storage);
    const id = randomUUID();
    await storage.preferences.create({
      accountId,
      id,
      name: "p",
      policy: { minimum_success: 0.5 },
      atMs: T0,
    });
    const remove = () => storage.preferences.delete({ accountId, id, atMs: T0 + 1 });
    assert.deepEqual([await remove(), await remove()], [true, false]);
    assert.equal(await storage.preferences.find({ accountId, id }), undefined);
    assert.equal(await storage.preferences.update({ accountId, id, atMs: T0 }), undefined);
    assert.deepEqual((await storage.preferences.list({ accountId })).items, []);
    const version = await storage.preferences.findVersion({ accountId, id, version: 1 });
    assert.equal(version?.policy.minimum_success, 0.5);
  });
}

// Custom routers that are trained again: the rows kept with them, and their way back to the queue.

export function describeKeptRows(open: () => Storage): void {
  test("the rows of a training stay when it ends, go by themselves, and only its own worker brings them", async () => {
    const storage = open();
    const accountId = await addAccount(storage);
    const ref = { accountId, id: randomUUID() };
    const { customRouters } = storage;
    await customRouters.create({ ...ref, params: {}, createdAtMs: 0, name: "mine", upload: {} });
    const parts = [Uint8Array.of(1, 2), Uint8Array.of(3)];
    const put = (workerId: string, bytes = parts) =>
      customRouters.putRows({ ...ref, workerId, parts: bytes, upload: { kept: bytes.length } });
    assert.equal(await put("w"), false);
    assert.equal((await customRouters.claim({ workerId: "w", nowMs: T0, leaseMs: 100 }))?.id, ref.id);
    assert.equal(await put("other"), false);
    assert.equal(await put("w"), true);
    assert.equal(await put("w", [Uint8Array.of(4)]), true);
    assert.equal(await put("w"), true);
    await customRouters.finish({ ...ref, workerId: "w", nowMs: T0, report: { ok: 1 } });
    await customRouters.purgeUploads({ staleBeforeMs: T0 + 1, nowMs: T0 });
    assert.deepEqual(await drain(customRouters.streamEvidence({ ...ref, kind: "rows" })), parts);
    assert.deepEqual((await customRouters.find(ref))?.upload, { kept: 2 });
    assert.equal(await put("w", []), false);
    assert.equal(await customRouters.deleteEvidence({ ...ref, kind: "rows" }), 2);
    assert.deepEqual(await drain(customRouters.streamEvidence({ ...ref, kind: "rows" })), []);
  });

  test("a training that has ended is queued again with other wishes, and keeps its report if it then fails", async () => {
    const storage = open();
    const accountId = await addAccount(storage);
    const ref = { accountId, id: randomUUID() };
    const { customRouters } = storage;
    await customRouters.create({ ...ref, params: { a: 1 }, createdAtMs: 0, name: "mine", upload: {} });
    const again = () => customRouters.requeue({ ...ref, params: { b: 2 }, nowMs: T0 });
    assert.equal(await again(), false);
    const claim = async () =>
      (await customRouters.claim({ workerId: "w", nowMs: T0, leaseMs: 100 }))?.id === ref.id;
    assert.ok(await claim());
    assert.equal(await again(), false);
    await customRouters.finish({ ...ref, workerId: "w", nowMs: T0, report: { ok: 1 } });
    assert.deepEqual([await again(), await again()], [true, false]);
    const queued = await customRouters.find(ref);
    const { state, params, attempts, progress, error } = queued!;
    assert.deepEqual(
      { state, params, attempts, progress, error },
      { state: "queued", params: { b: 2 }, attempts: 0, progress: 0, error: null },
    );
    assert.ok(await claim());
    await customRouters.finish({ ...ref, workerId: "w", nowMs: T0, error: "no" });
    const failed = await customRouters.find(ref);
    assert.deepEqual([failed?.state, failed?.report, failed?.error], ["failed", { ok: 1 }, "no"]);
  });
}
