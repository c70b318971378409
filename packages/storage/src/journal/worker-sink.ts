// Sends batches to the journal's worker. A worker that dies rejects what it held; the next batch starts another.
import { getCompileCacheDir } from "node:module";
import { dirname } from "node:path";
import { Worker } from "node:worker_threads";

import { SignalboxError } from "@signalbox/contracts";

import { fromSqlite } from "../database/database-errors.ts";
import { BatchWriter } from "./batch-message.ts";
import type { JournalReply, JournalWorkerData } from "./journal-message.ts";
import type { JournalSink, Written } from "../interface/journal-sink.ts";
import { compileStatements } from "./journal-statements.ts";

const BLOCK_MS = 5_000;

interface Pending {
  readonly resolve: (written: Written) => void;
  readonly reject: (error: unknown) => void;
}

function errorOf(fault: NonNullable<JournalReply["fault"]>): unknown {
  return fromSqlite(Object.assign(new Error(fault.message), { errcode: fault.errcode }));
}

/** A thread does not share the process's cache of compiled modules by itself; with it, it starts sooner and holds no compiler. */
function environment(): NodeJS.ProcessEnv {
  const cacheDir = getCompileCacheDir();
  return cacheDir === undefined ? process.env : { ...process.env, NODE_COMPILE_CACHE: dirname(cacheDir) };
}

interface Line {
  readonly worker: Worker;
  readonly pending: Map<number, Pending>;
  /** Its memory is the worker's while a batch is under way. */
  readonly writer: BatchWriter;
}

function openLine(data: JournalWorkerData, onEnd: (line: Line) => void): Line {
  const worker = new Worker(new URL("./journal-worker.ts", import.meta.url), {
    workerData: data,
    env: environment(),
  });
  const line: Line = { worker, pending: new Map(), writer: new BatchWriter() };
  worker.unref();
  worker.on("message", (reply: JournalReply) => {
    const pending = line.pending.get(reply.id);
    line.pending.delete(reply.id);
    if (line.pending.size === 0) worker.unref();
    if (reply.fault === undefined) pending?.resolve("committed");
    else pending?.reject(errorOf(reply.fault));
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
    for (const pending of line.pending.values()) pending.reject(error);
    line.pending.clear();
  });
  return line;
}

async function closeLine({ worker }: Line): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  worker.ref();
  worker.once("exit", () => resolve());
  worker.postMessage("close", []);
  return promise;
}

export function createWorkerSink(path: string, durability: "full" | "normal"): JournalSink {
  const data: JournalWorkerData = { path, durability, blockMs: BLOCK_MS, statements: compileStatements() };
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
      lastId += 1;
      const batch = line.writer.write(lastId, rows);
      line.pending.set(lastId, { resolve, reject });
      if (line.pending.size === 1) line.worker.ref();
      line.worker.postMessage(batch, []);
      return promise;
    },
    close: async () => {
      if (line !== undefined) await closeLine(line);
    },
  };
}
