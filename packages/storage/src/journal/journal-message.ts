// What the journal and its worker say to each other. Rows are arrays in the order of the statement's parameters. Binary
// values of a whole batch travel in one buffer that changes hands instead of being copied.

export type SqlValue = string | number | null | Uint8Array;
/** Where a binary value lies in the batch's bytes. */
export type BytesRef = readonly [start: number, end: number];
export type MessageRow = readonly (string | number | null | BytesRef)[];

/** One statement and its rows. */
export interface StatementRows {
  readonly statement: keyof JournalStatements;
  readonly rows: readonly MessageRow[];
}

export interface JournalStatements {
  readonly decision: string;
  readonly hour: string;
  readonly label: string;
  readonly latency: string;
}

export interface JournalWorkerData {
  readonly path: string;
  readonly durability: "full" | "normal";
  readonly blockMs: number;
  readonly statements: JournalStatements;
}

/** All parts of a batch are committed together. */
export interface JournalBatch {
  readonly id: number;
  readonly parts: readonly StatementRows[];
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface JournalReply {
  readonly id: number;
  /** Undefined when the batch is committed. */
  readonly fault?: { readonly errcode: number; readonly message: string };
}
