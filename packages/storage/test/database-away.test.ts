// The promise: while PostgreSQL is away decisions go on, into a spool on the local disk, and none of them is lost or doubled.
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, truncateSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { after, before, describe, test } from "node:test";

import { addAccount, aDecision } from "../src/conformance/fixtures.ts";
import { openStorage, type DecisionRow, type Journal, type Storage } from "../src/index.ts";
import { createJournal } from "../src/journal/create-journal.ts";
import { readSpool, SpoolFile } from "../src/journal/spooling-sink.ts";
import { postgresSkipReason, startTestPostgres, type TestPostgres } from "./start-test-postgres.ts";

const AWAY_MS = 1_500;
const WRITERS = 8;
const directory = mkdtempSync(join(tmpdir(), "signalbox-spool-"));
after(() => rmSync(directory, { recursive: true, force: true }));

const spoolOf = (name: string, limits: { awayMs?: number; bytesMax?: number } = {}) => ({
  directory: join(directory, name),
  awayMs: 60_000,
  bytesMax: 1e8,
  onFault: () => {},
  ...limits,
});

const filesOf = (name: string): readonly string[] =>
  existsSync(join(directory, name)) ? readdirSync(join(directory, name)) : [];

async function untilEmpty(name: string): Promise<void> {
  while (filesOf(name).length > 0) await wait(20);
}

test("a record that was torn by a kill is left out, and everything before it is read as it was written", async () => {
  const path = join(directory, "torn.spool");
  const file = new SpoolFile(path);
  const rows = [aDecision("account", { label: "héllo 用", features: Float32Array.of(1, -2, 3), usd: null })];
  await file.append(rows);
  await file.append([aDecision("account")]);
  await file.close();
  assert.equal(statSync(path).mode & 0o777, 0o600);
  truncateSync(path, statSync(path).size - 1);
  const { batches, damagedBytes } = await readSpool(path);
  assert.deepEqual(batches, [rows]);
  assert.ok(damagedBytes > 0);
});

describe("PostgreSQL away", { skip: await postgresSkipReason() }, () => {
  let postgres: TestPostgres;
  let storage: Storage;
  let accountId = "";
  before(async () => {
    postgres = await startTestPostgres();
    storage = await openStorage({ url: await postgres.createDatabase() });
    accountId = await addAccount(storage);
  });
  after(async () => {
    await storage.close();
    await postgres.stop();
  });

  async function writeUntil(journal: Journal, isOver: () => boolean): Promise<readonly DecisionRow[]> {
    const acknowledged: DecisionRow[] = [];
    while (!isOver()) {
      const row = aDecision(accountId);
      await journal.append(row);
      acknowledged.push(row);
      await wait(2);
    }
    return acknowledged;
  }

  test("for some seconds under load fails no decision, and all of them are there once, when it is back", async () => {
    const before = await storage.decisions.count({ accountId });
    const journal = createJournal(storage, { spool: spoolOf("load") });
    let isOver = false;
    const writers = Array.from({ length: WRITERS }, () => writeUntil(journal, () => isOver));
    await wait(100);
    await postgres.halt();
    await wait(AWAY_MS);
    const { spooledRows } = journal.figures();
    assert.ok(journal.isSpooling && spooledRows > 0);
    await postgres.resume();
    await untilEmpty("load");
    isOver = true;
    const acknowledged = (await Promise.all(writers)).flat();
    await journal.close();
    for (const { sessionId } of acknowledged)
      assert.ok((await storage.decisions.findSummary({ accountId, sessionId })) !== undefined, sessionId);
    assert.equal((await storage.decisions.count({ accountId })) - before, acknowledged.length);
    assert.equal(journal.isSpooling, false);
  });

  test("longer than configured, or with a full spool, rows are refused as without one", async () => {
    const brief = createJournal(storage, { spool: spoolOf("brief", { awayMs: 1 }) });
    const small = createJournal(storage, { spool: spoolOf("small", { bytesMax: 1 }) });
    await postgres.halt();
    await assert.rejects(
      async () => {
        for (;;) await brief.append(aDecision(accountId)).finally(() => wait(5));
      },
      { code: "dependency_unavailable" },
    );
    assert.equal(await small.append(aDecision(accountId)), "spooled");
    await assert.rejects(small.append(aDecision(accountId)), { code: "dependency_unavailable" });
    await postgres.resume();
    await untilEmpty("small");
    await Promise.all([brief.close(), small.close()]);
  });

  test("what a process left that was killed meanwhile is committed by the next one, and no row twice", async () => {
    const left = aDecision(accountId);
    const both = aDecision(accountId);
    await storage.appendDecisions([both]);
    const path = join(directory, "left", "decisions-1.spool");
    const file = new SpoolFile(path);
    await file.append([both, left]);
    await file.close();
    // No process has this number: it is above the largest that the system gives.
    renameSync(path, join(directory, "left", "decisions-4194305-1-1.spool"));
    const journal = createJournal(storage, { spool: spoolOf("left") });
    await untilEmpty("left");
    assert.ok((await storage.decisions.findSummary({ accountId, sessionId: left.sessionId })) !== undefined);
    const { replayedRows, droppedRows } = journal.figures();
    assert.deepEqual([replayedRows, droppedRows], [1, 1]);
    await journal.close();
  });
});
