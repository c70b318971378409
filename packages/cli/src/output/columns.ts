export interface ColumnOptions {
  /** Indices of columns of numbers. */
  readonly right?: readonly number[];
}

/** Rows of cells as lines of aligned text, each ended by a newline; the last column is never padded. */
export function alignColumns(rows: readonly (readonly string[])[], options: ColumnOptions = {}): string {
  const count = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? "").length)),
  );
  const right = new Set(options.right);
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => {
        if (right.has(column)) return cell.padStart(widths[column] ?? 0);
        return column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0);
      })
      .join("  ")
      .trimEnd();
  return rows.map((row) => `${line(row)}\n`).join("");
}
