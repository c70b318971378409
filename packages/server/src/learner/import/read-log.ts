// A log file as a stream of past calls. A record that cannot be read is reported with its line; it never ends the import.
import { createReadStream } from "node:fs";
import { SignalboxError } from "@signalbox/contracts";

import { decodeText } from "../records/decode-text.ts";
import { parseRecords } from "../records/parse-records.ts";
import {
  fault,
  LOG_FORMATS,
  withWholeInput,
  type LogFormat,
  type RecordReader,
  type RecordReading,
} from "./past-call.ts";
import { detectFormat, LOG_READERS } from "./tool-maps.ts";

export interface LogEntry {
  /** Line on which the record begins, from 1. */
  readonly line: number;
  /** Read so far of the file as it is on disk. @unit bytes */
  readonly bytesRead: number;
  readonly format: LogFormat | undefined;
  readonly reading: RecordReading;
}

const SHOWN_MAX = 20;

function unknownForm(path: string, members: readonly string[]): SignalboxError {
  return new SignalboxError(
    "invalid_data",
    `${path}: no record has the form of a known tool (${LOG_FORMATS.join(", ")}). Its columns are: ${members.slice(0, SHOWN_MAX).join(", ")}. ` +
      "Rename columns: model, and prompt or messages.",
  );
}

/**
 * Reads the calls of a log as the tools write it: lines of JSON, a list, a page, or CSV, plain or gzip.
 * @param wanted the format, or undefined to recognise it by the first record that tells
 * @throws SignalboxError invalid_data when the file cannot be read, or when its format is not recognised
 */
export async function* readLog(path: string, wanted: LogFormat | undefined): AsyncGenerator<LogEntry> {
  const file = createReadStream(path);
  const broken: { readonly line: number; readonly message: string }[] = [];
  let format = wanted;
  let reader: RecordReader | undefined;
  let strange: readonly string[] | undefined;
  let line = 0;
  const entry = (at: number, reading: RecordReading): LogEntry => ({
    line: at,
    bytesRead: file.bytesRead,
    format,
    reading: withWholeInput(reading),
  });
  try {
    const records = parseRecords(decodeText(file, path), (at, message) => broken.push({ line: at, message }));
    for await (const { line: at, values } of records) {
      line = at;
      for (const { line: where, message } of broken.splice(0)) yield entry(where, fault(message));
      format ??= detectFormat(values);
      if (format === undefined) {
        strange ??= Object.keys(values);
        yield entry(at, fault("no known tool writes records of this form"));
        continue;
      }
      reader ??= LOG_READERS[format]();
      for (const reading of reader.read(values)) yield entry(at, reading);
    }
    for (const { line: where, message } of broken) yield entry(where, fault(message));
    for (const reading of reader?.end?.() ?? []) yield entry(line, reading);
  } catch (cause) {
    if (cause instanceof SignalboxError) throw cause;
    const code = (cause as NodeJS.ErrnoException).code ?? String(cause);
    throw new SignalboxError("invalid_data", `${path} cannot be read (${code}). Check the file.`, { cause });
  } finally {
    file.destroy();
  }
  if (format === undefined && strange !== undefined) throw unknownForm(path, strange);
}
