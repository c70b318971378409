import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";

import type { AuditEntry, Storage } from "../index.ts";
import { addAccount, T0 } from "./fixtures.ts";

const anEntry = (accountId: string, atMs = T0): AuditEntry => ({
  id: randomUUID(),
  accountId,
  atMs,
  actor: { kind: "user", id: "u", name: "ada@example.org" },
  action: "key.create",
  targetId: "k1",
  details: { name: "ci", 10: "ten", 2: "two" },
  ip: null,
});

type Asked = Omit<Parameters<Storage["audit"]["list"]>[0], "accountId">;

const timesOf = async ({ audit }: Storage, accountId: string, asked: Asked = {}) =>
  (await audit.list({ accountId, ...asked })).items.map(({ atMs }) => atMs - T0);

export function describeAudit(open: () => Storage): void {
  test("an audit entry is listed as it was written, for its account alone", async () => {
    const storage = open();
    const [accountId, other] = [await addAccount(storage), await addAccount(storage)];
    const entry = anEntry(accountId);
    await storage.audit.append(entry);
    assert.deepEqual((await storage.audit.list({ accountId })).items, [entry]);
    assert.deepEqual((await storage.audit.list({ accountId: other })).items, []);
  });

  test("entries are listed by who acted and by when, from the first moment up to the last, which is not included", async () => {
    const storage = open();
    const accountId = await addAccount(storage);
    for (const [offset, id] of ["u", "v", "u", "v"].entries())
      await storage.audit.append({
        ...anEntry(accountId, T0 + offset),
        actor: { kind: "user", id, name: id },
      });
    assert.deepEqual(await timesOf(storage, accountId, { actorId: "v" }), [3, 1]);
    assert.deepEqual(await timesOf(storage, accountId, { fromMs: T0 + 1, toMs: T0 + 3 }), [2, 1]);
    assert.deepEqual(await timesOf(storage, accountId, { actorId: "u", fromMs: T0 + 1 }), [2]);
  });

  test("an entry of a transaction that fails is not written", async () => {
    const storage = open();
    const accountId = await addAccount(storage);
    const failing = storage.transaction(async ({ audit }) => {
      await audit.append(anEntry(accountId));
      throw new Error("undone");
    });
    await assert.rejects(failing, /undone/);
    assert.deepEqual(await timesOf(storage, accountId), []);
  });

  test("the oldest entries of one account are deleted, at most as many as the limit says", async () => {
    const storage = open();
    const [accountId, other] = [await addAccount(storage), await addAccount(storage)];
    for (const id of [accountId, other])
      for (const offset of [0, 1, 2, 200]) await storage.audit.append(anEntry(id, T0 + offset));
    const cut = { accountId, beforeMs: T0 + 2, limit: 1 };
    assert.equal(await storage.audit.deleteBefore(cut), 1);
    assert.deepEqual(await timesOf(storage, accountId), [200, 2, 1]);
    assert.equal(await storage.audit.deleteBefore({ ...cut, limit: 100 }), 1);
    assert.equal(await storage.audit.deleteBefore({ ...cut, limit: 100 }), 0);
    assert.deepEqual(await timesOf(storage, accountId), [200, 2]);
    assert.deepEqual(await timesOf(storage, other), [200, 2, 1, 0]);
  });
}
