// The record of a decision as bytes. Printing a hundred numbers as decimal text
// is what costs most on the deciding thread, so the ranking is kept by column: numbers as IEEE doubles, a text that all
// candidates share only once. Self-describing: members that come later need no change here.
// Layout: u8 version, u32 length of the JSON, the JSON, the doubles.
import type { KeptDecision } from "../interface/kept-decision.ts";

/**
 * One member of all rows: in the doubles (NaN = null), one value for all, a value each, as another column, or rows of members
 * of its own.
 */
type Column =
  | readonly [key: string, kind: "doubles"]
  | readonly [key: string, kind: "all" | "each", data: unknown]
  | readonly [key: string, kind: "as", column: number]
  | readonly [key: string, kind: "rows", columns: Columns];
type Columns = readonly Column[];

type Row = Readonly<Record<string, unknown>>;
type Values = readonly (readonly unknown[])[];

const HEADER_BYTES = 5;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The numbers of the record that is being packed, used again for the next one. */
let doubles = new Float64Array(1_024);
let doubleCount = 0;

function growDoubles(): void {
  const grown = new Float64Array(doubles.length * 2);
  grown.set(doubles);
  doubles = grown;
}

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
  for (let row = 0; row < left.length; row += 1) if (left[row] !== right[row]) return false;
  return true;
}

/** An earlier column with the same values: an id often is the label. */
function twinOf(earlier: Values, values: readonly unknown[]): number {
  for (let at = 0; at < earlier.length; at += 1) if (areEqual(earlier[at] ?? [], values)) return at;
  return -1;
}

/** Appends the column's numbers; false, and nothing appended, when a value is neither finite nor null. */
function pushNumbers(values: readonly unknown[]): boolean {
  const start = doubleCount;
  while (doubles.length < start + values.length) growDoubles();
  for (let row = 0; row < values.length; row += 1) {
    const value = values[row];
    if (typeof value === "number" ? !Number.isFinite(value) : value !== null) {
      doubleCount = start;
      return false;
    }
    doubles[doubleCount] = typeof value === "number" ? value : Number.NaN;
    doubleCount += 1;
  }
  return true;
}

function arePlainObjects(values: readonly unknown[]): values is readonly Row[] {
  return values.every((value) => typeof value === "object" && value !== null && !Array.isArray(value));
}

/** The rows by column; undefined where one of them lacks a value. */
function transpose(rows: readonly Row[], width: number): Values | undefined {
  const columns = Array.from({ length: width }, (): unknown[] => []);
  for (const row of rows) {
    // Reading a row as a whole costs a fraction of looking up each member by its name.
    const values: readonly unknown[] = Object.values(row);
    for (let at = 0; at < width; at += 1) {
      const value = values[at];
      if (value === undefined) return undefined;
      columns[at]?.push(value);
    }
  }
  return columns;
}

/** Undefined when the rows differ in shape: then plain JSON keeps them as they are. */
function pack(rows: readonly Row[]): Columns | undefined {
  const keys = Object.keys(rows[0] ?? {});
  if (keys.length === 0 || !areUniform(rows, keys)) return undefined;
  const values = transpose(rows, keys.length);
  if (values === undefined) return undefined;
  return keys.map((key, at) => toColumn(key, values, at));
}

function toColumn(key: string, all: Values, at: number): Column {
  const values = all[at] ?? [];
  if (isShared(values)) return [key, "all", values[0]];
  if (pushNumbers(values)) return [key, "doubles"];
  if (!arePlainObjects(values)) {
    const twin = twinOf(all.slice(0, at), values);
    return twin < 0 ? [key, "each", values] : [key, "as", twin];
  }
  const inner = pack(values);
  return inner === undefined ? [key, "each", values] : [key, "rows", inner];
}

const VERSION = 1;

/** The JSON part: the ranking as it is, or described by its columns. */
interface KeptHead {
  readonly ranking: KeptDecision["ranking"] | { readonly count: number; readonly columns: Columns };
}

/** Room that is used again and again: a text may take three bytes a unit, and asking the system for that each time is expensive. */
let scratch = new Uint8Array(16_384);

export function encodeRecord(content: KeptDecision): Uint8Array {
  doubleCount = 0;
  const columns = pack(content.ranking);
  const count = content.ranking.length;
  const head = columns === undefined ? content : { ...content, ranking: { count, columns } };
  const text = JSON.stringify(head);
  if (scratch.length < text.length * 3) scratch = new Uint8Array(text.length * 4);
  const { written } = encoder.encodeInto(text, scratch);
  const numbers = new Uint8Array(doubles.buffer, 0, doubleCount * Float64Array.BYTES_PER_ELEMENT);
  const bytes = new Uint8Array(HEADER_BYTES + written + numbers.length);
  bytes.set(scratch.subarray(0, written), HEADER_BYTES);
  bytes[0] = VERSION;
  new DataView(bytes.buffer).setUint32(1, written, true);
  bytes.set(numbers, HEADER_BYTES + written);
  return bytes;
}

interface Packed {
  readonly count: number;
  readonly doubles: Float64Array;
  /** Doubles that were read. */
  at: number;
}

/** Columns of values again, one per member. */
function unpackColumns(columns: Columns, packed: Packed): Values {
  const values: (readonly unknown[])[] = [];
  for (const [, kind, data] of columns) {
    if (kind === "all") values.push(Array.from({ length: packed.count }, () => data));
    else if (kind === "each") values.push(data as readonly unknown[]);
    else if (kind === "as") values.push(values[data] ?? []);
    else values.push(kind === "rows" ? unpack(data, packed) : unpackDoubles(packed));
  }
  return values;
}

function unpackDoubles(packed: Packed): readonly (number | null)[] {
  const from = packed.at;
  packed.at += packed.count;
  return Array.from(packed.doubles.subarray(from, packed.at), (value) =>
    Number.isNaN(value) ? null : value,
  );
}

function unpack(columns: Columns, packed: Packed): readonly Row[] {
  const values = unpackColumns(columns, packed);
  return Array.from({ length: packed.count }, (_, row) =>
    Object.fromEntries(columns.map(([key], index) => [key, values[index]?.[row]])),
  );
}

export function decodeRecord(bytes: Uint8Array): KeptDecision {
  const length = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(1, true);
  const end = HEADER_BYTES + length;
  const head = JSON.parse(decoder.decode(bytes.subarray(HEADER_BYTES, end))) as KeptHead;
  const { ranking } = head;
  if (!("columns" in ranking)) return { ...head, ranking };
  const numbers = new Float64Array(Uint8Array.from(bytes.subarray(end)).buffer);
  const rows = unpack(ranking.columns, { count: ranking.count, doubles: numbers, at: 0 });
  return { ...head, ranking: rows as unknown as KeptDecision["ranking"] };
}
