// Reads a batch in the journal's worker, which loads nothing of what writes it.
import { KIND } from "./journal-message.ts";
import type { JournalBatch, SqlValue, Statement } from "./journal-message.ts";

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
