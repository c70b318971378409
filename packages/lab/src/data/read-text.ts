// Reads a plain or gzipped text file whole, with a bound, and turns every failure into a message for a person.
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { SignalboxError } from "@signalbox/contracts";

/** A decoded file may not be larger: beyond it a JavaScript string cannot hold it. */
const TEXT_BYTES_MAX = 500_000_000;
const gunzipAsync = promisify(gunzip);

export interface TextFile {
  /** Base name, for messages: paths of this machine stay out of reports. */
  readonly name: string;
  readonly text: string;
  readonly sha256: string;
}

/** The one way to complain about a data file. `line` counts from 1. */
export function invalidData(file: string, line: number | undefined, message: string): SignalboxError {
  return new SignalboxError(
    "invalid_data",
    `${file}${line === undefined ? "" : ` line ${line}`}: ${message}`,
  );
}

async function inflate(name: string, bytes: Buffer): Promise<Buffer> {
  if (!name.endsWith(".gz")) return bytes;
  try {
    return await gunzipAsync(bytes, { maxOutputLength: TEXT_BYTES_MAX });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new SignalboxError("invalid_data", `${name}: not a whole gzip file (${reason})`, { cause });
  }
}

/** @throws SignalboxError `invalid_data` when unreadable, truncated, too large or not UTF-8. */
export async function readTextFile(path: string): Promise<TextFile> {
  const name = basename(path);
  let stored: Buffer;
  try {
    stored = await readFile(path);
  } catch (cause) {
    throw new SignalboxError("invalid_data", `${name}: cannot be read`, { cause });
  }
  const bytes = await inflate(name, stored);
  if (bytes.length > TEXT_BYTES_MAX)
    throw invalidData(name, undefined, `larger than ${TEXT_BYTES_MAX} bytes`);
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return { name, text, sha256: createHash("sha256").update(bytes).digest("hex") };
  } catch (cause) {
    throw new SignalboxError("invalid_data", `${name}: not valid UTF-8`, { cause });
  }
}
