// SOURCE.prompts.jsonl: one JSON object a line with id, dataset and prompt.
import { SignalboxError } from "@signalbox/contracts";
import { SPLIT } from "./dataset.ts";
import { forEachCsvRow, invalidData, type TextFile } from "./csv-rows.ts";

// models.csv and splits.csv: optional files beside the sources.
export interface ModelName {
  readonly canonical: string;
  readonly vendor: string;
  readonly kind: string;
}

/** Keyed by `source NUL name`. */
export function parseModelsFile(file: TextFile): ReadonlyMap<string, ModelName> {
  const names = new Map<string, ModelName>();
  const columns = { required: ["source", "model", "canonical"], optional: ["vendor", "kind"] };
  forEachCsvRow(file, columns, ([source = "", name = "", canonical = "", vendor = "", kind = ""], line) => {
    if (canonical === "") throw invalidData(file.name, line, "the canonical name is empty");
    names.set(`${source}\0${name}`, { canonical, vendor, kind });
  });
  return names;
}

export interface SplitRow {
  readonly group: number;
  readonly benchmark: number;
  readonly release: number;
}

const CODE_OF: ReadonlyMap<string, number> = new Map([
  ["train", SPLIT.train],
  ["dev", SPLIT.dev],
  ["test", SPLIT.test],
  ["eval_only", SPLIT.evalOnly],
  ["dropped", SPLIT.dropped],
  ["never", SPLIT.never],
]);

/** Keyed by `source NUL id`. @throws SignalboxError `invalid_data` for an unknown split word or a bad group. */
export function parseSplitsFile(file: TextFile): ReadonlyMap<string, SplitRow> {
  const rows = new Map<string, SplitRow>();
  const code = (word: string, line: number): number => {
    const found = CODE_OF.get(word);
    if (found === undefined) throw invalidData(file.name, line, `"${word.slice(0, 40)}" is not a split`);
    return found;
  };
  const columns = { required: ["source", "id", "group", "benchmark_split", "release_split"] };
  forEachCsvRow(file, columns, ([source = "", id = "", group = "", benchmark = "", release = ""], line) => {
    const number = group === "" ? Number.NaN : Number(group);
    if (!Number.isInteger(number))
      throw invalidData(file.name, line, `group "${group}" is not a whole number`);
    rows.set(`${source}\0${id}`, {
      group: number,
      benchmark: code(benchmark, line),
      release: code(release, line),
    });
  });
  return rows;
}

/** A longer prompt is refused: nothing real is, and one line must not fill the memory. */
export const PROMPT_CHARACTERS_MAX = 2_000_000;

export interface PromptRow {
  readonly id: string;
  readonly task: string;
  readonly text: string;
  readonly subset: string;
  readonly sourceSplit: string;
}

function parseObject(raw: string, file: string, line: number): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(raw);
  } catch (cause) {
    throw new SignalboxError("invalid_data", `${file} line ${line}: not a JSON object`, { cause });
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw invalidData(file, line, "expected a JSON object");
  return value as Record<string, unknown>;
}

function requireString(
  object: Record<string, unknown>,
  key: string,
  at: { file: string; line: number },
): string {
  const value = object[key];
  if (typeof value !== "string" || value === "")
    throw invalidData(at.file, at.line, `"${key}" must be a string that is not empty`);
  return value;
}

function textOr(value: unknown, fallback: string): string {
  return typeof value === "string" ? value : fallback;
}

function parsePrompt(raw: string, source: string, at: { file: string; line: number }): PromptRow {
  const object = parseObject(raw, at.file, at.line);
  const text = requireString(object, "prompt", at);
  if (text.length > PROMPT_CHARACTERS_MAX)
    throw invalidData(at.file, at.line, `prompt longer than ${PROMPT_CHARACTERS_MAX} characters`);
  return {
    id: requireString(object, "id", at),
    task: textOr(object["dataset"], source),
    text,
    subset: textOr(object["subset"], ""),
    sourceSplit: textOr(object["split"], ""),
  };
}

/** @throws SignalboxError `invalid_data` for bad JSON, missing fields, a repeated id or an empty file. */
export function parsePromptsFile(file: TextFile, source: string): readonly PromptRow[] {
  const rows: PromptRow[] = [];
  const seen = new Set<string>();
  for (const [index, raw] of file.text.split("\n").entries()) {
    if (raw.trim() === "") continue;
    const row = parsePrompt(raw, source, { file: file.name, line: index + 1 });
    if (seen.has(row.id)) throw invalidData(file.name, index + 1, `the id "${row.id}" stands twice`);
    seen.add(row.id);
    rows.push(row);
  }
  if (rows.length === 0) throw invalidData(file.name, undefined, "no prompt in the file");
  return rows;
}
