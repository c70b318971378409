// Decisions on the local disk while the database is away. One file is a row of records, each with its length and a checksum, so
// that a record torn by a kill, or damaged by the disk, is found and nothing after it is believed.
// Layout of a record: u32 length, u32 CRC-32 of the bytes, the bytes (a structured clone of the rows of one batch).
import { mkdir, open, readFile, rm, type FileHandle } from "node:fs/promises";
import { dirname } from "node:path";
import { deserialize, serialize } from "node:v8";
import { crc32 } from "node:zlib";

import type { DecisionRow } from "../interface/decisions.ts";

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

export function removeSpool(path: string): Promise<void> {
  return rm(path, { force: true });
}
