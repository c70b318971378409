// The ranking of a record by column: numbers as doubles, apart from all else. From request to request candidates come again with
// other numbers and in another order, so what is no number (names, modes, where a price comes from) is kept in an order of its
// own: written as bytes once, found again by comparing while the numbers are taken, copied into each record.

import { partOf, type DecisionPart } from "./decision-parts.ts";

// The numbers of the record that is being packed, in memory that the next record takes again.

export class DoubleStack {
  #values = new Float64Array(1_024);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** Forgets what was pushed after so many. */
  cutTo(count: number): void {
    this.#count = count;
  }

  push(value: number): void {
    if (this.#count === this.#values.length) this.#grow();
    this.#values[this.#count] = value;
    this.#count += 1;
  }

  /** Room for so many numbers, which `put` fills. */
  reserve(count: number): void {
    this.#count += count;
    while (this.#values.length < this.#count) this.#grow();
  }

  put(place: number, value: number): void {
    this.#values[place] = value;
  }

  at(place: number): number {
    return this.#values[place] ?? Number.NaN;
  }

  /** Until the next push. */
  bytes(): Uint8Array {
    return new Uint8Array(this.#values.buffer, 0, this.#count * Float64Array.BYTES_PER_ELEMENT);
  }

  #grow(): void {
    const grown = new Float64Array(this.#values.length * 2);
    grown.set(this.#values);
    this.#values = grown;
  }
}

// Rows of like members by column: a text that all rows share is written once. Self-describing: members that come later need no
// change here.

/**
 * One member of all rows: in the doubles (NaN = null), one double for all, a value for all, a value each, values for some rows
 * only, as another column, or rows of members of its own.
 */
type Column =
  | readonly [key: string, kind: "doubles" | "one"]
  | readonly [key: string, kind: "all" | "each", data: unknown]
  | readonly [key: string, kind: "some", data: readonly unknown[], rows: readonly number[]]
  | readonly [key: string, kind: "as", column: number]
  | readonly [key: string, kind: "rows", columns: Columns];
export type Columns = readonly Column[];

type Row = Readonly<Record<string, unknown>>;
type Values = readonly (readonly unknown[])[];

/** Whether all rows have the same members in the same order. */
function areUniform(rows: readonly Row[], keys: readonly string[]): boolean {
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
function toTextColumn(key: string, values: readonly unknown[], earlier: Values): Column | undefined {
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

interface PackedRanking {
  /** JSON: the columns, those of numbers by their key alone. */
  readonly names: DecisionPart;
  /** Index of each candidate of the ranking among the names. Until the next ranking is packed. */
  readonly places: readonly number[];
}

/** A column is numbers, one number for all, or a value for each candidate. */
type Described =
  | { readonly key: string; readonly kind: "doubles" | "one" }
  | { readonly key: string; readonly kind: "named"; readonly values: readonly unknown[] };

/** A column as rows are compared with it. All have one shape, which keeps the comparing fast. */
interface KnownColumn {
  readonly key: string;
  /** Index at which its numbers begin, counted from the first of the ranking; -1 for names. */
  readonly start: number;
  /** One number for all candidates. */
  readonly isOne: boolean;
  readonly names: readonly unknown[];
}

interface Known {
  readonly columns: readonly KnownColumn[];
  readonly numberCount: number;
  /** The column that tells candidates apart. */
  readonly nameKey: string;
  readonly placeOf: ReadonlyMap<unknown, number>;
  readonly part: DecisionPart;
}

/** Most variants of one list of candidates, as their names may change with what was learned about each. */
const VARIANTS_MAX = 8;
const BYTES_MAX = 4_194_304;

const encoder = new TextEncoder();
let known = new Map<number, Known[]>();
let knownBytes = 0;
const places: number[] = [];

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
const isNumber = (value: unknown): value is number | null =>
  typeof value === "number" ? Number.isFinite(value) : value === null;
const asDouble = (value: number | null): number => value ?? Number.NaN;

/** Objects of plain members only; deeper ones count as different. */
function areAlike(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (!isObject(left) || !isObject(right) || Array.isArray(left) || Array.isArray(right)) return false;
  const [mine, other] = [Object.entries(left), Object.entries(right)];
  return (
    mine.length === other.length &&
    mine.every(([key, value], at) => other[at]?.[0] === key && other[at][1] === value)
  );
}

/** One candidate against its names; its numbers go to their columns. False when anything else differs. */
function takeRow(names: Known, row: Row, index: number, doubles: DoubleStack): boolean {
  const { columns } = names;
  const place = names.placeOf.get(row[names.nameKey]);
  if (place === undefined) return false;
  places[index] = place;
  let at = 0;
  for (const key in row) {
    const column = columns[at];
    if (column?.key !== key) return false;
    const value = row[key];
    if (column.start < 0) {
      const name = column.names[place];
      if (name !== value && !areAlike(name, value)) return false;
    } else if (!isNumber(value)) return false;
    else if (!column.isOne) doubles.put(column.start + index, asDouble(value));
    else if (index === 0) doubles.put(column.start, asDouble(value));
    else if (!Object.is(doubles.at(column.start), asDouble(value))) return false;
    at += 1;
  }
  return at === columns.length;
}

/** The ranking is packed first, so its numbers begin at 0. */
function take(names: Known, ranking: readonly Row[], doubles: DoubleStack): boolean {
  doubles.cutTo(0);
  doubles.reserve(names.numberCount);
  places.length = ranking.length;
  for (const [index, row] of ranking.entries()) if (!takeRow(names, row, index, doubles)) return false;
  return true;
}

/** Pushes the column's numbers, or the one that all share; undefined, and nothing pushed, when a value is no number. */
function pushNumbers(rows: Values, at: number, doubles: DoubleStack): "doubles" | "one" | undefined {
  if (!rows.every((row) => isNumber(row[at]))) return undefined;
  const numbers = rows.map((row) => asDouble(row[at] as number | null));
  const isOne = numbers.every((value) => Object.is(value, numbers[0]));
  for (const value of isOne ? numbers.slice(0, 1) : numbers) doubles.push(value);
  return isOne ? "one" : "doubles";
}

/** Undefined when the rows differ in shape: then plain JSON keeps them as they are. */
function describeColumns(ranking: readonly Row[], doubles: DoubleStack): readonly Described[] | undefined {
  const keys = Object.keys(ranking[0] ?? {});
  if (keys.length === 0 || !areUniform(ranking, keys)) return undefined;
  const rows: Values = ranking.map((row) => Object.values(row));
  return keys.map((key, at) => {
    const kind = pushNumbers(rows, at, doubles);
    return kind === undefined ? { key, kind: "named", values: rows.map((row) => row[at]) } : { key, kind };
  });
}

function columnsOf(described: readonly Described[]): Columns {
  const earlier: (readonly unknown[])[] = [];
  return described.flatMap((column) => {
    if (column.kind !== "named") {
      earlier.push([]);
      return [[column.key, column.kind] as const];
    }
    const written = toTextColumn(column.key, column.values, earlier);
    if (written !== undefined) earlier.push(column.values);
    return written === undefined ? [] : [written];
  });
}

function toKnown(described: readonly Described[], count: number): Pick<Known, "columns" | "numberCount"> {
  let numberCount = 0;
  const columns = described.map((column): KnownColumn => {
    const { key, kind } = column;
    const start = kind === "named" ? -1 : numberCount;
    numberCount += kind === "named" ? 0 : kind === "one" ? 1 : count;
    return { key, start, isOne: kind === "one", names: kind === "named" ? column.values : [] };
  });
  return { columns, numberCount };
}

function describe(count: number, described: readonly Described[]): Known {
  const bytes = encoder.encode(JSON.stringify({ count, columns: columnsOf(described) }));
  const name = described.find((column) => column.kind === "named");
  const placeOf = new Map(name?.values.map((value, place) => [value, place]));
  return { ...toKnown(described, count), nameKey: name?.key ?? "", placeOf, part: partOf(bytes) };
}

function keep(key: number, names: Known): void {
  if (knownBytes + names.part.content.length > BYTES_MAX) {
    known = new Map();
    knownBytes = 0;
  }
  const variants = known.get(key) ?? [];
  if (variants.length === VARIANTS_MAX) knownBytes -= variants.shift()?.part.content.length ?? 0;
  variants.push(names);
  knownBytes += names.part.content.length;
  known.set(key, variants);
}

/** The same for every order of the same labels. */
function orderlessKey(ranking: readonly Row[]): number {
  let units = ranking.length;
  for (const { label } of ranking)
    if (typeof label === "string") units += label.length * 65_536 + label.charCodeAt(label.length - 1) * 256;
  return units;
}

/**
 * The numbers take the place of whatever was on the stack. Undefined when the candidates differ in shape, or there are none.
 */
export function packRanking(ranking: readonly Row[], doubles: DoubleStack): PackedRanking | undefined {
  const key = orderlessKey(ranking);
  for (const names of known.get(key) ?? [])
    if (take(names, ranking, doubles)) return { names: names.part, places };
  doubles.cutTo(0);
  const described = describeColumns(ranking, doubles);
  if (described === undefined) return undefined;
  const names = describe(ranking.length, described);
  // Nothing says which of two with one name is which, and a ranking without names is too rare to keep.
  if (names.placeOf.size === ranking.length) keep(key, names);
  return { names: names.part, places: Array.from(ranking, (_, place) => place) };
}
