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
