// The audit log's chain of seals, also where several write to it together.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";

import { auditSeal, NO_SEAL, type AuditEntry, type Storage } from "../index.ts";
import { addAccount, T0 } from "./fixtures.ts";

const KEY = "ab".repeat(32);

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

async function sealsOf(storage: Storage, accountId: string): Promise<readonly (string | null)[]> {
  const rows = await storage.audit.listSealed({ accountId, afterSeq: 0, limit: 1_000 });
  return rows.map(({ entry }) => entry.digest);
}

export function describeAudit(open: () => Storage): void {
  test("entries that are appended together follow one another without a fork or a gap", async () => {
    const storage = open();
    const [accountId, other] = [await addAccount(storage), await addAccount(storage)];
    const together = Array.from({ length: 24 }, (_, at) =>
      storage.transaction(({ audit }) =>
        audit.append(anEntry(at % 3 === 0 ? other : accountId, T0 + at), KEY),
      ),
    );
    await Promise.all(together);
    const rows = await storage.audit.listSealed({ accountId, afterSeq: 0, limit: 100 });
    assert.deepEqual(
      rows.map(({ entry }) => entry.seq),
      Array.from({ length: 16 }, (_, at) => at + 1),
    );
    let previous = NO_SEAL;
    for (const { content } of rows) previous = auditSeal(KEY, previous, content);
    assert.equal(rows.at(-1)?.entry.digest, previous);
    assert.deepEqual(await storage.audit.head({ accountId }), { seq: 16, digest: previous });
  });

  test("entries are listed by who acted and by when, from the first moment up to the last, which is not included", async () => {
    const storage = open();
    const accountId = await addAccount(storage);
    for (const [offset, id] of ["u", "v", "u", "v"].entries())
      await storage.audit.append(
        { ...anEntry(accountId, T0 + offset), actor: { kind: "user", id, name: id } },
        KEY,
      );
    const timesOf = async (asked: Omit<Parameters<typeof storage.audit.list>[0], "accountId">) =>
      (await storage.audit.list({ accountId, ...asked })).items.map(({ atMs }) => atMs - T0);
    assert.deepEqual(await timesOf({ actorId: "v" }), [3, 1]);
    assert.deepEqual(await timesOf({ fromMs: T0 + 1, toMs: T0 + 3 }), [2, 1]);
    assert.deepEqual(await timesOf({ actorId: "u", fromMs: T0 + 1 }), [2]);
  });

  test("an entry that is rolled back leaves no gap", async () => {
    const storage = open();
    const accountId = await addAccount(storage);
    const failing = storage.transaction(async ({ audit }) => {
      await audit.append(anEntry(accountId), KEY);
      throw new Error("undone");
    });
    await assert.rejects(failing, /undone/);
    await storage.audit.append(anEntry(accountId), KEY);
    const rows = await storage.audit.listSealed({ accountId, afterSeq: 0, limit: 10 });
    assert.deepEqual([rows.length, (await storage.audit.head({ accountId }))?.seq], [1, 1]);
  });

  test("truncation takes the oldest alone, up to the first that is young enough, and not again within its pause", async () => {
    const storage = open();
    const accountId = await addAccount(storage);
    // The clock of a replica was behind: the third entry looks older than the second.
    for (const atMs of [T0, T0 + 100, T0 + 1, T0 + 200])
      await storage.audit.append(anEntry(accountId, atMs), KEY);
    const seals = await sealsOf(storage, accountId);
    const cut = { accountId, beforeMs: T0 + 50, limit: 100, nowMs: T0 + 1_000, pauseMs: 500 };
    assert.deepEqual(await storage.audit.truncate(cut), { rows: 1, through: { seq: 1, digest: seals[0] } });
    assert.deepEqual(await sealsOf(storage, accountId), seals.slice(1));
    assert.deepEqual(await storage.audit.truncate({ ...cut, beforeMs: T0 + 150, nowMs: T0 + 1_400 }), {
      rows: 0,
    });
    const later = await storage.audit.truncate({ ...cut, beforeMs: T0 + 150, nowMs: T0 + 1_500, limit: 1 });
    assert.deepEqual(later, { rows: 1, through: { seq: 2, digest: seals[1] } });
    assert.equal((await storage.audit.countUnsealed({ accountId })).rows, 0);
  });
}
