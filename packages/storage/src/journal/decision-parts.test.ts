import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test, type TestContext } from "node:test";

import { aDecision, anAccount, aRecord } from "../conformance/fixtures.ts";
import type { Account } from "../interface/users.ts";
import type { DecisionRow } from "../interface/decisions.ts";
import type { Storage } from "../storage.ts";
import { openStorage } from "../open-storage.ts";
import { createJournal } from "./create-journal.ts";
import { PartLedger, partOf } from "./decision-parts.ts";

const HOUR_MS = 3_600_000;
const candidates = Object.freeze([{ label: "a/b" }, { label: "c/d" }]);
const ranking = Array.from({ length: 10 }, (_, index) => ({
  ...aRecord().ranking[0],
  label: `maker-${index}/model-${index}`,
  success: index / 13,
}));

const wide = (accountId: string, more: Partial<DecisionRow>): DecisionRow =>
  aDecision(accountId, {
    record: { ...aRecord(), ranking } as DecisionRow["record"],
    request: { candidates, messages: 1 },
    ...more,
  });

function folderOf(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-parts-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "signalbox.db");
}

async function newAccount(storage: Storage): Promise<Account> {
  const account = anAccount();
  await storage.accounts.create(account);
  return account;
}

function partsIn(file: string): readonly { readonly account: string; readonly used: number }[] {
  const database = new DatabaseSync(file, { readOnly: true });
  const rows = database.prepare("select account_id as account, used_at_ms as used from decision_parts").all();
  database.close();
  return rows as { account: string; used: number }[];
}

test("what decisions of an account have in common is kept once, and comes back after a restart", async (t) => {
  const file = folderOf(t);
  const first = await openStorage({ url: file });
  const { id: accountId } = await newAccount(first);
  const other = await newAccount(first);
  const journal = createJournal(first);
  const rows = Array.from({ length: 40 }, () => wide(accountId, {}));
  for (const row of rows) await journal.append(row);
  await journal.append(wide(other.id, {}));
  await journal.close();
  await first.close();
  assert.deepEqual(
    Map.groupBy(partsIn(file), ({ account }) => account)
      .values()
      .map((parts) => parts.length)
      .toArray(),
    [3, 3],
  );
  const second = await openStorage({ url: file });
  const [row] = rows;
  assert.ok(row !== undefined);
  const found = await second.decisions.find({ accountId, sessionId: row.sessionId });
  assert.deepEqual(found?.request, { candidates: [...candidates], messages: 1 });
  assert.deepEqual(found.record, row.record);
  await second.close();
});

test("a purge takes the parts that no decision has used since, and leaves the others", async (t) => {
  const file = folderOf(t);
  const storage = await openStorage({ url: file });
  const { id: accountId } = await newAccount(storage);
  const nowMs = Date.now();
  const [oldMs, recentMs] = [nowMs - 900 * HOUR_MS, nowMs - 100 * HOUR_MS];
  const journal = createJournal(storage);
  await journal.append(wide(accountId, { createdAtMs: oldMs }));
  await journal.append(
    wide(accountId, { createdAtMs: oldMs, request: { candidates: Object.freeze([{ label: "gone" }]) } }),
  );
  const kept = wide(accountId, { createdAtMs: recentMs });
  await journal.append(kept);
  assert.equal(partsIn(file).length, 4);
  await storage.decisions.purge({ accountId, beforeMs: nowMs - 500 * HOUR_MS, limit: 10 });
  assert.deepEqual(
    partsIn(file).map(({ used }) => used),
    [recentMs, recentMs, recentMs],
  );
  assert.deepEqual(
    (await storage.decisions.find({ accountId, sessionId: kept.sessionId }))?.record,
    kept.record,
  );
  await journal.close();
  await storage.close();
});

test("a part is written again when its batch failed, and in each hour that uses it", () => {
  const ledger = new PartLedger();
  const part = partOf(Uint8Array.of(1, 2, 3));
  const written = (atMs: number, isCommitted: boolean): number => {
    ledger.note([part, part], "account", atMs);
    const uses = ledger.take();
    if (isCommitted) ledger.confirm(uses);
    return uses.length;
  };
  assert.deepEqual(
    [written(5, false), written(6, true), written(7, true), written(HOUR_MS, true), written(8, true)],
    [1, 1, 0, 1, 0],
  );
});
