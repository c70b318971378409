// Sends batches to the journal's worker. A worker that dies rejects what it held; the next batch starts another.
import { Worker } from "node:worker_threads";
import { SignalboxError } from "@signalbox/contracts";
import {
  CamelCasePlugin,
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";

import { fromSqlite } from "../database/map-driver-errors.ts";
import { BatchWriter } from "./batch-message.ts";
import { BATCHES_MAX, createSignalMemory, idAfter, signalBatch, signalClose } from "./batch-signal.ts";
import { createCheckpoints } from "./checkpoints.ts";
import { threadEnvironment } from "./thread-environment.ts";
import type {
  JournalFault,
  JournalMemory,
  JournalReply,
  JournalStatements,
  JournalWorkerData,
} from "./journal-message.ts";
import type { DecisionRow } from "../interface/decisions.ts";
import type { JournalSink, Written } from "../interface/journal-sink.ts";
import { addOnConflict, putParts, type SumTable } from "../database/add-on-conflict.ts";
import type { Database } from "../database/schema.ts";
import { DECISION_COLUMNS } from "./decision-columns.ts";
import { EMPTY_SUMS } from "./hourly-sums.ts";

function compiler(): Kysely<Database> {
  return new Kysely<Database>({
    dialect: {
      createDriver: () => new DummyDriver(),
      createAdapter: () => new SqliteAdapter(),
      createQueryCompiler: () => new SqliteQueryCompiler(),
      createIntrospector: (db) => new SqliteIntrospector(db),
    },
    plugins: [new CamelCasePlugin()],
  });
}

/** The journal's statements, compiled once by the query layer and then only run. */
function compileStatements(): JournalStatements {
  const db = compiler();
  const blank = Object.fromEntries(DECISION_COLUMNS.map((name) => [name, ""]));
  const part = { accountId: "", digest: Uint8Array.of(), content: Uint8Array.of(), usedAtMs: 0 };
  const decision = db.insertInto("decisions").values(blank as unknown as Database["decisions"]);
  const sums = <T extends SumTable>(table: T, row: Database[T]): string =>
    addOnConflict(db, table, [row]).compile().sql;
  return {
    decision: decision.compile().sql,
    part: putParts(db, [part]).compile().sql,
    label: sums("decisionLabels", EMPTY_SUMS.label),
    latency: sums("decisionLatencies", EMPTY_SUMS.latency),
    group: sums("decisionGroups", EMPTY_SUMS.group),
  };
}

const BLOCK_MS = 5_000;

interface Pending {
  readonly place: number;
  readonly resolve: (written: Written) => void;
  readonly reject: (error: unknown) => void;
}

function errorOf(fault: JournalFault): unknown {
  return fromSqlite(Object.assign(new Error(fault.message), { errcode: fault.errcode }));
}

interface Line {
  readonly worker: Worker;
  readonly signal: SharedArrayBuffer;
  /** The memory of a batch is the worker's until it is answered. */
  readonly writer: BatchWriter;
  /** In their order, which is that of the answers. */
  readonly pending: Pending[];
  lastId: number;
  /** The memories that the worker knows of, by their place. */
  readonly known: SharedArrayBuffer[];
}

/** Without what the thread is to find in its data. */
type LineData = Omit<JournalWorkerData, "signal">;

/** Takes the batch that is answered; with nothing under way the thread keeps no process alive. */
function settle({ pending, worker, writer }: Line, isCommitted: boolean): Pending | undefined {
  const settled = pending.shift();
  if (settled !== undefined) writer.release(settled.place, isCommitted);
  if (pending.length === 0) worker.unref();
  return settled;
}

function openLine(data: LineData, onEnd: (line: Line) => void): Line {
  const signal = createSignalMemory();
  const workerData: JournalWorkerData = { ...data, signal };
  const worker = new Worker(new URL("./journal-worker.ts", import.meta.url), {
    workerData,
    env: threadEnvironment(),
  });
  const line: Line = { worker, signal, writer: new BatchWriter(), pending: [], lastId: 0, known: [] };
  worker.unref();
  worker.on("message", (reply: JournalReply) => {
    const settled = settle(line, reply === "committed");
    if (reply === "committed") settled?.resolve(reply);
    else settled?.reject(errorOf(reply));
  });
  let cause: unknown;
  worker.on("error", (error) => {
    cause = error;
  });
  worker.on("exit", () => {
    onEnd(line);
    const error = new SignalboxError("dependency_unavailable", "The journal stopped. Repeat in a moment.", {
      cause,
      retryAfterS: 1,
    });
    while (line.pending.length > 0) settle(line, false)?.reject(error);
  });
  return line;
}

/** Resolves with its commit; from its return on, the rows are in memory that the thread shares. */
function send(line: Line, rows: readonly DecisionRow[]): Promise<Written> {
  const batch = line.writer.write(idAfter(line.lastId), rows);
  line.lastId = batch.id;
  const { promise, resolve, reject } = Promise.withResolvers<Written>();
  line.pending.push({ place: batch.place, resolve, reject });
  line.worker.ref();
  if (line.known[batch.place] !== batch.buffer) {
    const memory: JournalMemory = { place: batch.place, buffer: batch.buffer };
    line.worker.postMessage(memory, []);
    line.known[batch.place] = batch.buffer;
  }
  signalBatch(line.signal, batch);
  return promise;
}

async function closeLine({ worker, signal }: Line): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  worker.ref();
  worker.once("exit", () => resolve());
  signalClose(signal);
  return promise;
}

/** @param batchesMax batches that the thread may have at a time, which then share commits; up to 32 */
export function createWorkerSink(path: string, batchesMax: number): JournalSink {
  const data: LineData = { path, blockMs: BLOCK_MS, statements: compileStatements() };
  let line: Line | undefined;
  const checkpoints = createCheckpoints(path);
  const forget = (ended: Line): void => {
    if (line === ended) line = undefined;
  };
  line = openLine(data, forget);
  return {
    batchesMax: Math.min(batchesMax, BATCHES_MAX),
    write: async (rows) => {
      line ??= openLine(data, forget);
      const written = await send(line, rows);
      checkpoints.noteCommit();
      return written;
    },
    close: async () => {
      if (line !== undefined) await closeLine(line);
      await checkpoints.close();
    },
  };
}
