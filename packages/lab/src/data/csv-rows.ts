// Rows of a CSV file with a header. Files without a quote take a path that only splits; the others a real parser.
import { parse } from "csv-parse/sync";
import { SignalboxError } from "@signalbox/contracts";
import { invalidData } from "./read-text.ts";
import type { TextFile } from "./read-text.ts";

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
