import type { DecisionRow } from "./decisions.ts";

/** Where batches go: all rows of a call are committed, or none. */
export interface JournalSink {
  /** Batches that may be under way at the same time. */
  readonly batchesMax: number;
  write(rows: readonly DecisionRow[]): Promise<void>;
  close(): Promise<void>;
}
