// A journal that goes on while its database is away. Batches that cannot be committed are kept on the local disk for a
// configured time and up to a configured size, and are committed when the database is back. A batch may then be there already,
// because its commit was done and only the answer was lost: rows have ids, so the second one is refused and nothing is doubled.

import { join, dirname } from "node:path";
import { every, type Periodic, SignalboxError } from "@signalbox/contracts";
import { inTime, isUnavailable } from "../database/in-time.ts";
import type { DecisionRow, SpoolOptions } from "../interface/decisions.ts";
import type { JournalSink, Written } from "../interface/journal-sink.ts";
import { readdir, mkdir, open, readFile, rm, type FileHandle } from "node:fs/promises";
import { deserialize, serialize } from "node:v8";
import { crc32 } from "node:zlib";

// Decisions on the local disk while the database is away. One file is a row of records, each with its length and a checksum, so
// that a record torn by a kill, or damaged by the disk, is found and nothing after it is believed.
// Layout of a record: u32 length, u32 CRC-32 of the bytes, the bytes (a structured clone of the rows of one batch).

const HEAD_BYTES = 8;

/** Appends batches; each is on disk when its promise resolves. */
export class SpoolFile {
  readonly path: string;
  #handle: FileHandle | undefined;
  #bytes = 0;

  constructor(path: string) {
    this.path = path;
  }

  get bytes(): number {
    return this.#bytes;
  }

