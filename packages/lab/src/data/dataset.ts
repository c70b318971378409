// The columnar data set that everything in the laboratory reads: one row a prompt, one row an outcome.
// Immutable after loading; indices, never strings, join the tables.

/** The ways in which a prompt may be used. Codes of the split columns. */
export const SPLIT = { train: 0, dev: 1, test: 2, evalOnly: 3, dropped: 4, never: 5 } as const;
export type SplitName = "benchmark" | "release";

/** One model as one source names it. The same canonical model may be in several sources. */
export interface SourceModel {
  readonly source: string;
  readonly name: string;
  /** Canonical name by models.csv; without that file, the source's name in lower case. */
  readonly canonical: string;
  readonly vendor: string;
  readonly kind: string;
}

export interface PromptTable {
  readonly count: number;
  readonly id: readonly string[];
  readonly text: readonly string[];
  /** Index into `Dataset.sources`. @shape count */
  readonly source: Uint16Array;
  /** Index into `Dataset.taskNames`. @shape count */
  readonly task: Uint16Array;
  /** Finer label within the task; "" where the source has none. */
  readonly subset: readonly string[];
  /** The source's own split label; "" where it has none. */
  readonly sourceSplit: readonly string[];
  /** Near-duplicate group; a group is never split. @shape count */
  readonly group: Int32Array;
}

export interface OutcomeTable {
  readonly count: number;
  /** Row of the prompt table. @shape count */
  readonly prompt: Int32Array;
  /** Index into `Dataset.models`. @shape count */
  readonly model: Int32Array;
  /** @shape count @range 0..1 */
  readonly score: Float32Array;
  /** NaN = unknown. @shape count @unit USD */
  readonly costUsd: Float64Array;
  /** NaN = unknown. @shape count */
  readonly inputTokens: Float32Array;
  /** NaN = unknown. @shape count */
  readonly outputTokens: Float32Array;
  /** NaN = not measured. @shape count @unit ms */
  readonly latencyMs: Float32Array;
}

export interface Dataset {
  readonly sources: readonly string[];
  /** Task names (`dataset` field of the prompts), unique over all sources. */
  readonly taskNames: readonly string[];
  readonly prompts: PromptTable;
  readonly models: readonly SourceModel[];
  readonly outcomes: OutcomeTable;
  /** Split columns from splits.csv; undefined when the folder has no such file. @shape prompts.count */
  readonly splits: Readonly<Record<SplitName, Uint8Array>> | undefined;
  /** sha256 over the digests of all files read, in the order of their names. */
  readonly fingerprint: string;
}
