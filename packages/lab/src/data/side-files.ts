// models.csv and splits.csv: optional files beside the sources.
import { SPLIT } from "./dataset.ts";
import { forEachCsvRow } from "./csv-rows.ts";
import { invalidData } from "./read-text.ts";
import type { TextFile } from "./read-text.ts";

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
