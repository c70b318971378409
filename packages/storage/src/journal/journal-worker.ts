// The journal's own thread and connection: fsync and checkpoints never stop the event loop that decides.
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { parentPort, receiveMessageOnPort, workerData, type MessagePort } from "node:worker_threads";

import { OPEN_TIMEOUT_MS, tuneSqlite } from "../database/tune-sqlite.ts";
import { awaitBatch } from "./batch-signal.ts";
import type {
  JournalBatch,
  JournalFault,
  JournalReply,
  JournalStatements,
  JournalWorkerData,
} from "./journal-message.ts";
import { readBatch } from "./read-batch.ts";

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

function write(batch: JournalBatch): JournalReply {
  try {
    begin.run();
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

/** The memory of batches comes as a message, ahead of the first batch that lies in it. */
function work(port: MessagePort): void {
  let buffer = new SharedArrayBuffer(0);
  let lastId = 0;
  for (;;) {
    const batch = awaitBatch(options.signal, lastId);
    if (batch === undefined) return;
    lastId = batch.id;
    const moved: { readonly message: SharedArrayBuffer } | undefined = receiveMessageOnPort(port);
    buffer = moved?.message ?? buffer;
    port.postMessage(write({ ...batch, buffer }), []);
  }
}

if (parentPort !== null) work(parentPort);
database.close();
