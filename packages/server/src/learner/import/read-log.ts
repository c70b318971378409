// A log file as a stream of past calls. What cannot be read is reported with its line; one bad line never ends the import.
import { createReadStream, type ReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { createGunzip } from "node:zlib";
import { SignalboxError, isRecord } from "@signalbox/contracts";
import { detectFormat, LOG_READERS } from "./log-formats.ts";
import type { LogFormat, LogRecord, RecordReading } from "./past-call.ts";

// Lines of a file, plain or gzip, with a bound on the length of one line so that a hostile file cannot fill the memory.
const LINE_CHARS_MAX = 16 * 1024 * 1024;

interface FileLine {
  /** From 1. */
  readonly line: number;
  /** Undefined when the line was longer than is read. */
  readonly text: string | undefined;
  /** Read so far of the file as it is on disk. @unit bytes */
  readonly bytesRead: number;
}

async function isGzip(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await file.close();
  }
}

/** Faults of the disk reach the reader of the decoded stream too: `pipe` alone would leave it waiting. */
function decode(file: ReadStream, zipped: boolean): AsyncIterable<string> {
  if (!zipped) return file.setEncoding("utf8") as AsyncIterable<string>;
  const gunzip = createGunzip();
  file.on("error", (error) => gunzip.destroy(error));
  return file.pipe(gunzip).setEncoding("utf8") as AsyncIterable<string>;
}

class LineCutter {
  #held = "";
  #isTooLong = false;

  /** Whole lines of what was fed so far. */
  *feed(chunk: string): Generator<string | undefined> {
    let start = 0;
    for (let end = chunk.indexOf("\n"); end >= 0; end = chunk.indexOf("\n", start)) {
      yield this.#take(chunk.slice(start, end));
      start = end + 1;
    }
    this.#hold(chunk.slice(start));
  }

  #hold(text: string): void {
    this.#isTooLong ||= this.#held.length + text.length > LINE_CHARS_MAX;
    this.#held = this.#isTooLong ? "" : this.#held + text;
  }

  #take(text: string): string | undefined {
    this.#hold(text);
    const line = this.#isTooLong ? undefined : this.#held;
    this.#held = "";
    this.#isTooLong = false;
    return line;
  }

  end(): string | undefined {
    return this.#take("");
  }
}

/** @throws SignalboxError invalid_data when the file cannot be read or is not whole */
async function* readLines(path: string): AsyncGenerator<FileLine> {
  const cutter = new LineCutter();
  let line = 0;
  try {
    const file = createReadStream(path);
    for await (const chunk of decode(file, await isGzip(path)))
      for (const text of cutter.feed(chunk)) yield { line: (line += 1), text, bytesRead: file.bytesRead };
    const last = cutter.end();
    if (last !== "") yield { line: line + 1, text: last, bytesRead: file.bytesRead };
  } catch (cause) {
    if (cause instanceof SignalboxError) throw cause;
    const code = (cause as NodeJS.ErrnoException).code ?? "";
    const why = code.startsWith("Z_")
      ? `the compressed data breaks off or is damaged after line ${line}`
      : `it cannot be read (${code})`;
    throw new SignalboxError("invalid_data", `${path}: ${why}. Check the file.`, { cause });
  }
}

export interface LogEntry {
  readonly line: number;
  readonly bytesRead: number;
  readonly format: LogFormat | undefined;
  readonly reading: RecordReading;
}

function parseRecord(text: string | undefined): LogRecord | string {
  if (text === undefined) return "the line is longer than 16 MiB";
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value)) return value;
    return "the line is not a JSON object; write one record a line (jq -c '.[]' turns an array into lines)";
  } catch {
    return "the line is not whole JSON; write one record a line (jq -c '.[]' turns an array into lines)";
  }
}

/**
 * @param wanted the format, or undefined to recognise it by the first record that tells.
 * @throws SignalboxError invalid_data when the file cannot be read, or when its format is not recognised
 */
export async function* readLog(path: string, wanted: LogFormat | undefined): AsyncGenerator<LogEntry> {
  let format = wanted;
  let unknown = 0;
  for await (const { line, text, bytesRead } of readLines(path)) {
    const clean = line === 1 ? text?.replace(/^\uFEFF/, "") : text;
    if (clean?.trim() === "") continue;
    const record = parseRecord(clean);
    if (typeof record === "string") {
      yield { line, bytesRead, format, reading: { kind: "fault", message: record } };
      continue;
    }
    format ??= detectFormat(record);
    if (format === undefined) {
      unknown += 1;
      yield {
        line,
        bytesRead,
        format,
        reading: { kind: "fault", message: "no known format: LiteLLM, Langfuse or OpenTelemetry" },
      };
      continue;
    }
    for (const reading of LOG_READERS[format](record)) yield { line, bytesRead, format, reading };
  }
  if (format === undefined && unknown > 0)
    throw new SignalboxError(
      "invalid_data",
      `${path}: none of its ${unknown} records looks like LiteLLM, Langfuse or OpenTelemetry. Name one with --format.`,
    );
}
