// Reads a file of own evaluations, streamed: checks every row, keeps a uniform sample when the file is large, and tells
// every fault with its line. Columns: the prompt, `{provider}/{model}/score`, optional `/cost` (USD) and `/latency` (s).
import { SignalboxError } from "@signalbox/contracts";

import { decodeText } from "../records/decode-text.ts";
import type { EvaluationOptions, EvaluationRow, EvaluationTable, FileCheck } from "./evaluation-data.ts";
import { CHECKS_MAX, mergeRepeats } from "./evaluation-data.ts";
import type { FileRecord } from "../records/parse-records.ts";
import { parseRecords } from "../records/parse-records.ts";

type Measure = "score" | "cost" | "latency";

class CheckList {
  readonly #checks: FileCheck[] = [];
  #dropped = 0;
  #errors = 0;

  add(check: FileCheck): void {
    if (check.level === "error") this.#errors += 1;
    if (this.#checks.length < CHECKS_MAX) this.#checks.push(check);
    else this.#dropped += 1;
  }

  get hasErrors(): boolean {
    return this.#errors > 0;
  }

  /** Findings about the whole file first, then line by line: broken rows are found ahead of those that are read. */
  list(): FileCheck[] {
    const checks = this.#checks.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0));
    if (this.#dropped === 0) return checks;
    const message = `${this.#dropped} more findings are not listed.`;
    return [
      ...checks,
      { level: "note", line: null, column: null, message, fix: "Correct the listed ones first." },
    ];
  }
}

/** JSONL may also say `{ prompt, scores: { label: 1 }, costs: {...}, latencies: {...} }`. */
function flatten(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const flat: Record<string, unknown> = { ...values };
  for (const [member, measure] of [
    ["scores", "score"],
    ["costs", "cost"],
    ["latencies", "latency"],
  ] as const) {
    const nested = values[member];
    if (typeof nested !== "object" || nested === null) continue;
    for (const [label, value] of Object.entries(nested)) flat[`${label}/${measure}`] = value;
    delete flat[member];
  }
  return flat;
}

function labelsOf(columns: readonly string[]): string[] {
  return columns
    .filter((column) => column.endsWith("/score"))
    .map((column) => column.slice(0, -"/score".length));
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === "string" && value.trim() === "");
}

function toNumber(value: unknown): number {
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value === "number") return value;
  const text = String(value).trim().toLowerCase();
  if (text === "true") return 1;
  if (text === "false") return 0;
  // A decimal comma comes with semicolon-separated spreadsheets.
  return /^[+-]?\d+,\d+$/.test(text) ? Number(text.replace(",", ".")) : Number(text);
}

class EvaluationReader {
  readonly #options: EvaluationOptions;
  readonly #checks = new CheckList();
  readonly #rows: EvaluationRow[] = [];
  #labels: string[] = [];
  #rowsSeen = 0;
  #rowsValid = 0;

  constructor(options: EvaluationOptions) {
    this.#options = options;
  }

  broken(line: number, message: string): void {
    this.#rowsSeen += 1;
    this.#fault(line, null, message, "Correct or remove this row.");
  }

