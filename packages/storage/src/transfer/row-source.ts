// Rows on their way from one database or file to another.
import type { TransferredTable } from "./transferred-tables.data.ts";

/** A value as both databases give it: text, a finite number, bytes, or nothing. */
export type Value = string | number | Uint8Array | null;
/** By the column's name in the schema. */
export type Row = Readonly<Record<string, Value>>;

/** Some rows of one table; the tables come in the order in which they refer to each other. */
export interface RowBatch {
  readonly table: TransferredTable;
  readonly rows: readonly Row[];
}

export interface RowSource {
  /** Of the schema that the rows have. */
  readonly schemaVersion: number;
  batches(): AsyncIterable<RowBatch>;
}

/** Rows by table, for a report to a person. */
export type RowCounts = Readonly<Partial<Record<TransferredTable, number>>>;
