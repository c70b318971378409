// Text to records with their line numbers, whatever holds them: CSV (comma, semicolon or tab; quotes and newlines inside fields),
// lines of JSON, a list, or a page of an API.
import { Readable } from "node:stream";

import { isRecord, SignalboxError } from "@signalbox/contracts";
import { parse, CsvError } from "csv-parse";

import { JsonCutter, recordsOfPage } from "./cut-json.ts";

export interface FileRecord {
  /** Line on which the record starts, from 1. */
  readonly line: number;
  readonly values: Readonly<Record<string, unknown>>;
}

/** A record that could not be read, added to the caller's list; reading goes on behind it. */
type OnBroken = (line: number, message: string) => void;

const RECORD_CHARS_MAX = 16 * 1024 * 1024;

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

/** A column whose name comes again keeps its values: `Score`, `Score (2)`. */
function distinctNames(names: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return names.map((name) => {
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  });
}

async function* parseCsv(
  text: AsyncIterable<string>,
  delimiter: string,
  onBroken: OnBroken,
): AsyncGenerator<FileRecord> {
  const parser = Readable.from(withPlainBreaks(text)).pipe(
    parse({
      delimiter,
      columns: (header: string[]) => distinctNames(header.map((name) => name.trim())),
      info: true,
      bom: true,
      skip_empty_lines: true,
      skip_records_with_error: true,
      max_record_size: RECORD_CHARS_MAX,
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
  if (error.code === "CSV_MAX_RECORD_SIZE")
    return `The record is longer than ${RECORD_CHARS_MAX} characters.`;
  return "The record is not valid CSV.";
}

/** Lines of a text; undefined for one that is longer than is kept. */
async function* splitLines(text: AsyncIterable<string>): AsyncGenerator<string | undefined> {
  let held: string | undefined = "";
  const hold = (more: string): void => {
    held = held === undefined || held.length + more.length > RECORD_CHARS_MAX ? undefined : held + more;
  };
  for await (const chunk of text) {
    let start = 0;
    for (let end = chunk.indexOf("\n"); end >= 0; end = chunk.indexOf("\n", start)) {
      hold(chunk.slice(start, end));
      yield held;
      held = "";
      start = end + 1;
    }
    hold(chunk.slice(start));
  }
  if (held !== "") yield held;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const TOO_LONG = `The record is longer than ${RECORD_CHARS_MAX / 1024 / 1024} MiB. Leave out inlined files.`;
const BROKEN = "The line is not whole JSON. Write one record a line, a list of records, or CSV.";
const NO_OBJECT = "The line is not a JSON object. Write one record a line, a list of records, or CSV.";

/** Records in a JSON value: those of a page, else the value itself. */
function recordsIn(value: unknown): readonly Readonly<Record<string, unknown>>[] | undefined {
  if (!isRecord(value)) return undefined;
  return recordsOfPage(value)?.filter(isRecord) ?? [value];
}

async function* parseJsonLines(text: AsyncIterable<string>, onBroken: OnBroken): AsyncGenerator<FileRecord> {
  let line = 0;
  for await (const content of splitLines(text)) {
    line += 1;
    if (content?.trim() === "") continue;
    const value =
      content === undefined ? undefined : parseJson(line === 1 ? content.replace(/^\uFEFF/, "") : content);
    const records = recordsIn(value);
    if (records === undefined)
      onBroken(line, content === undefined ? TOO_LONG : value === undefined ? BROKEN : NO_OBJECT);
    else for (const values of records) yield { line, values };
  }
}

/** One JSON text: a list of records, a page that holds such a list, or records that take several lines each. */
async function* parseJsonText(text: AsyncIterable<string>, onBroken: OnBroken): AsyncGenerator<FileRecord> {
  const cutter = new JsonCutter(RECORD_CHARS_MAX);
  const read = function* (cuts: ReturnType<JsonCutter["feed"]>, onMissing: string): Generator<FileRecord> {
    for (const { line, text: record } of cuts) {
      const records = record === undefined ? undefined : recordsIn(parseJson(record));
      if (records === undefined)
        onBroken(line, record === undefined ? onMissing : "The record is not valid JSON.");
      else for (const values of records) yield { line, values };
    }
  };
  for await (const chunk of text) yield* read(cutter.feed(chunk), TOO_LONG);
  yield* read(cutter.end(), "The file breaks off within a record. Fetch it again.");
}

/** The text until its first line is there, which is bounded as every record is. */
async function readHead(iterator: AsyncIterator<string>): Promise<{ text: string; isWhole: boolean }> {
  const pieces: string[] = [];
  let chars = 0;
  for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) {
    // Blank lines before the first do not count, however many pieces they come in.
    const piece = chars === 0 ? next.value.trimStart() : next.value;
    if (piece === "") continue;
    pieces.push(chars === 0 ? next.value : piece);
    chars += piece.length;
    if (piece.includes("\n")) break;
    if (chars > RECORD_CHARS_MAX) return { text: pieces.join(""), isWhole: false };
  }
  return { text: pieces.join(""), isWhole: true };
}

/** A text that goes on behind its first line: pretty JSON, or a page without a line break. */
const isJsonText = (firstLine: string, isWhole: boolean): boolean =>
  firstLine.startsWith("[") || (firstLine.startsWith("{") && (!isWhole || /[{[,]$/.test(firstLine)));

/**
 * Records of a text: lines of JSON, a list or a page of records, or CSV; its first line decides which. Reading goes on behind
 * a record that cannot be read.
 * @throws SignalboxError invalid_data for an empty text, and for CSV whose header is no line
 */
export async function* parseRecords(
  text: AsyncIterable<string>,
  onBroken: OnBroken,
): AsyncGenerator<FileRecord> {
  const iterator = text[Symbol.asyncIterator]();
  const head = await readHead(iterator);
  const firstLine = head.text.trimStart().split("\n", 1)[0]!.trimEnd();
  if (firstLine === "")
    throw new SignalboxError(
      "invalid_data",
      "The file is empty. It needs records: JSON, lines of JSON, or CSV.",
    );
  const whole = prepend(head.text, iterator);
  if (isJsonText(firstLine, head.isWhole)) yield* parseJsonText(whole, onBroken);
  else if (firstLine.startsWith("{")) yield* parseJsonLines(whole, onBroken);
  else if (!head.isWhole)
    throw new SignalboxError(
      "invalid_data",
      `Line 1 is longer than ${RECORD_CHARS_MAX} characters. A file needs a header and a row on each further line.`,
    );
  else yield* parseCsv(whole, sniffDelimiter(firstLine), onBroken);
}
