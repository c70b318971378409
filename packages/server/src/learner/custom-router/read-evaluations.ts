// Reads a file of own evaluations, streamed: checks every row, keeps a uniform sample when the file is large, and tells
// every fault with its line.
import { SignalboxError } from "@signalbox/contracts";

import { decodeText } from "../records/decode-text.ts";
import type { EvaluationOptions, EvaluationRow, EvaluationTable, FileCheck } from "./evaluation-data.ts";
import { CHECKS_MAX, mergeRepeats } from "./evaluation-data.ts";
import { formOf, type EvaluationForm } from "./evaluation-forms.ts";
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
  if (/^(?:true|pass|passed|correct|yes)$/.test(text)) return 1;
  if (/^(?:false|fail|failed|incorrect|no)$/.test(text)) return 0;
  // A decimal comma comes with semicolon-separated spreadsheets.
  return /^[+-]?\d+,\d+$/.test(text) ? Number(text.replace(",", ".")) : Number(text);
}

/** A row that was read before later models of the file were known. */
function widen(row: EvaluationRow, labels: number): EvaluationRow {
  if (row.scores.length === labels) return row;
  const padded = (values: Float64Array): Float64Array =>
    Float64Array.from({ length: labels }, (_, index) => values[index] ?? Number.NaN);
  return {
    prompt: row.prompt,
    scores: padded(row.scores),
    costsUsd: padded(row.costsUsd),
    latenciesS: padded(row.latenciesS),
  };
}

class EvaluationReader {
  readonly #options: EvaluationOptions;
  readonly #checks = new CheckList();
  readonly #rows: EvaluationRow[] = [];
  #labels: string[] = [];
  #form: EvaluationForm | undefined;
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

  /** Adds the models of a row; a table states all of them in its header. */
  #learnLabels(values: FileRecord["values"]): void {
    const { modelsMax } = this.#options;
    for (const label of labelsOf(Object.keys(values)))
      if (!this.#labels.includes(label)) this.#labels.push(label);
    if (this.#labels.length > modelsMax)
      throw new SignalboxError(
        "invalid_data",
        `The file has scores for more than ${modelsMax} models. Split it, or leave models out.`,
      );
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
          "Write a number, PASS or FAIL, or leave the field empty.",
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

  add({ line, values }: FileRecord): void {
    const isFirst = this.#form === undefined;
    const form = (this.#form ??= formOf(values, this.#options.promptColumn));
    for (const row of form.rowsOf(values)) {
      if (isFirst || form.isOpen) this.#learnLabels(row);
      this.#addRow({ line, values: row });
    }
  }

  #addRow(record: FileRecord): void {
    this.#rowsSeen += 1;
    const { prompt } = record.values;
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

  /** An open form has a row a prompt and model. */
  get #keptMax(): number {
    return this.#options.rowsKeptMax * (this.#form?.isOpen === true ? this.#labels.length : 1);
  }

  /** Reservoir sampling: every valid row of the file has the same chance to be kept. @source Vitter (1985), algorithm R */
  #keep(row: EvaluationRow): void {
    this.#rowsValid += 1;
    if (this.#rows.length < this.#keptMax) {
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
    const { rowsMin } = this.#options;
    const isOpen = this.#form?.isOpen === true;
    const rows = mergeRepeats(this.#rows.map((row) => widen(row, this.#labels.length)));
    const repeats = isOpen ? 0 : this.#rows.length - rows.length;
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
    if (this.#rowsValid > this.#rows.length)
      this.#checks.add({
        level: "note",
        line: null,
        column: null,
        message: `A uniform sample of ${this.#rows.length} of ${this.#rowsValid} rows is used.`,
        fix: "Nothing to do.",
      });
    if (rows.length > 0) this.#warnOfColumns(rows);
    const rowsSeen = isOpen && this.#rowsValid === this.#rows.length ? rows.length : this.#rowsSeen;
    return { labels: this.#labels, rows, rowsSeen, checks: this.#checks.list() };
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
    reader.add(record);
    rows += 1;
    onRow?.(rows);
  }
  if (rows === 0)
    throw new SignalboxError(
      "invalid_data",
      `${source.fileName} has no rows. It needs a header and rows, or records in JSON.`,
    );
  return reader.finish();
}

export function hasErrors(checks: readonly FileCheck[]): boolean {
  return checks.some((check) => check.level === "error");
}
