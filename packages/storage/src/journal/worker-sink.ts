// Sends batches to the journal's worker. A worker that dies rejects what it held; the next batch starts another.
import { getCompileCacheDir } from "node:module";
import { dirname } from "node:path";
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
import { createSignalMemory, idAfter, signalBatch, signalClose } from "./batch-signal.ts";
import type { JournalFault, JournalReply, JournalWorkerData, JournalStatements } from "./journal-message.ts";
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
  readonly id: number;
  readonly resolve: (written: Written) => void;
  readonly reject: (error: unknown) => void;
}

function errorOf(fault: JournalFault): unknown {
  return fromSqlite(Object.assign(new Error(fault.message), { errcode: fault.errcode }));
}

/** A thread does not share the process's cache of compiled modules by itself; with it, it starts sooner and holds no compiler. */
function environment(): NodeJS.ProcessEnv {
  const cacheDir = getCompileCacheDir();
  return cacheDir === undefined ? process.env : { ...process.env, NODE_COMPILE_CACHE: dirname(cacheDir) };
}

interface Line {
  readonly worker: Worker;
  readonly signal: SharedArrayBuffer;
  /** Its memory is the worker's while a batch is under way. */
  readonly writer: BatchWriter;
  pending: Pending | undefined;
  /** The memory of batches that the worker knows of. */
  known: SharedArrayBuffer | undefined;
}

/** Without what the thread is to find in its data. */
type LineData = Omit<JournalWorkerData, "signal">;

/** Takes what waits for an answer; with nothing under way the thread keeps no process alive. */
function settle(line: Line): Pending | undefined {
  const { pending } = line;
  line.pending = undefined;
  line.worker.unref();
  return pending;
}

function openLine(data: LineData, onEnd: (line: Line) => void): Line {
  const signal = createSignalMemory();
  const workerData: JournalWorkerData = { ...data, signal };
  const worker = new Worker(new URL("./journal-worker.ts", import.meta.url), {
    workerData,
    env: environment(),
  });
  const line: Line = { worker, signal, writer: new BatchWriter(), pending: undefined, known: undefined };
  worker.unref();
  worker.on("message", (reply: JournalReply) => {
    const pending = settle(line);
    if (reply === "committed") {
      line.writer.confirm();
      pending?.resolve(reply);
    } else pending?.reject(errorOf(reply));
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
    settle(line)?.reject(error);
  });
  return line;
}

function send(line: Line, rows: readonly DecisionRow[], pending: Pending): void {
  const batch = line.writer.write(pending.id, rows);
  line.pending = pending;
  line.worker.ref();
  if (line.known !== batch.buffer) {
    line.worker.postMessage(batch.buffer, []);
    line.known = batch.buffer;
  }
  signalBatch(line.signal, batch);
}

async function closeLine({ worker, signal }: Line): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  worker.ref();
  worker.once("exit", () => resolve());
  signalClose(signal);
  return promise;
}

export function createWorkerSink(path: string, durability: "full" | "normal"): JournalSink {
  const data: LineData = { path, durability, blockMs: BLOCK_MS, statements: compileStatements() };
  let line: Line | undefined;
  let lastId = 0;
  const forget = (ended: Line): void => {
    if (line === ended) line = undefined;
  };
  line = openLine(data, forget);
  return {
    batchesMax: 1,
    write: (rows) => {
      const { promise, resolve, reject } = Promise.withResolvers<Written>();
      line ??= openLine(data, forget);
      lastId = idAfter(lastId);
      send(line, rows, { id: lastId, resolve, reject });
      return promise;
    },
    close: async () => {
      if (line !== undefined) await closeLine(line);
    },
  };
}