  #fault(line: number | null, column: string | null, message: string, fix: string): void {
    this.#checks.add({ level: "error", line, column, message, fix });
  }

  start(columns: readonly string[]): void {
    const { promptColumn, modelsMax } = this.#options;
    if (!columns.includes(promptColumn))
      throw new SignalboxError(
        "invalid_data",
        `The file has no column "${promptColumn}". Its columns are: ${columns.slice(0, 20).join(", ")}. Rename one, or name it in prompt_column.`,
      );
    this.#labels = labelsOf(columns);
    if (this.#labels.length === 0)
      throw new SignalboxError(
        "invalid_data",
        "The file has no column that ends in /score. Name the scores provider/model/score, for example openai/gpt-4o/score.",
      );
    if (this.#labels.length > modelsMax)
      throw new SignalboxError(
        "invalid_data",
        `The file has scores for ${this.#labels.length} models; at most ${modelsMax} are allowed.`,
      );
    if (new Set(this.#labels).size < this.#labels.length)
      throw new SignalboxError("invalid_data", "Two columns hold the score of one model. Keep one of them.");
  }

  #measure(record: FileRecord, measure: Measure): Float64Array {
    return Float64Array.from(this.#labels, (label) => {
      const column = `${label}/${measure}`;
      const raw = record.values[column];
      if (isBlank(raw)) return Number.NaN;
      const value = toNumber(raw);
      if (!Number.isFinite(value)) {
        this.#fault(
          record.line,
          column,
          `"${String(raw).slice(0, 40)}" is not a number.`,
          "Write a number, or leave the field empty.",
        );
        return Number.NaN;
      }
      if (measure !== "score" && value < 0) {
        this.#fault(
          record.line,
          column,
          `${value} is negative.`,
          "Write 0 or more, or leave the field empty.",
        );
        return Number.NaN;
      }
      return value;
    });
  }

  #scores(record: FileRecord): Float64Array {
    return this.#measure(record, "score").map((value, index) => {
      if (Number.isNaN(value)) return value;
      if (value < 0 || value > 1) {
        this.#fault(
          record.line,
          `${this.#labels[index]}/score`,
          `The score ${value} is outside 0..1.`,
          "Divide the scores by their highest possible value.",
        );
        return Number.NaN;
      }
      return this.#options.isLargerBetter ? value : 1 - value;
    });
  }

  add(record: FileRecord): void {
    this.#rowsSeen += 1;
    const prompt = record.values[this.#options.promptColumn];
    if (typeof prompt !== "string" || prompt.trim() === "") {
      this.#fault(
        record.line,
        this.#options.promptColumn,
        "The prompt is empty.",
        "Write the prompt, or remove the row.",
      );
      return;
    }
    const scores = this.#scores(record);
    if (scores.every((score) => Number.isNaN(score))) {
      this.#checks.add({
        level: "warning",
        line: record.line,
        column: null,
        message: "The row has no score.",
        fix: "It is passed over.",
      });
      return;
    }
    this.#keep({
      prompt: prompt.slice(0, this.#options.promptCharsMax),
      scores,
      costsUsd: this.#measure(record, "cost"),
      latenciesS: this.#measure(record, "latency"),
    });
  }

  /** Reservoir sampling: every valid row of the file has the same chance to be kept. @source Vitter (1985), algorithm R */
  #keep(row: EvaluationRow): void {
    this.#rowsValid += 1;
    if (this.#rows.length < this.#options.rowsKeptMax) {
      this.#rows.push(row);
      return;
    }
    const slot = Math.floor(this.#options.random() * this.#rowsValid);
    if (slot < this.#rows.length) this.#rows[slot] = row;
  }

  /** Such files train, and teach less than their sender may think. */
  #warnOfColumns(rows: readonly EvaluationRow[]): void {
    const warn = (column: string | null, message: string, fix: string): void => {
      this.#checks.add({ level: "warning", line: null, column, message, fix });
    };
    const scored = this.#labels.filter((label, index) => {
      if (rows.some(({ scores }) => !Number.isNaN(scores[index]!))) return true;
      warn(`${label}/score`, "The model has no score at all.", "Fill the column or remove it.");
      return false;
    });
    if (scored.length === 1)
      warn(
        `${scored[0]}/score`,
        "No other model has scores, so the file cannot tell which model is better.",
        "Add a column PROVIDER/MODEL/score of each model that it is compared with.",
      );
    const values = new Set(rows.flatMap(({ scores }) => [...scores]).filter((score) => !Number.isNaN(score)));
    if (scored.length > 1 && values.size === 1)
      warn(
        null,
        `Every score is ${[...values].join("")}, so the file tells no prompts and no models apart.`,
        "Add rows that some of the models did badly, or grade them more finely.",
      );
  }

  finish(): EvaluationTable {
    const { rowsMin, rowsKeptMax } = this.#options;
    const rows = mergeRepeats(this.#rows);
    const repeats = this.#rows.length - rows.length;
    if (rows.length < rowsMin)
      this.#fault(
        null,
        null,
        `The file has ${rows.length} usable rows with different prompts; at least ${rowsMin} are needed.`,
        "Add rows with a prompt and at least one score.",
      );
    if (repeats > 0)
      this.#checks.add({
        level: "note",
        line: null,
        column: null,
        message: `${repeats} of ${this.#rows.length} rows repeat the prompt of another.`,
        fix: "Nothing to do: each prompt counts once, with the mean of its scores.",
      });
    if (this.#rowsValid > rowsKeptMax)
      this.#checks.add({
        level: "note",
        line: null,
        column: null,
        message: `A uniform sample of ${rowsKeptMax} of ${this.#rowsValid} rows is used.`,
        fix: "Nothing to do.",
      });
    if (rows.length > 0) this.#warnOfColumns(rows);
    return { labels: this.#labels, rows, rowsSeen: this.#rowsSeen, checks: this.#checks.list() };
  }
}

/**
 * The whole table with every finding. Row faults are findings; a file that is no table at all throws.
 * @param onRow called after every row with the count so far, for progress
 * @throws SignalboxError invalid_data
 */
export async function readEvaluations(
  source: { readonly chunks: AsyncIterable<Uint8Array>; readonly fileName: string },
  options: EvaluationOptions,
  onRow?: (rows: number) => void,
): Promise<EvaluationTable> {
  const reader = new EvaluationReader(options);
  let rows = 0;
  const records = parseRecords(decodeText(source.chunks, source.fileName), (line, message) =>
    reader.broken(line, message),
  );
  for await (const record of records) {
    const flat = { line: record.line, values: flatten(record.values) };
    if (rows === 0) reader.start(Object.keys(flat.values));
    reader.add(flat);
    rows += 1;
    onRow?.(rows);
  }
  if (rows === 0) throw new SignalboxError("invalid_data", `${source.fileName} has a header but no rows.`);
  return reader.finish();
}

export function hasErrors(checks: readonly FileCheck[]): boolean {
  return checks.some((check) => check.level === "error");
}
