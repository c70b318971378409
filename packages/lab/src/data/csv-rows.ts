// Rows of a CSV file with a header. Files without a quote take a path that only splits; the others a real parser.

import { parse } from "csv-parse/sync";
import { SignalboxError, type ModelCatalog, type ModelFacts } from "@signalbox/contracts";
import { identifyModel, type SourceModel } from "./dataset.ts";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";

// Reads a plain or gzipped text file whole, with a bound, and turns every failure into a message for a person.

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

// The models of a source as a user would name them in a request: by the source's own spelling where the catalogue reads it,
// which keeps a mode that the spelling states, else by the model's usual name.

export interface CalledModel {
  /** The source's name for it. */
  readonly name: string;
  /** The spelling in the request. */
  readonly spelling: string;
  readonly facts: ModelFacts | undefined;
  /** Effort or thinking that the name states; undefined = the provider's default. */
  readonly mode: string | undefined;
}

const MODE = /(?:^|[-_ :(])(xhigh|high|medium|low|minimal|none|thinking|non-?reasoning|reasoning)\)?$/i;

export function modeInName(name: string): string | undefined {
  return MODE.exec(name)?.[1]?.toLowerCase().replace("nonreasoning", "non-reasoning");
}

/** Undefined for a base model, which no user calls for a chat. */
export function callModel(model: SourceModel, catalog: ModelCatalog): CalledModel | undefined {
  const { id, isServed } = identifyModel(model, catalog);
  if (id.startsWith("base:")) return undefined;
  const spellings = [model.name, model.canonical, ...(isServed ? [id] : [])];
  const spelling =
    spellings.find((each) => catalog.resolve({ model: each }) !== undefined) ?? model.canonical;
  return {
    name: model.name,
    spelling,
    facts: catalog.resolve({ model: spelling }),
    mode: modeInName(model.name),
  };
}

/** Called once a row with the wanted columns in the order they were asked for ("" for an absent optional one). */
type OnRow = (fields: readonly string[], line: number) => void;

interface CsvColumns {
  readonly required: readonly string[];
  readonly optional?: readonly string[];
}

function locateColumns(file: string, header: readonly string[], columns: CsvColumns): Int32Array {
  const missing = columns.required.filter((name) => !header.includes(name));
  if (missing.length > 0) throw invalidData(file, 1, `missing column ${missing.join(", ")}`);
  return Int32Array.from([...columns.required, ...(columns.optional ?? [])], (name) => header.indexOf(name));
}

function pick(fields: readonly string[], positions: Int32Array, into: string[]): void {
  for (let i = 0; i < positions.length; i += 1) {
    const at = positions[i] ?? -1;
    into[i] = at < 0 ? "" : (fields[at] ?? "");
  }
}

function splitRows(file: TextFile, columns: CsvColumns, onRow: OnRow): void {
  const { text, name } = file;
  let positions: Int32Array | undefined;
  let width = 0;
  const picked: string[] = [];
  for (let start = 0, line = 1; start < text.length; line += 1) {
    let end = text.indexOf("\n", start);
    if (end < 0) end = text.length;
    const stop = end > start && text.charCodeAt(end - 1) === 13 ? end - 1 : end;
    if (stop > start) {
      const fields = text.slice(start, stop).split(",");
      if (positions === undefined) {
        positions = locateColumns(name, fields, columns);
        width = fields.length;
      } else {
        if (fields.length !== width)
          throw invalidData(name, line, `expected ${width} fields, found ${fields.length}`);
        pick(fields, positions, picked);
        onRow(picked, line);
      }
    }
    start = end + 1;
  }
  if (positions === undefined) throw invalidData(name, 1, "empty file, expected a header");
}

interface ParsedRow {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

function parseRows(file: TextFile, columns: CsvColumns, onRow: OnRow): void {
  let rows: readonly ParsedRow[];
  try {
    rows = parse(file.text, { info: true, skip_empty_lines: true, bom: true }) as unknown as ParsedRow[];
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new SignalboxError("invalid_data", `${file.name}: not valid CSV (${reason})`, { cause });
  }
  const [header, ...body] = rows;
  if (header === undefined) throw invalidData(file.name, 1, "empty file, expected a header");
  const positions = locateColumns(file.name, header.record, columns);
  const picked: string[] = [];
  for (const row of body) {
    pick(row.record, positions, picked);
    onRow(picked, row.info.lines);
  }
}

/** Calls `onRow` for every row. The array handed over is reused: copy what must outlive the call. */
export function forEachCsvRow(file: TextFile, columns: CsvColumns, onRow: OnRow): void {
  if (file.text.includes('"')) parseRows(file, columns, onRow);
  else
    splitRows(file.text.startsWith("\ufeff") ? { ...file, text: file.text.slice(1) } : file, columns, onRow);
}

/** A number, or NaN for an empty field. @throws SignalboxError `invalid_data` for anything else that is not finite and >= 0. */
export function parseAmount(field: string, file: string, at: { line: number; column: string }): number {
  if (field === "") return Number.NaN;
  const value = Number(field);
  if (!Number.isFinite(value) || value < 0)
    throw invalidData(
      file,
      at.line,
      `${at.column} is "${field.slice(0, 40)}", expected a number of at least 0`,
    );
  return value;
}
