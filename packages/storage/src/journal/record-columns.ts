// Rows of like members by column: a text that all rows share is written once. Self-describing: members that come later need no
// change here.

/**
 * One member of all rows: in the doubles (NaN = null), one double for all, a value for all, a value each, values for some rows
 * only, as another column, or rows of members of its own.
 */
export type Column =
  | readonly [key: string, kind: "doubles" | "one"]
  | readonly [key: string, kind: "all" | "each", data: unknown]
  | readonly [key: string, kind: "some", data: readonly unknown[], rows: readonly number[]]
  | readonly [key: string, kind: "as", column: number]
  | readonly [key: string, kind: "rows", columns: Columns];
export type Columns = readonly Column[];

export type Row = Readonly<Record<string, unknown>>;
export type Values = readonly (readonly unknown[])[];

/** Whether all rows have the same members in the same order. */
export function areUniform(rows: readonly Row[], keys: readonly string[]): boolean {
  for (const row of rows) {
    let index = 0;
    for (const key in row) {
      if (key !== keys[index]) return false;
      index += 1;
    }
    if (index !== keys.length) return false;
  }
  return true;
}

function isShared(values: readonly unknown[]): boolean {
  const first = values[0];
  if ((typeof first === "object" && first !== null) || Object.is(first, -0)) return false;
  for (let row = 1; row < values.length; row += 1) if (values[row] !== first) return false;
  return true;
}

function areEqual(left: readonly unknown[], right: readonly unknown[]): boolean {
  if (left.length !== right.length) return false;
  for (let row = 0; row < left.length; row += 1) if (left[row] !== right[row]) return false;
  return true;
}

function arePlainObjects(values: readonly unknown[]): values is readonly Row[] {
  return values.every((value) => typeof value === "object" && value !== null && !Array.isArray(value));
}

/** Columns of values that need no doubles; a member that no row has a value for is left out, as in JSON. */
function toTextColumns(keys: readonly string[], values: Values): Columns {
  const columns: Column[] = [];
  const written: (readonly unknown[])[] = [];
  for (const [at, key] of keys.entries()) {
    const column = toTextColumn(key, values[at] ?? [], written);
    if (column === undefined) continue;
    columns.push(column);
    written.push(values[at] ?? []);
  }
  return columns;
}

function toRows(values: readonly unknown[]): Columns | undefined {
  if (!arePlainObjects(values)) return undefined;
  const keys = Object.keys(values[0] ?? {});
  if (keys.length === 0 || !areUniform(values, keys)) return undefined;
  return toTextColumns(
    keys,
    keys.map((key) => values.map((row) => row[key])),
  );
}

/** @param earlier columns before it that are written: an id often is the label */
export function toTextColumn(key: string, values: readonly unknown[], earlier: Values): Column | undefined {
  if (isShared(values)) return values[0] === undefined ? undefined : [key, "all", values[0]];
  const rows = values.flatMap((value, row) => (value === undefined ? [] : [row]));
  if (rows.length < values.length) return [key, "some", rows.map((row) => values[row]), rows];
  const inner = toRows(values);
  if (inner !== undefined) return [key, "rows", inner];
  const twin = earlier.findIndex((other) => areEqual(other, values));
  return twin < 0 ? [key, "each", values] : [key, "as", twin];
}

/** Numbers of the columns, taken in turn. */
interface Packed {
  readonly count: number;
  readonly doubles: Float64Array;
  /** Doubles that were read. */
  at: number;
}

const orNull = (value: number | undefined): number | null =>
  value === undefined || Number.isNaN(value) ? null : value;

function takeDoubles(packed: Packed): readonly (number | null)[] {
  const { at, count, doubles } = packed;
  packed.at += count;
  const values: (number | null)[] = [];
  for (let row = 0; row < count; row += 1) values.push(orNull(doubles[at + row]));
  return values;
}

function takeOne(packed: Packed): readonly (number | null)[] {
  const value = orNull(packed.doubles[packed.at]);
  packed.at += 1;
  return Array<number | null>(packed.count).fill(value);
}

function spread(data: readonly unknown[], rows: readonly number[], count: number): readonly unknown[] {
  const values: unknown[] = Array.from({ length: count });
  for (const [at, row] of rows.entries()) values[row] = data[at];
  return values;
}

function takeColumn(column: Column, earlier: Values, packed: Packed): readonly unknown[] {
  const [, kind, data, rows] = column;
  switch (kind) {
    case "doubles":
      return takeDoubles(packed);
    case "one":
      return takeOne(packed);
    case "all":
      return Array<unknown>(packed.count).fill(data);
    case "each":
      return data as readonly unknown[];
    case "some":
      return spread(data, rows, packed.count);
    case "as":
      return earlier[data] ?? [];
    default:
      return unpack(data, packed);
  }
}

/** @param places where each row stands among the values that are no numbers; by default as it stands among the rows */
export function unpack(columns: Columns, packed: Packed, places?: ArrayLike<number>): readonly Row[] {
  const values: (readonly unknown[])[] = [];
  for (const column of columns) values.push(takeColumn(column, values, packed));
  const rows: Record<string, unknown>[] = [];
  for (let row = 0; row < packed.count; row += 1) rows.push({});
  // Member by member: every row gets its members in the same order, and so the same shape.
  for (let index = 0; index < columns.length; index += 1) {
    const [key = "", kind] = columns[index] ?? [];
    const own = values[index] ?? [];
    const isNumber = kind === "doubles" || kind === "one";
    for (let row = 0; row < packed.count; row += 1) {
      const value = own[isNumber ? row : (places?.[row] ?? row)];
      if (value !== undefined) rows[row]![key] = value;
    }
  }
  return rows;
}
