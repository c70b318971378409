import type { DecisionRow } from "./decisions.ts";

/** "spooled": safe on the local disk, because the database is away; committed when it is back. */
export type Written = "committed" | "spooled";

/** The place where batches go: all rows of a call are committed, or none. */
export interface JournalSink {
  /** Batches that may be under way at the same time. */
  readonly batchesMax: number;
  write(rows: readonly DecisionRow[]): Promise<Written>;
  close(): Promise<void>;
}
