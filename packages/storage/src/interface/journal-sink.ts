import type { DecisionRow } from "./decisions.ts";

/** "spooled": safe on the local disk, because the database is away; committed when it is back. */
export type Written = "committed" | "spooled";

/** How a journal acknowledges a row. */
export type Acknowledged = Written | "handed over";

/** The place where batches go: all rows of a call are committed, or none. */
export interface JournalSink {
  /** Batches that may be under way at the same time. */
  readonly batchesMax: number;
  /** When it returns the rows are out of the caller's hands; when it resolves they are kept. */
  write(rows: readonly DecisionRow[]): Promise<Written>;
  close(): Promise<void>;
}
