// Text to records with their line numbers: CSV (comma, semicolon or tab; quotes and newlines inside fields) or JSONL.
import { Readable } from "node:stream";

import { isRecord, SignalboxError } from "@signalbox/contracts";
import { parse, CsvError } from "csv-parse";

export interface FileRecord {
  /** Line on which the record starts, from 1. */
  readonly line: number;
  readonly values: Readonly<Record<string, unknown>>;
}

/** A record that could not be read, added to the caller's list; reading goes on behind it. */
type OnBroken = (line: number, message: string) => void;

const LINE_CHARS_MAX = 4_000_000;

function sniffDelimiter(headerLine: string): string {
  const counts = [",", ";", "\t"].map((delimiter) => headerLine.split(delimiter).length);
  return [",", ";", "\t"][counts.indexOf(Math.max(...counts))] ?? ",";
}

async function* prepend(head: string, rest: AsyncIterator<string>): AsyncGenerator<string> {
  yield head;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}

/** The parser counts a line twice that ends in CR LF within quotes, so every line ends in LF before it counts. */
async function* withPlainBreaks(text: AsyncIterable<string>): AsyncGenerator<string> {
  let held = "";
  for await (const chunk of text) {
    const whole = held + chunk;
    held = whole.endsWith("\r") ? "\r" : "";
    yield whole.slice(0, whole.length - held.length).replaceAll("\r\n", "\n");
  }
  if (held !== "") yield held;
}

async function* parseCsv(
  text: AsyncIterable<string>,
  delimiter: string,
  onBroken: OnBroken,
): AsyncGenerator<FileRecord> {
  const parser = Readable.from(withPlainBreaks(text)).pipe(
    parse({
      delimiter,
      columns: (header: string[]) => header.map((name) => name.trim()),
      info: true,
      bom: true,
      skip_empty_lines: true,
      skip_records_with_error: true,
      max_record_size: LINE_CHARS_MAX,
      relax_quotes: true,
      on_skip: (error) => {
        if (error !== undefined) onBroken(Number(error["lines"] ?? 0), csvMessage(error));
      },
    }),
  );
  let line = 1;
  try {
    for await (const item of parser as AsyncIterable<{
      info: { lines: number };
      record: Record<string, unknown>;
    }>) {
      line = item.info.lines;
      yield { line: line - linesWithin(item.record), values: item.record };
    }
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    throw new SignalboxError(
      "invalid_data",
      `Line ${Number(cause["lines"] ?? line)}: ${csvMessage(cause)}.`,
      { cause },
    );
  }
}

/** Line breaks inside quoted fields: the parser tells the line on which a record ends. */
function linesWithin(record: Readonly<Record<string, unknown>>): number {
  let breaks = 0;
  for (const value of Object.values(record))
    if (typeof value === "string")
      for (let at = value.indexOf("\n"); at >= 0; at = value.indexOf("\n", at + 1)) breaks += 1;
  return breaks;
}

function csvMessage(error: CsvError): string {
  if (error.code.startsWith("CSV_RECORD_INCONSISTENT"))
    return "The number of fields differs from the header.";
  if (error.code === "CSV_QUOTE_NOT_CLOSED") return "A quoted field is never closed.";
  if (error.code === "CSV_MAX_RECORD_SIZE") return `The record is longer than ${LINE_CHARS_MAX} characters.`;
  return "The record is not valid CSV.";
}

async function* splitLines(text: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of text) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > LINE_CHARS_MAX)
      throw new SignalboxError(
        "invalid_data",
        `A line is longer than ${LINE_CHARS_MAX} characters. Use one JSON object a line.`,
      );
    yield* lines;
  }
  if (rest !== "") yield rest;
}

async function* parseJsonLines(text: AsyncIterable<string>, onBroken: OnBroken): AsyncGenerator<FileRecord> {
  let line = 0;
  for await (const content of splitLines(text)) {
    line += 1;
    if (content.trim() === "") continue;
    let value: unknown;
    try {
      value = JSON.parse(content);
    } catch {
      onBroken(line, "The line is not valid JSON.");
      continue;
    }
    if (isRecord(value)) {
      yield { line, values: value };
    } else {
      onBroken(line, "The line is not a JSON object.");
    }
  }
}

/** The text until its first line is there, which is bounded as every later one is. */
async function readHead(iterator: AsyncIterator<string>): Promise<string> {
  const pieces: string[] = [];
  let chars = 0;
  for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) {
    // Blank lines before the first do not count, however many pieces they come in.
    const piece = chars === 0 ? next.value.trimStart() : next.value;
    if (piece === "") continue;
    pieces.push(chars === 0 ? next.value : piece);
    chars += piece.length;
    if (piece.includes("\n")) break;
    if (chars > LINE_CHARS_MAX)
      throw new SignalboxError(
        "invalid_data",
        `Line 1 is longer than ${LINE_CHARS_MAX} characters. A file needs a header and a row on each further line.`,
      );
  }
  return pieces.join("");
}

/** Records of a CSV or JSONL text; the first character that is not a space decides which. */
export async function* parseRecords(
  text: AsyncIterable<string>,
  onBroken: OnBroken,
): AsyncGenerator<FileRecord> {
  const iterator = text[Symbol.asyncIterator]();
  const head = await readHead(iterator);
  if (head.trim() === "")
    throw new SignalboxError("invalid_data", "The file is empty. It needs a header and rows.");
  const whole = prepend(head, iterator);
  if (head.trimStart().startsWith("{")) yield* parseJsonLines(whole, onBroken);
  else yield* parseCsv(whole, sniffDelimiter(head.trimStart().split("\n", 1)[0] ?? ""), onBroken);
}
