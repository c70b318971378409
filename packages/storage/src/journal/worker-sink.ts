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
import { BATCHES_MAX, createSignalMemory, idAfter, signalBatch, signalClose } from "./batch-signal.ts";
import { createCheckpoints } from "./checkpoints.ts";
import { threadEnvironment } from "./thread-environment.ts";
import {
  type JournalFault,
  type JournalMemory,
  type JournalReply,
  type JournalStatements,
  type JournalWorkerData,
  KIND,
  type JournalBatch,
  type SqlValue,
  type Statement,
  type StatementRows,
} from "./journal-message.ts";
import type { DecisionRow } from "../interface/decisions.ts";
import type { JournalSink, Written } from "../interface/journal-sink.ts";
import { addOnConflict, putParts, type SumTable } from "../database/add-on-conflict.ts";
import type { Database } from "../database/schema.ts";
import { DECISION_COLUMNS, toValues } from "./decision-columns.ts";
import { EMPTY_SUMS, sumByHour } from "./hourly-sums.ts";
import { PartLedger, rowOfUse, type PartUse } from "./decision-parts.ts";

// Lays a batch out in memory that the journal's worker shares. Texts go as one, so that they are encoded and decoded once.

const FIGURE_BYTES = Float64Array.BYTES_PER_ELEMENT;
/** A UTF-16 unit takes three bytes of UTF-8 at most. */
const UNIT_BYTES_MAX = 3;
/** Values that a batch of a hundred rows has. */
const VALUES_MIN = 1 << 13;
const BUFFER_BYTES_MIN = 1 << 18;
/** A batch of long conversations may need more once; that much is not kept. */
const BUFFER_BYTES_KEPT = 1 << 24;

const valuesOf = (rows: readonly object[]): readonly (readonly SqlValue[])[] =>
  rows.map((row) => Object.values(row) as SqlValue[]);

/** A batch has its memory until it is released; the next one takes the first memory that is free. */
export class BatchWriter {
  readonly #memories: SharedArrayBuffer[] = [];
  /** Parts of the batches under way, by their place. */
  readonly #underWay = new Map<number, readonly PartUse[]>();
  #parts: StatementRows[] = [];
  #figures = new Float64Array(VALUES_MIN);
  #kinds = new Uint8Array(VALUES_MIN);
  #count = 0;
  #bytes = new Uint8Array(BUFFER_BYTES_MIN);
  #byteCount = 0;
  #text = "";
  readonly #ledger = new PartLedger();
  #uses: readonly PartUse[] = [];

  /** A batch as its statements' parameters, with the hourly sums of its rows. One that cannot be written leaves nothing behind. */
  write(id: number, rows: readonly DecisionRow[]): JournalBatch {
    try {
      this.#addBatch(rows);
      return this.#layOut(id);
    } finally {
      this.#clear();
    }
  }

  /** The batch of this place is answered. */
  release(place: number, isCommitted: boolean): void {
    if (isCommitted) this.#ledger.confirm(this.#underWay.get(place) ?? []);
    this.#underWay.delete(place);
  }

  #addBatch(rows: readonly DecisionRow[]): void {
    const sums = sumByHour(rows);
    this.#parts.push({ statement: "decision", rows: rows.length, columns: DECISION_COLUMNS.length });
    for (const row of rows) for (const value of toValues(row, this.#ledger)) this.#add(value);
    this.#uses = this.#ledger.take();
    this.#addRows("part", valuesOf(this.#uses.map(rowOfUse)));
    this.#addRows("label", valuesOf(sums.labels));
    this.#addRows("latency", valuesOf(sums.latencies));
    this.#addRows("group", valuesOf(sums.groups));
  }

  #addRows(statement: Statement, rows: readonly (readonly SqlValue[])[]): void {
    this.#parts.push({ statement, rows: rows.length, columns: rows[0]?.length ?? 0 });
    for (const row of rows) for (const value of row) this.#add(value);
  }

  #add(value: SqlValue): void {
    if (typeof value === "number") this.#push(KIND.number, value);
    else if (typeof value === "string") {
      this.#push(KIND.text, value.length);
      this.#text += value;
    } else if (value === null) this.#push(KIND.null, 0);
    else {
      this.#push(KIND.bytes, value.length);
      this.#addBytes(value);
    }
  }

  #addBytes(bytes: Uint8Array): void {
    const end = this.#byteCount + bytes.length;
    if (end > this.#bytes.length) {
      const grown = new Uint8Array(2 ** Math.ceil(Math.log2(end)));
      grown.set(this.#bytes.subarray(0, this.#byteCount));
      this.#bytes = grown;
    }
    this.#bytes.set(bytes, this.#byteCount);
    this.#byteCount = end;
  }

  #push(kind: number, figure: number): void {
    if (this.#count === this.#kinds.length) this.#grow();
    this.#kinds[this.#count] = kind;
    this.#figures[this.#count] = figure;
    this.#count += 1;
  }

  #grow(): void {
    const [figures, kinds] = [this.#figures, this.#kinds];
    this.#figures = new Float64Array(figures.length * 2);
    this.#figures.set(figures);
    this.#kinds = new Uint8Array(kinds.length * 2);
    this.#kinds.set(kinds);
  }

  #layOut(id: number): JournalBatch {
    const count = this.#count;
    const head = count * (FIGURE_BYTES + 1);
    const place = this.#freePlace();
    const buffer = this.#roomFor(place, head + this.#text.length * UNIT_BYTES_MAX + this.#byteCount);
    const bytes = Buffer.from(buffer);
    new Float64Array(buffer, 0, count).set(this.#figures.subarray(0, count));
    bytes.set(this.#kinds.subarray(0, count), count * FIGURE_BYTES);
    const textBytes = bytes.write(this.#text, head, "utf8");
    bytes.set(this.#bytes.subarray(0, this.#byteCount), head + textBytes);
    this.#underWay.set(place, this.#uses);
    return { id, place, parts: this.#parts, count, textBytes, buffer };
  }

  #freePlace(): number {
    let place = 0;
    while (this.#underWay.has(place)) place += 1;
    return place;
  }

  #roomFor(place: number, needed: number): SharedArrayBuffer {
    const known = this.#memories[place];
    if (known !== undefined && known.byteLength >= needed) return known;
    const grown = new SharedArrayBuffer(Math.max(BUFFER_BYTES_MIN, 2 ** Math.ceil(Math.log2(needed))));
    if (grown.byteLength <= BUFFER_BYTES_KEPT) this.#memories[place] = grown;
    return grown;
  }

  #clear(): void {
    this.#ledger.take();
    this.#parts = [];
    this.#count = 0;
    this.#byteCount = 0;
    if (this.#bytes.length > BUFFER_BYTES_KEPT) this.#bytes = new Uint8Array(BUFFER_BYTES_MIN);
    this.#text = "";
  }
}

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
