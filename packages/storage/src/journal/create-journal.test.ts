import assert from "node:assert/strict";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";

import { SignalboxError } from "@signalbox/contracts";

import { addAccount, aDecision } from "../conformance/fixtures.ts";
import { openStorage, type DecisionRow, type Storage } from "../index.ts";
import { createJournal } from "./create-journal.ts";
import { createWorkerSink } from "./worker-sink.ts";

const folder = mkdtempSync(join(tmpdir(), "signalbox-journal-"));
after(() => rmSync(folder, { recursive: true }));

/** A real storage whose commits can be held back and made to fail. */
async function gated(): Promise<{
  storage: Storage;
  accountId: string;
  batches: DecisionRow[][];
  faults: unknown[];
}> {
  const inner = await openStorage({ url: ":memory:" });
  const accountId = await addAccount(inner);
  const batches: DecisionRow[][] = [];
  const faults: unknown[] = [];
  const appendDecisions = async (rows: readonly DecisionRow[]): Promise<void> => {
    batches.push([...rows]);
    const fault = faults.shift();
    if (fault !== undefined) throw fault;
    await inner.appendDecisions(rows);
  };
  return { storage: { ...inner, appendDecisions }, accountId, batches, faults };
}

test("rows of one turn of the loop share a commit, and no batch passes its limit", async () => {
  const { storage, accountId, batches } = await gated();
  const journal = createJournal(storage, { batchRowsMax: 10 });
  const few = Array.from({ length: 4 }, () => journal.append(aDecision(accountId)));
  await Promise.all(few);
  assert.deepEqual(
    batches.map((batch) => batch.length),
    [4],
  );
  await Promise.all(Array.from({ length: 25 }, () => journal.append(aDecision(accountId))));
  assert.deepEqual(
    batches.map((batch) => batch.length),
    [4, 10, 10, 5],
  );
  await storage.close();
});

test("a batch that fails rejects its own rows and no others", async () => {
  const { storage, accountId, faults } = await gated();
  const journal = createJournal(storage, { batchRowsMax: 2 });
  faults.push(new SignalboxError("dependency_unavailable", "disk full", { retryAfterS: 1 }));
  const appends = Array.from({ length: 4 }, () => journal.append(aDecision(accountId)));
  const outcomes = await Promise.allSettled(appends);
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ["rejected", "rejected", "fulfilled", "fulfilled"],
  );
  const figures = journal.figures();
  assert.deepEqual(
    [figures.failedRows, figures.committedRows, figures.inFlightRows, figures.queuedRows],
    [2, 2, 0, 0],
  );
  await storage.close();
});

test("closing settles everything that was taken", async () => {
  const storage = await openStorage({ url: join(folder, "close.db") });
  const accountId = await addAccount(storage);
  const journal = createJournal(storage);
  const appends = Array.from({ length: 500 }, () => journal.append(aDecision(accountId)));
  await journal.close();
  await journal.close();
  await Promise.all(appends);
  assert.equal(await storage.decisions.count({ accountId }), 500);
  await storage.close();
});

test("a row that is handed over is acknowledged before its commit, and a reader of it waits", async () => {
  const { storage, accountId, faults } = await gated();
  const lost: number[] = [];
  const journal = createJournal(storage, { wait: "handed-over", onLost: (_, rows) => lost.push(rows) });
  const row = aDecision(accountId);
  assert.equal(await journal.append(row), "handed over");
  await journal.settled(row.sessionId);
  assert.ok((await storage.decisions.find(row)) !== undefined);
  assert.equal(journal.settled(row.sessionId), undefined);
  faults.push(new SignalboxError("dependency_unavailable", "disk full", { retryAfterS: 1 }));
  assert.equal(await journal.append(aDecision(accountId)), "handed over");
  await journal.close();
  assert.deepEqual([lost, journal.figures().failedRows], [[1], 1]);
  await storage.close();
});

test("batches that are handed over while another is committed all arrive, but for the row that has a fault", async () => {
  const storage = await openStorage({ url: join(folder, "handed.db") });
  const accountId = await addAccount(storage);
  const lost: number[] = [];
  const journal = createJournal(storage, { wait: "handed-over", onLost: (_, rows) => lost.push(rows) });
  for (let at = 0; at < 300; at += 1) await journal.append(aDecision(at === 150 ? "nobody" : accountId));
  await journal.close();
  assert.equal(await storage.decisions.count({ accountId }), 299);
  assert.deepEqual([lost, journal.figures().committedRows], [[1], 299]);
  await storage.close();
});

test("a thread beside the journal moves the log into the file, without a commit that does", async () => {
  const url = join(folder, "log.db");
  const storage = await openStorage({ url });
  const accountId = await addAccount(storage);
  const journal = createJournal(storage);
  const bytes = statSync(url).size;
  // Far fewer pages than a connection lets a log have before its commit moves them.
  for (let at = 0; at < 300; at += 1) await journal.append(aDecision(accountId));
  for (let polls = 0; statSync(url).size === bytes; polls += 1) {
    assert.ok(polls < 1_000, "the log was not moved");
    await delay(10);
  }
  await journal.close();
  await storage.close();
});

test("the figures tell what waits and what is under way", async () => {
  const { storage, accountId } = await gated();
  const journal = createJournal(storage, { batchRowsMax: 3, queueRowsMax: 50 });
  const appends = Array.from({ length: 8 }, () => journal.append(aDecision(accountId)));
  const { queuedRows, inFlightRows, queueRowsMax } = journal.figures();
  assert.deepEqual([queuedRows + inFlightRows, inFlightRows, queueRowsMax], [8, 3, 50]);
  await Promise.all(appends);
  await storage.close();
});

test("a worker that cannot start rejects its rows as unavailable, and the next batch tries again", async () => {
  const missing = join(folder, "not", "there", "journal.db");
  const sink = createWorkerSink(missing, 1);
  const row = aDecision("nobody");
  await assert.rejects(sink.write([row]), { code: "dependency_unavailable" });
  const storage = await openStorage({ url: missing });
  const accountId = await addAccount(storage);
  await sink.write([{ ...row, accountId }]);
  assert.equal(
    (await storage.decisions.find({ accountId, sessionId: row.sessionId }))?.sessionId,
    row.sessionId,
  );
  await sink.close();
  await storage.close();
});
