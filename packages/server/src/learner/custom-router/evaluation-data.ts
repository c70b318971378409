// An evaluation table seen by the shipped router: encodings, shipped estimates, and folds that keep equal prompts together.
import type { ModelCatalog } from "@signalbox/contracts";
import { faultOfNamedMode, candidateCalled, createRowReader } from "@signalbox/engine/internals";
import type { RoutingModel } from "@signalbox/engine";
import type { PromptEncoding } from "@signalbox/engine/internals";
import type { RouterData } from "@signalbox/engine/learn";
import { armNameOf } from "@signalbox/engine/learn";

// Checks the columns of an evaluation file, which name models: names that the catalogue does not know, and modes that a model
// lacks.
function checkLabel(label: string, catalog: ModelCatalog): Omit<FileCheck, "line" | "column"> | undefined {
  const fault = faultOfNamedMode(label, catalog);
  if (fault !== undefined) return { level: "error", ...fault };
  if (catalog.resolve(splitLabel(label)) !== undefined) return undefined;
  return {
    level: "warning",
    message: "The catalogue does not know this model.",
    fix: "Check its spelling. If it is right, its estimate starts from the average of all models.",
  };
}

/** Faults and warnings of the header. */
export function checkLabels(labels: readonly string[], catalog: ModelCatalog): FileCheck[] {
  return labels.flatMap((label) => {
    const found = checkLabel(label, catalog);
    return found === undefined ? [] : [{ ...found, line: 1, column: `${label}/score` }];
  });
}

// A question that a file asks many times is evidence of one question: its rows become one, with the means of what they say.

/** Prompts that differ in case, spacing or the spelling of characters only are the same question. */
function normalisePrompt(prompt: string): string {
  return prompt.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
}

/** Mean by column over the rows that know it; NaN where none does. */
function meanColumns(columns: readonly Float64Array[]): Float64Array {
  return Float64Array.from(columns[0] ?? [], (_, index) => {
    const known = columns.map((column) => column[index]!).filter((value) => !Number.isNaN(value));
    return known.length === 0 ? Number.NaN : known.reduce((sum, value) => sum + value, 0) / known.length;
  });
}

/** One row per different prompt, in the order of their first appearance. */
export function mergeRepeats(rows: readonly EvaluationRow[]): readonly EvaluationRow[] {
  const byPrompt = Map.groupBy(rows, (row) => normalisePrompt(row.prompt));
  if (byPrompt.size === rows.length) return rows;
  return [...byPrompt.values()].map((group) => ({
    prompt: group[0]!.prompt,
    scores: meanColumns(group.map((row) => row.scores)),
    costsUsd: meanColumns(group.map((row) => row.costsUsd)),
    latenciesS: meanColumns(group.map((row) => row.latenciesS)),
  }));
}

// The typed form of someone's own evaluations: prompts by models, with scores and, where known, dollars and seconds.
export interface EvaluationRow {
  readonly prompt: string;
  /** One per model of the table; NaN = not evaluated. @range 0..1 */
  readonly scores: Float64Array;
  /** @unit USD per call; NaN = unknown */
  readonly costsUsd: Float64Array;
  /** @unit seconds per call; NaN = unknown */
  readonly latenciesS: Float64Array;
}

/** One thing found in a file. An `error` stops the training; the others are reported and skipped. */
export interface FileCheck {
  readonly level: "error" | "warning" | "note";
  /** Line of the file, from 1; null when it is about the whole file. */
  readonly line: number | null;
  readonly column: string | null;
  readonly message: string;
  readonly fix: string;
}

export interface EvaluationTable {
  /** Labels `provider/model`, in the order of the columns. */
  readonly labels: readonly string[];
  readonly rows: readonly EvaluationRow[];
  /** Rows of the file, kept or not. */
  readonly rowsSeen: number;
  readonly checks: readonly FileCheck[];
}

export interface EvaluationOptions {
  /** Column that holds the prompt. */
  readonly promptColumn: string;
  /** False: smaller scores are better, so 1 - score is learned. */
  readonly isLargerBetter: boolean;
  /** Rows kept for fitting; beyond it a uniform sample of the file is kept. */
  readonly rowsKeptMax: number;
  readonly rowsMin: number;
  readonly modelsMax: number;
  readonly promptCharsMax: number;
  /** Uniform 0..1, seeded by the caller: which rows a sample keeps. */
  readonly random: () => number;
}

export const EVALUATION_DEFAULTS: Omit<EvaluationOptions, "random"> = {
  promptColumn: "prompt",
  isLargerBetter: true,
  rowsKeptMax: 20_000,
  rowsMin: 25,
  modelsMax: 64,
  promptCharsMax: 100_000,
};

/** Most faults that one report lists; the rest are counted. */
export const CHECKS_MAX = 100;

export const FOLD_COUNT = 5;

export interface EvaluationData {
  readonly table: EvaluationTable;
  readonly data: RouterData;
  readonly encodings: readonly PromptEncoding[];
  /** Shipped estimates. @shape rows x labels */
  readonly shipped: Float64Array;
  /** @shape rows */
  readonly foldOfRow: Int32Array;
}

function splitLabel(label: string): { provider: string | undefined; model: string } {
  const slash = label.indexOf("/");
  return slash < 0
    ? { provider: undefined, model: label }
    : { provider: label.slice(0, slash), model: label.slice(slash + 1) };
}

/** FNV-1a over the normalised prompt: the same question has the same fold in every file, whatever its place. */
function foldOf(prompt: string): number {
  let hash = 0x811c9dc5;
  for (const character of normalisePrompt(prompt)) {
    hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193);
  }
  return (hash >>> 0) % FOLD_COUNT;
}

/** @param onProgress share of prompts encoded, 0..1 */
export function buildEvaluationData(
  table: EvaluationTable,
  world: { readonly catalog: ModelCatalog; readonly model: RoutingModel },
  onProgress: (share: number) => void,
): EvaluationData {
  const candidates = table.labels.map((label) =>
    candidateCalled(label, world.catalog.resolve(splitLabel(label))),
  );
  const read = createRowReader(world.model, candidates);
  const columns = table.labels.length;
  const shipped = new Float64Array(table.rows.length * columns);
  const outcomes: RouterData["outcomes"][number][] = [];
  const encodings = table.rows.map((row, prompt) => {
    const { encoding, estimates } = read(row.prompt);
    estimates.forEach(({ success }, arm) => {
      shipped[prompt * columns + arm] = success;
      const outcome = row.scores[arm]!;
      if (!Number.isNaN(outcome)) outcomes.push({ prompt, arm, prior: success, outcome, weight: 1 });
    });
    if (prompt % 200 === 0) onProgress(prompt / table.rows.length);
    return encoding;
  });
  return {
    table,
    encodings,
    shipped,
    data: {
      arms: candidates.map(({ label, facts }) => armNameOf(label, facts?.id)),
      encodings,
      outcomes,
    },
    foldOfRow: Int32Array.from(table.rows, (row) => foldOf(row.prompt)),
  };
}