  async append(rows: readonly DecisionRow[]): Promise<void> {
    const content = serialize(rows);
    const record = Buffer.alloc(HEAD_BYTES + content.length);
    record.writeUInt32LE(content.length, 0);
    record.writeUInt32LE(crc32(content), 4);
    content.copy(record, HEAD_BYTES);
    const handle = await this.#open();
    try {
      await handle.appendFile(record);
      await handle.datasync();
    } catch (error) {
      // A full disk takes part of a record, and nothing behind a torn one is believed.
      await handle.truncate(this.#bytes);
      throw error;
    }
    this.#bytes += record.length;
  }

  async close(): Promise<void> {
    await this.#handle?.close();
    this.#handle = undefined;
  }

  async #open(): Promise<FileHandle> {
    if (this.#handle !== undefined) return this.#handle;
    await mkdir(dirname(this.path), { recursive: true, mode: 0o700 });
    this.#handle = await open(this.path, "a", 0o600);
    return this.#handle;
  }
}

interface SpoolContent {
  readonly batches: readonly (readonly DecisionRow[])[];
  /** Bytes at the end that are no whole, sound record. */
  readonly damagedBytes: number;
}

export async function readSpool(path: string): Promise<SpoolContent> {
  const bytes = await readFile(path);
  const batches: (readonly DecisionRow[])[] = [];
  let at = 0;
  while (at + HEAD_BYTES <= bytes.length) {
    const end = at + HEAD_BYTES + bytes.readUInt32LE(at);
    const content = bytes.subarray(at + HEAD_BYTES, end);
    if (end > bytes.length || crc32(content) !== bytes.readUInt32LE(at + 4)) break;
    batches.push(deserialize(content) as readonly DecisionRow[]);
    at = end;
  }
  return { batches, damagedBytes: bytes.length - at };
}

function removeSpool(path: string): Promise<void> {
  return rm(path, { force: true });
}

// Names of spool files carry the process that writes them: the next start takes over those of a process that is no more, and
// leaves those of a living one alone.

const NAME = /^decisions-(\d{1,10})-(\d{1,16})-\d{1,9}\.spool$/;
/** Tells a process from an earlier one with its number, as every container has them. */
const startedMs = Math.round(performance.timeOrigin);

function spoolName(number: number): string {
  return `decisions-${process.pid}-${startedMs}-${number}.spool`;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

function isAbandoned(name: string): boolean {
  const match = NAME.exec(name);
  if (match === null) return false;
  const pid = Number(match[1]);
  return pid === process.pid ? Number(match[2]) !== startedMs : !isAlive(pid);
}

async function findAbandonedSpools(directory: string): Promise<readonly string[]> {
  try {
    return (await readdir(directory)).filter(isAbandoned).map((name) => join(directory, name));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}

const PROBE_EVERY_MS = 250;
/** A file is read as a whole when it is replayed. */
const FILE_BYTES_MAX = 16_777_216;
/** Kept batches are small, a commit takes as long for many rows: so the backlog shrinks while new decisions come. */
const REPLAY_ROWS_MAX = 256;

interface Target {
  readonly sink: JournalSink;
  readonly ping: () => Promise<void>;
}

async function settled(work: Promise<unknown>): Promise<void> {
  await Promise.allSettled([work]);
}

export class SpoolingSink implements JournalSink {
  readonly batchesMax: number;
  readonly #target: Target;
  readonly #options: SpoolOptions;
  #awaySinceMs: number | undefined;
  #timer: Periodic | undefined;
  #probing: Promise<void> | undefined;
  #writing: Promise<void> = Promise.resolve();
  #file: SpoolFile | undefined;
  #number = 0;
  #waitingFiles: { readonly path: string; readonly bytes: number }[] = [];
  readonly #counts = { spooledRows: 0, replayedRows: 0, droppedRows: 0 };

  constructor(target: Target, options: SpoolOptions) {
    this.batchesMax = target.sink.batchesMax;
    this.#target = target;
    this.#options = options;
    this.#probing = this.#takeOver();
  }

  get isSpooling(): boolean {
    return this.#awaySinceMs !== undefined && performance.now() - this.#awaySinceMs <= this.#options.awayMs;
  }

  figures(): { readonly spooledRows: number; readonly replayedRows: number; readonly droppedRows: number } {
    return this.#counts;
  }

  suspect(): void {
    if (this.#awaySinceMs !== undefined) return;
    this.#awaySinceMs = performance.now();
    this.#timer ??= every(PROBE_EVERY_MS, () => this.#probe(), this.#options.onFault);
  }

  async write(rows: readonly DecisionRow[]): Promise<Written> {
    if (this.isSpooling) return this.#spool(rows);
    try {
      await inTime(this.#target.sink.write(rows));
      return "committed";
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      this.suspect();
      if (!this.isSpooling) throw error;
      return this.#spool(rows);
    }
  }

  async close(): Promise<void> {
    void this.#timer?.stop();
    await this.#probing;
    if (this.#file !== undefined || this.#waitingFiles.length > 0) await this.#tryReplay();
    await this.#file?.close();
    await this.#target.sink.close();
  }

  /** One file is written at a time: two batches must not mix. */
  #spool(rows: readonly DecisionRow[]): Promise<Written> {
    const before = this.#writing;
    const append = async (): Promise<Written> => {
      await before;
      return this.#append(rows);
    };
    const written = append();
    this.#writing = settled(written);
    return written;
  }

  async #append(rows: readonly DecisionRow[]): Promise<Written> {
    const bytes = this.#waitingFiles.reduce((sum, file) => sum + file.bytes, this.#file?.bytes ?? 0);
    if (bytes >= this.#options.bytesMax) {
      const detail = "The database is away, and the spool of decisions is full. Repeat in a moment.";
      throw new SignalboxError("dependency_unavailable", detail, { retryAfterS: 1 });
    }
    this.#file ??= new SpoolFile(join(this.#options.directory, spoolName((this.#number += 1))));
    try {
      await this.#file.append(rows);
    } catch (cause) {
      const detail = "The database is away, and the local disk takes no decisions. Repeat in a moment.";
      throw new SignalboxError("dependency_unavailable", detail, { retryAfterS: 1, cause });
    }
    this.#counts.spooledRows += rows.length;
    if (this.#file.bytes >= FILE_BYTES_MAX) await this.#putAside();
    return "spooled";
  }

  async #putAside(): Promise<void> {
    const file = this.#file;
    if (file === undefined) return;
    this.#file = undefined;
    await file.close();
    this.#waitingFiles.push({ path: file.path, bytes: file.bytes });
  }

  /** Files of a process that was killed while the database was away. */
  async #takeOver(): Promise<void> {
    try {
      const paths = await findAbandonedSpools(this.#options.directory);
      this.#waitingFiles.push(...paths.map((path) => ({ path, bytes: 0 })));
      if (paths.length > 0) await this.#tryReplay();
    } catch (error) {
      this.#options.onFault(error);
    } finally {
      this.#probing = undefined;
    }
  }

  async #probe(): Promise<void> {
    this.#probing ??= this.#tryReplay().finally(() => {
      this.#probing = undefined;
    });
    await this.#probing;
  }

  async #tryReplay(): Promise<void> {
    try {
      await inTime(this.#target.ping());
      this.#awaySinceMs = undefined;
      void this.#timer?.stop();
      this.#timer = undefined;
      await this.#replay();
    } catch (error) {
      this.suspect();
      if (!isUnavailable(error)) this.#options.onFault(error);
    }
  }

  async #replay(): Promise<void> {
    // A write that is under way when the database comes back belongs to the file that is put aside.
    const before = this.#writing;
    const putAside = async (): Promise<void> => {
      await before;
      await this.#putAside();
    };
    const aside = putAside();
    this.#writing = settled(aside);
    await aside;
    for (let file = this.#waitingFiles[0]; file !== undefined; file = this.#waitingFiles[0]) {
      const { batches, damagedBytes } = await readSpool(file.path);
      const rows = batches.flat();
      for (let at = 0; at < rows.length; at += REPLAY_ROWS_MAX)
        await this.#commit(rows.slice(at, at + REPLAY_ROWS_MAX));
      if (damagedBytes > 0)
        this.#options.onFault(
          new Error(`${damagedBytes} bytes at the end of ${file.path} are damaged and were left out`),
        );
      await removeSpool(file.path);
      this.#waitingFiles.shift();
    }
  }

  /** A row that is refused by itself (it is there already, its account is gone) is left out; the others are committed. */
  async #commit(rows: readonly DecisionRow[]): Promise<void> {
    try {
      await inTime(this.#target.sink.write(rows));
      this.#counts.replayedRows += rows.length;
    } catch (error) {
      if (isUnavailable(error)) throw error;
      if (rows.length === 1) {
        this.#counts.droppedRows += 1;
        return;
      }
      const middle = rows.length >> 1;
      await this.#commit(rows.slice(0, middle));
      await this.#commit(rows.slice(middle));
    }
  }
}
