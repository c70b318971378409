// The journal's own thread and connection: fsync and checkpoints never stop the event loop that decides.
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { parentPort, receiveMessageOnPort, workerData, type MessagePort } from "node:worker_threads";

import { OPEN_TIMEOUT_MS, tuneSqlite } from "../database/tune-sqlite.ts";
import { awaitBatches, type SignalledBatch } from "./batch-signal.ts";
import {
  readBatch,
  type JournalBatch,
  type JournalFault,
  type JournalMemory,
  type JournalReply,
  type JournalStatements,
  type JournalWorkerData,
} from "./journal-message.ts";

const options = workerData as JournalWorkerData;
const database = new DatabaseSync(options.path, {
  enableForeignKeyConstraints: true,
  timeout: OPEN_TIMEOUT_MS,
});
tuneSqlite(database, options);

function prepareAll(statements: JournalStatements): Readonly<Record<keyof JournalStatements, StatementSync>> {
  return {
    decision: database.prepare(statements.decision),
    part: database.prepare(statements.part),
    label: database.prepare(statements.label),
    latency: database.prepare(statements.latency),
    group: database.prepare(statements.group),
  };
}

const prepared = prepareAll(options.statements);
const begin = database.prepare("begin immediate");
const commit = database.prepare("commit");

function faultOf(error: unknown): JournalFault {
  const errcode = error instanceof Error && "errcode" in error ? Number(error.errcode) : -1;
  return { errcode, message: error instanceof Error ? error.message : String(error) };
}

/** All of them, or none. */
function write(batches: readonly JournalBatch[]): JournalReply {
  try {
    begin.run();
    for (const batch of batches)
      readBatch(batch, (statement, parameters) => {
        prepared[statement].run(...parameters);
      });
    commit.run();
    return "committed";
  } catch (error) {
    if (database.isTransaction) database.exec("rollback");
    return faultOf(error);
  }
}

/** Batches that wait together share a commit, unless one of them has a fault. */
function writeEach(batches: readonly JournalBatch[]): readonly JournalReply[] {
  const reply = write(batches);
  if (reply === "committed" || batches.length === 1) return batches.map(() => reply);
  return batches.map((batch) => write([batch]));
}

const receiveMemory = (port: MessagePort): JournalMemory | undefined => {
  const received: { readonly message: JournalMemory } | undefined = receiveMessageOnPort(port);
  return received?.message;
};

function work(port: MessagePort): void {
  const memories: SharedArrayBuffer[] = [];
  const withValues = (batch: SignalledBatch): JournalBatch => {
    const buffer = memories[batch.place];
    if (buffer === undefined) throw new Error(`batch ${batch.id} has no memory`);
    return { ...batch, buffer };
  };
  let lastId = 0;
  for (;;) {
    const batches = awaitBatches(options.signal, lastId);
    if (batches.length === 0) return;
    for (let next = receiveMemory(port); next !== undefined; next = receiveMemory(port))
      memories[next.place] = next.buffer;
    lastId = batches.at(-1)?.id ?? lastId;
    for (const reply of writeEach(batches.map(withValues))) port.postMessage(reply, []);
  }
}

if (parentPort !== null) work(parentPort);
database.close();
