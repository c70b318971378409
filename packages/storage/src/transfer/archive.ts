// A backup file: gzip of lines of JSON. The first line tells what it is, a line with a table's name opens its rows, the last
// line tells how many rows of each table there are and their digests: a file that was cut off has no last line.
import { createReadStream, createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { createInterface } from "node:readline";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";

import { SignalboxError, VERSION } from "@signalbox/contracts";

import { decodeRow, encodeRow } from "./database-rows.ts";
import type { DigestedSource, Digests, Row, RowBatch } from "./database-rows.ts";
import type { TransferredTable } from "./transferred-tables.data.ts";

const FORMAT = "signalbox backup 1";
const BATCH_ROWS = 500;

interface Head {
  readonly format: string;
  /** The release that wrote it. */
  readonly release: string;
  readonly schemaVersion: number;
  readonly createdAt: string;
}
interface Opening {
  readonly table: TransferredTable;
}
interface End {
  readonly end: Digests;
}

/** `text` is what follows "FILE ". */
const refuse = (file: string, text: string, cause?: unknown): SignalboxError =>
  new SignalboxError("invalid_data", `${file} ${text}`, { cause });

async function* renderLines(source: DigestedSource, now: Date): AsyncGenerator<string> {
  const { schemaVersion } = source;
  const head: Head = { format: FORMAT, release: VERSION, schemaVersion, createdAt: now.toISOString() };
  yield `${JSON.stringify(head)}\n`;
  let open: TransferredTable | undefined;
  for await (const batch of source.batches()) {
    if (batch.table !== open) yield `${JSON.stringify({ table: batch.table } satisfies Opening)}\n`;
    open = batch.table;
    yield `${batch.rows.map(encodeRow).join("\n")}\n`;
  }
  yield `${JSON.stringify({ end: source.digests() } satisfies End)}\n`;
}

/** For its owner alone: it holds what the database holds. It appears under its name when it is complete. */
export async function writeArchive(file: string, source: DigestedSource, now = new Date()): Promise<void> {
  const partial = `${file}.partial`;
  try {
    const target = createWriteStream(partial, { mode: 0o600, flush: true });
    await pipeline(renderLines(source, now), createGzip(), target);
    await rename(partial, file);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

function parseHead(file: string, line: string): Head {
  try {
    const head = JSON.parse(line) as Head;
    if (head.format === FORMAT) return head;
  } catch {
    // Said below: whatever this is, it is no backup.
  }
  throw refuse(file, "is no backup of this service.");
}

interface Archive extends DigestedSource {
  readonly head: Head;
  /** The digests that the file says it holds, once its last line was read. */
  digests(): Digests;
}

/** @throws SignalboxError invalid_data when it is no backup; while its batches are read, when it is damaged or cut off */
export async function openArchive(file: string): Promise<Archive> {
  const lines = readLines(file);
  const first = await lines.next();
  if (first.done === true) throw refuse(file, "is empty.");
  const head = parseHead(file, first.value);
  let digests: Digests | undefined;
  return {
    head,
    schemaVersion: head.schemaVersion,
    batches: () => readBatches(lines, (found) => (digests = found)),
    digests: () => {
      if (digests === undefined) throw refuse(file, "was cut off: its last line is missing.");
      return digests;
    },
  };
}

async function* readLines(file: string): AsyncGenerator<string> {
  const text = createGunzip();
  // A fault of either stream ends the lines early; it is thrown once they have ended.
  const piped = pipeline(createReadStream(file), text).catch((error: unknown) => error);
  const reader = createInterface({ input: text, crlfDelay: Number.POSITIVE_INFINITY });
  try {
    for await (const line of reader) yield line;
  } catch (cause) {
    throw refuse(file, "cannot be read, or is damaged.", cause);
  }
  const fault = await piped;
  if (fault !== undefined) throw refuse(file, "cannot be read, or is damaged.", fault);
}

async function* readBatches(
  lines: AsyncIterable<string>,
  atEnd: (digests: Digests) => void,
): AsyncGenerator<RowBatch> {
  let table: TransferredTable | undefined;
  let rows: Row[] = [];
  for await (const line of lines) {
    const isMark = line.startsWith('{"table":') || line.startsWith('{"end":');
    if (rows.length >= BATCH_ROWS || isMark) {
      if (table !== undefined && rows.length > 0) yield { table, rows };
      rows = [];
    }
    if (!isMark) rows.push(decodeRow(line));
    else if (line.startsWith('{"end":')) atEnd((JSON.parse(line) as End).end);
    else ({ table } = JSON.parse(line) as Opening);
  }
}
