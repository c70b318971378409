import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";

import type { Invalidation, Storage } from "../index.ts";
import { addAccount, aDecision, aKey, anAccount, HOUR, T0 } from "./fixtures.ts";

export function describeTransactions(open: () => Storage): void {
  test("a transaction that throws leaves nothing behind and tells nobody", async () => {
    const storage = open();
    const accountId = await addAccount(storage);
    const heard: Invalidation[] = [];
    const stop = storage.onInvalidate((event) => heard.push(event));
    const key = aKey(accountId);
    const fault = new Error("on purpose");
    const work = storage.transaction(async (inside) => {
      await inside.apiKeys.create(key);
      assert.equal((await inside.apiKeys.findByHash(key.hash))?.id, key.id);
      throw fault;
    });
    await assert.rejects(work, fault);
    stop();
    assert.equal(await storage.apiKeys.findByHash(key.hash), undefined);
    assert.deepEqual(
      heard.filter((event) => event.accountId === accountId),
      [],
    );
  });

  test("a transaction commits as a whole, with one word per change, after the commit", async () => {
    const storage = open();
    const account = anAccount();
    const key = aKey(account.id);
    const heard: Invalidation[] = [];
    const stop = storage.onInvalidate((event) => heard.push(event));
    await storage.transaction(async (inside) => {
      await inside.accounts.create(account);
      await inside.apiKeys.create(key);
      assert.deepEqual(
        heard.filter((event) => event.accountId === account.id),
        [],
      );
    });
    stop();
    const first = heard.find((event) => event.accountId === account.id);
    assert.deepEqual(first, { topic: "keys", accountId: account.id, id: key.hash });
    assert.equal((await storage.accounts.find(account.id))?.name, account.name);
  });

  test("queries beside an open transaction wait for it instead of falling into it", async () => {
    const storage = open();
    const accountId = await addAccount(storage);
    const key = aKey(accountId);
    const fault = new Error("rolled back");
    const transaction = storage.transaction(async (inside) => {
      await inside.apiKeys.create(key);
      await inside.accounts.count();
      throw fault;
    });
    const beside = storage.apiKeys.create(aKey(accountId));
    await assert.rejects(transaction, fault);
    await beside;
    assert.equal((await storage.apiKeys.list({ accountId })).items.length, 1);
  });

  test("every change that a cache may hold is announced with its topic", async () => {
    const storage = open();
    const accountId = await addAccount(storage);
    const topics: string[] = [];
    const stop = storage.onInvalidate((event) => {
      if (event.accountId === accountId) topics.push(event.topic);
    });
    const key = aKey(accountId);
    const id = randomUUID();
    await storage.apiKeys.create(key);
    await storage.apiKeys.update({ accountId, id: key.id, name: "n" });
    await storage.apiKeys.revoke({ accountId, id: key.id, atMs: T0 });
    await storage.preferences.create({ accountId, id, name: "p", policy: {}, atMs: T0 });
    await storage.preferences.delete({ accountId, id, atMs: T0 });
    await storage.modelOverrides.put({
      accountId,
      modelId: "m",
      facts: {},
      updatedAtMs: T0,
      updatedBy: null,
    });
    const snapshot = {
      accountId,
      kind: "online",
      version: "v",
      parentVersion: null,
      meta: {},
      createdAtMs: T0,
    };
    await storage.learned.create({ ...snapshot, blob: new Uint8Array(1) });
    await storage.learned.setCurrent(snapshot);
    await storage.accounts.update({ accountId, name: "n" });
    stop();
    await storage.accounts.update({ accountId, name: "unheard" });
    assert.deepEqual(topics, [
      "keys",
      "keys",
      "keys",
      "preferences",
      "preferences",
      "models",
      "learned",
      "account",
    ]);
  });

  test("appending is all or nothing", async () => {
    const storage = open();
    const accountId = await addAccount(storage);
    const good = aDecision(accountId);
    await assert.rejects(
      storage.appendDecisions([good, { ...aDecision(accountId), sessionId: good.sessionId }]),
      {
        code: "conflict",
      },
    );
    assert.equal(await storage.decisions.find({ accountId, sessionId: good.sessionId }), undefined);
    assert.equal(await storage.decisions.count({ accountId }), 0);
  });

  test("a row that cannot be written leaves nothing behind for the next batch", async () => {
    const storage = open();
    const accountId = await addAccount(storage);
    const lost = aDecision(accountId);
    const unwritable = aDecision(accountId, { request: { tokens: 1n } });
    await assert.rejects(storage.appendDecisions([lost, unwritable]), TypeError);
    await storage.appendDecisions([aDecision(accountId)]);
    assert.equal(await storage.decisions.find({ accountId, sessionId: lost.sessionId }), undefined);
    assert.equal(await storage.decisions.count({ accountId }), 1);
    const window = { accountId, fromMs: T0, toMs: T0 + HOUR, bucketHours: 1 };
    assert.equal((await storage.groups.total(window)).decisions, 1);
  });

  test("a sound database shows no damage and tells the time", async () => {
    const { faults = [], nowMs } = await open().inspect();
    assert.deepEqual(faults, []);
    assert.ok(Math.abs(nowMs - Date.now()) < 60_000, String(nowMs));
  });

  test("a living database answers a ping", async () => {
    await open().ping();
  });
}
