// A log file as a stream of past calls. What cannot be read is reported with its line; one bad line never ends the import.
import { isRecord, SignalboxError } from "@signalbox/contracts";

import { detectFormat, LOG_READERS } from "./log-formats.ts";
import type { LogFormat, LogRecord, RecordReading } from "./past-call.ts";
import { readLines } from "./read-lines.ts";

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
