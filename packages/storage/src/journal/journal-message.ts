// Messages between the journal and its worker. Cloning a batch as objects, or handing over fresh memory for each, costs
// the deciding thread more than the batch itself: its values lie in memory that both share (batch-signal.ts says where).

export type SqlValue = string | number | null | Uint8Array;

/** The statements of a batch, in the order in which they run. */
export const STATEMENTS = ["decision", "part", "label", "latency", "group"] as const;
export type Statement = (typeof STATEMENTS)[number];
export type JournalStatements = Readonly<Record<Statement, string>>;

/** Rows of a statement, each with as many values as the statement has parameters. */
export interface StatementRows {
  readonly statement: Statement;
  readonly rows: number;
  readonly columns: number;
}

export interface JournalWorkerData {
  readonly path: string;
  readonly blockMs: number;
  readonly statements: JournalStatements;
  /** The memory where batches are announced; see batch-signal.ts. */
  readonly signal: SharedArrayBuffer;
}

/** The kind of a value. A number stands in the figures; of a text its UTF-16 units do, of bytes their count. */
export const KIND = { null: 0, number: 1, text: 2, bytes: 3 } as const;

/** All parts of a batch are committed together. */
export interface JournalBatch {
  readonly id: number;
  readonly parts: readonly StatementRows[];
  /** Values of all rows, one behind the other. */
  readonly count: number;
  /** Length of all texts together. @unit bytes of UTF-8 */
  readonly textBytes: number;
  /** Which of the memories that are shared holds its values. */
  readonly place: number;
  /** A figure for each value, then a kind for each, then all texts, then all bytes. Reused when the batch is answered. */
  readonly buffer: SharedArrayBuffer;
}

/** The memory of a place from now on; ahead of the first batch in it. */
export type JournalMemory = Pick<JournalBatch, "place" | "buffer">;

export interface JournalFault {
  readonly errcode: number;
  readonly message: string;
}

/** About one batch. Batches are answered in their order. */
export type JournalReply = "committed" | JournalFault;

/** Calls `run` with the parameters of each row, in the order of the batch. Bytes are views of the shared memory. */
export function readBatch(
  { parts, count, textBytes, buffer }: JournalBatch,
  run: (statement: Statement, parameters: readonly SqlValue[]) => void,
): void {
  const figures = new Float64Array(buffer, 0, count);
  const kinds = new Uint8Array(buffer, figures.byteLength, count);
  const textFrom = figures.byteLength + count;
  const text = Buffer.from(buffer, textFrom, textBytes).toString("utf8");
  let value = 0;
  let textAt = 0;
  let byteAt = textFrom + textBytes;
  const next = (): SqlValue => {
    const figure = figures[value] ?? 0;
    const kind = kinds[value];
    value += 1;
    if (kind === KIND.number) return figure;
    if (kind === KIND.null) return null;
    if (kind === KIND.text) return text.slice(textAt, (textAt += figure));
    byteAt += figure;
    return new Uint8Array(buffer, byteAt - figure, figure);
  };
  // `Array.from` asks an object without items for each of them, by its name.
  const take = (columns: number): SqlValue[] => {
    const parameters: SqlValue[] = [];
    for (let column = 0; column < columns; column += 1) parameters.push(next());
    return parameters;
  };
  for (const { statement, rows, columns } of parts)
    for (let row = 0; row < rows; row += 1) run(statement, take(columns));
}
