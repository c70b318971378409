// Group commit. While one batch is being committed the next one gathers, so that batches grow with the load and a lone
// row waits for nobody. A row is acknowledged with its commit, or where that is chosen once it is handed over; a full queue
// refuses instead of growing.
import { SignalboxError } from "@signalbox/contracts";

import type { DecisionRow, Journal, JournalFigures, JournalOptions } from "../interface/decisions.ts";
import type { Dialect, SinkTarget } from "../interface/dialect.ts";
import type { Acknowledged, JournalSink, Written } from "../interface/journal-sink.ts";
import { SpoolingSink } from "./spooling-sink.ts";

/** Sums over an hour would carry one infinite number for ever, and PostgreSQL refuses the whole batch for it. */
const NUMBERS = [
  "createdAtMs",
  "turn",
  "difficulty",
  "success",
  "spread",
  "usd",
  "seconds",
  "inputTokens",
  "propensity",
  "decideUs",
] as const satisfies readonly (keyof DecisionRow)[];

const isInfinite = (value: number | null): boolean => value !== null && !Number.isFinite(value);

/** The refusal of a row with a number that cannot be kept; undefined for every other row. */
function findInfinite(row: DecisionRow): SignalboxError | undefined {
  const { ranking } = row.record;
  const name = NUMBERS.find((column) => isInfinite(row[column]));
  const candidate = ranking.find(({ usd, success }) => isInfinite(usd) || isInfinite(success));
  if (name === undefined && candidate === undefined) return undefined;
  const what = name ?? "a candidate's estimate";
  return new SignalboxError(
    "validation_failed",
    `The decision cannot be kept: ${what} is not a finite number.`,
  );
}

interface Waiting {
  readonly row: DecisionRow;
  readonly resolve: (acknowledged: Acknowledged) => void;
  readonly reject: (error: unknown) => void;
}

const BATCH_ROWS_MAX = 100;
const QUEUE_ROWS_MAX = 10_000;
const RETRY_AFTER_S = 1;
const NOTHING_SPOOLED = { spooledRows: 0, replayedRows: 0, droppedRows: 0 };

/** A fault of one row (its account is gone, its id exists, a value does not fit), not of the database. */
function isRowFault(error: unknown): boolean {
  return error instanceof SignalboxError && error.definition.fault === "caller";
}

