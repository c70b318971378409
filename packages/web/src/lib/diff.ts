// Line-by-line difference of two texts (longest common subsequence); policies are short, so the quadratic table is fine.

interface DiffLine {
  readonly change: "same" | "added" | "removed";
  readonly text: string;
}

export function diffLines(before: string, after: string): DiffLine[] {
  const a = before.split("\n");
  const b = after.split("\n");
  const common = commonLengths(a, b);
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push({ change: "same", text: a[i] ?? "" });
      i += 1;
      j += 1;
    } else if (j >= b.length || (i < a.length && lengthAt(common, i + 1, j) >= lengthAt(common, i, j + 1))) {
      lines.push({ change: "removed", text: a[i] ?? "" });
      i += 1;
    } else {
      lines.push({ change: "added", text: b[j] ?? "" });
      j += 1;
    }
  }
  return lines;
}

const lengthAt = (table: readonly (readonly number[])[], i: number, j: number): number => table[i]?.[j] ?? 0;

/** `table[i][j]`: length of the longest common subsequence of a from i and b from j. */
function commonLengths(a: readonly string[], b: readonly string[]): number[][] {
  const table = Array.from({ length: a.length + 1 }, () => Array.from({ length: b.length + 1 }, () => 0));
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const row = table[i];
      if (row === undefined) continue;
      row[j] =
        a[i] === b[j]
          ? lengthAt(table, i + 1, j + 1) + 1
          : Math.max(lengthAt(table, i + 1, j), lengthAt(table, i, j + 1));
    }
  return table;
}

/** JSON with its members in alphabetical order, so that the same policy is always the same text. */
export function stableJson(value: unknown): string {
  return JSON.stringify(sorted(value), null, 2);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, one]) => [name, sorted(one)]));
}