class GroupCommit implements Journal {
  readonly #sink: JournalSink;
  readonly #spool: SpoolingSink | undefined;
  readonly #batchRowsMax: number;
  readonly #queueRowsMax: number;
  readonly #lingerMs: number;
  readonly #isHandedOver: boolean;
  readonly #onLost: NonNullable<JournalOptions["onLost"]>;
  /** Batches of rows that are acknowledged and not settled, by the ids of their decisions. */
  readonly #unsettled = new Map<string, Promise<void>>();
  #queue: Waiting[] = [];
  #isScheduled = false;
  #isClosed = false;
  #batches = 0;
  #inFlightRows = 0;
  #idle: (() => void)[] = [];
  readonly #counts = {
    committedRows: 0,
    committedBatches: 0,
    failedRows: 0,
    refusedRows: 0,
    lastCommitMs: 0,
  };

  constructor(sink: JournalSink | SpoolingSink, options: JournalOptions) {
    this.#sink = sink;
    this.#spool = sink instanceof SpoolingSink ? sink : undefined;
    this.#batchRowsMax = options.batchRowsMax ?? BATCH_ROWS_MAX;
    this.#queueRowsMax = options.queueRowsMax ?? QUEUE_ROWS_MAX;
    this.#lingerMs = options.lingerMs ?? 0;
    this.#isHandedOver = options.wait === "handed-over";
    this.#onLost = options.onLost ?? (() => {});
  }

  append(row: DecisionRow): Promise<Acknowledged> {
    const fault = findInfinite(row);
    if (fault !== undefined) return Promise.reject(fault);
    if (this.#isClosed || this.#queue.length >= this.#queueRowsMax) {
      this.#counts.refusedRows += 1;
      const detail = "The journal takes no further decisions just now. Repeat in a moment.";
      return Promise.reject(new SignalboxError("overloaded", detail, { retryAfterS: RETRY_AFTER_S }));
    }
    const { promise, resolve, reject } = Promise.withResolvers<Acknowledged>();
    this.#queue.push({ row, resolve, reject });
    this.#schedule();
    return promise;
  }

  settled(sessionId: string): Promise<void> | undefined {
    return this.#unsettled.get(sessionId);
  }

  flush(): Promise<void> {
    if (this.#queue.length === 0 && this.#batches === 0) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#idle.push(resolve);
    return promise;
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.flush();
    await this.#sink.close();
  }

  figures(): JournalFigures {
    return {
      queuedRows: this.#queue.length,
      inFlightRows: this.#inFlightRows,
      queueRowsMax: this.#queueRowsMax,
      ...(this.#spool?.figures() ?? NOTHING_SPOOLED),
      ...this.#counts,
    };
  }

  get isSpooling(): boolean {
    return this.#spool?.isSpooling ?? false;
  }

  suspect(): void {
    this.#spool?.suspect();
  }

  #schedule(): void {
    if (this.#queue.length >= this.#batchRowsMax) this.#dispatch();
    if (this.#isScheduled || this.#queue.length === 0 || this.#isBusy()) return;
    this.#isScheduled = true;
    const go = (): void => {
      this.#isScheduled = false;
      this.#dispatch();
    };
    if (this.#lingerMs > 0) setTimeout(go, this.#lingerMs);
    else setImmediate(go);
  }

  #isBusy(): boolean {
    return this.#batches >= this.#sink.batchesMax;
  }

  #dispatch(): void {
    if (this.#isBusy()) return;
    const batch = this.#queue.splice(0, this.#batchRowsMax);
    if (batch.length === 0) return;
    this.#batches += 1;
    this.#inFlightRows += batch.length;
    const settled = this.#commit(batch);
    if (this.#isHandedOver) this.#acknowledge(batch, settled);
    void settled.finally(() => {
      this.#batches -= 1;
      this.#inFlightRows -= batch.length;
      this.#schedule();
      if (this.#queue.length > 0 || this.#batches > 0) return;
      for (const resolve of this.#idle.splice(0)) resolve();
    });
  }

  /** The sink has the rows. A reader of one of them waits for its commit. */
  #acknowledge(batch: readonly Waiting[], settled: Promise<void>): void {
    for (const { row } of batch) this.#unsettled.set(row.sessionId, settled);
    void settled.finally(() => {
      for (const { row } of batch) this.#unsettled.delete(row.sessionId);
    });
    const acknowledged = this.isSpooling ? "spooled" : "handed over";
    for (const waiting of batch) waiting.resolve(acknowledged);
  }

  async #commit(batch: readonly Waiting[]): Promise<void> {
    const startedAt = performance.now();
    let written: Written;
    try {
      written = await this.#sink.write(batch.map((waiting) => waiting.row));
    } catch (error) {
      if (batch.length > 1 && isRowFault(error)) {
        for (const waiting of batch) await this.#commit([waiting]);
        return;
      }
      this.#counts.failedRows += batch.length;
      if (this.#isHandedOver) this.#onLost(error, batch.length);
      for (const waiting of batch) waiting.reject(error);
      return;
    }
    this.#counts.lastCommitMs = performance.now() - startedAt;
    if (written === "committed") {
      this.#counts.committedRows += batch.length;
      this.#counts.committedBatches += 1;
    }
    for (const waiting of batch) waiting.resolve(written);
  }
}

/** The part of a storage that the journal needs. */
type JournalTarget = SinkTarget & { readonly dialect: Dialect; ping(): Promise<void> };

/** The usual way into `decisions`. SQLite files get a worker thread with a connection of its own. */
export function createJournal(storage: JournalTarget, options: JournalOptions = {}): Journal {
  const { dialect } = storage;
  const sink = dialect.journalSink(storage, options.wait ?? "commit");
  const { spool } = options;
  if (!dialect.isRemote || spool === undefined || spool.awayMs === 0) return new GroupCommit(sink, options);
  return new GroupCommit(new SpoolingSink({ sink, ping: () => storage.ping() }, spool), options);
}
