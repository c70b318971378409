// The record of a decision as bytes. Printing a hundred numbers as decimal text
// is what costs most on the deciding thread, so the ranking is kept by column: numbers as IEEE doubles, a text that all
// candidates share only once. Self-describing: members that come later need no change here.
// Layout: u8 version, u32 length of the JSON, the JSON, the doubles.
import type { KeptDecision } from "../interface/kept-decision.ts";

/** One member of all candidates: in the doubles (NaN = null), one value for all, a value each, or as another column. */
type Column =
  | readonly [key: string, kind: "doubles"]
  | readonly [key: string, kind: "all" | "each", data: unknown]
  | readonly [key: string, kind: "as", column: number];

type Row = Readonly<Record<string, unknown>>;
type Values = readonly (readonly unknown[])[];

interface Packed {
  readonly columns: readonly Column[];
  readonly doubles: readonly number[];
}

const HEADER_BYTES = 5;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

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

/** One column of rows of values; undefined where one of them has no value at all. */
function columnOf(rows: Values, at: number): readonly unknown[] | undefined {
  const values: unknown[] = [];
  for (const row of rows) {
    const value = row[at];
    if (value === undefined) return undefined;
    values.push(value);
  }
  return values;
}

function isShared(values: readonly unknown[]): boolean {
  const [first] = values;
  if ((typeof first === "object" && first !== null) || Object.is(first, -0)) return false;
  for (const value of values) if (value !== first) return false;
  return true;
}

/** An earlier column of texts with the same values: an id often is the label. */
function twinOf(earlier: Values, values: readonly unknown[]): number {
  if (typeof values[0] !== "string") return -1;
  return earlier.findIndex(
    (twin) => twin[0] === values[0] && values.every((value, row) => value === twin[row]),
  );
}

/** Appends the column's numbers; false, and nothing appended, when a value is neither finite nor null. */
function pushNumbers(doubles: number[], values: readonly unknown[]): boolean {
  const start = doubles.length;
  for (const value of values) {
    if (typeof value === "number" && Number.isFinite(value)) doubles.push(value);
    else if (value === null) doubles.push(Number.NaN);
    else {
      doubles.length = start;
      return false;
    }
  }
  return true;
}

/** Undefined when the rows differ in shape: then plain JSON keeps them as they are. */
function pack(rows: readonly Row[]): Packed | undefined {
  const keys = Object.keys(rows[0] ?? {});
  if (keys.length === 0 || !areUniform(rows, keys)) return undefined;
  const doubles: number[] = [];
  const columns: Column[] = [];
  const all: (readonly unknown[])[] = [];
  // Reading a row as a whole costs a fraction of looking up each member by its name.
  const byRow: Values = rows.map((row) => Object.values(row));
  for (const [at, key] of keys.entries()) {
    const values = columnOf(byRow, at);
    if (values === undefined) return undefined;
    columns.push(toColumn(key, values, { all, doubles }));
    all.push(values);
  }
  return { columns, doubles };
}

interface Earlier {
  readonly all: Values;
  readonly doubles: number[];
}

function toColumn(key: string, values: readonly unknown[], { all, doubles }: Earlier): Column {
  if (isShared(values)) return [key, "all", values[0]];
  if (pushNumbers(doubles, values)) return [key, "doubles"];
  const twin = twinOf(all, values);
  return twin < 0 ? [key, "each", values] : [key, "as", twin];
}

const VERSION = 1;

/** The JSON part: the ranking as it is, or described by its columns. */
interface KeptHead {
  readonly ranking: KeptDecision["ranking"] | { readonly count: number; readonly columns: readonly Column[] };
}

/** Room that is used again and again: a text may take three bytes a unit, and asking the system for that each time is expensive. */
let scratch = new Uint8Array(16_384);

export function encodeRecord(content: KeptDecision): Uint8Array {
  const packed = pack(content.ranking);
  const count = content.ranking.length;
  const head = packed === undefined ? content : { ...content, ranking: { count, columns: packed.columns } };
  const text = JSON.stringify(head);
  const doubles = new Float64Array(packed?.doubles ?? []);
  if (scratch.length < text.length * 3) scratch = new Uint8Array(text.length * 4);
  const { written } = encoder.encodeInto(text, scratch);
  const bytes = new Uint8Array(HEADER_BYTES + written + doubles.byteLength);
  bytes.set(scratch.subarray(0, written), HEADER_BYTES);
  bytes[0] = VERSION;
  new DataView(bytes.buffer).setUint32(1, written, true);
  bytes.set(new Uint8Array(doubles.buffer), HEADER_BYTES + written);
  return bytes;
}

/** Columns of values again, one per member. */
function unpackColumns(columns: readonly Column[], count: number, doubles: Float64Array): Values {
  const values: (readonly unknown[])[] = [];
  let at = 0;
  for (const [, kind, data] of columns) {
    if (kind === "all") values.push(Array.from({ length: count }, () => data));
    else if (kind === "each") values.push(data as readonly unknown[]);
    else if (kind === "as") values.push(values[data] ?? []);
    else {
      values.push(
        Array.from(doubles.subarray(at, at + count), (value) => (Number.isNaN(value) ? null : value)),
      );
      at += count;
    }
  }
  return values;
}

function unpack(columns: readonly Column[], count: number, doubles: Float64Array): readonly Row[] {
  const values = unpackColumns(columns, count, doubles);
  return Array.from({ length: count }, (_, row) =>
    Object.fromEntries(columns.map(([key], index) => [key, values[index]?.[row]])),
  );
}

export function decodeRecord(bytes: Uint8Array): KeptDecision {
  const length = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(1, true);
  const end = HEADER_BYTES + length;
  const head = JSON.parse(decoder.decode(bytes.subarray(HEADER_BYTES, end))) as KeptHead;
  const { ranking } = head;
  if (!("columns" in ranking)) return { ...head, ranking };
  const doubles = new Float64Array(Uint8Array.from(bytes.subarray(end)).buffer);
  const rows = unpack(ranking.columns, ranking.count, doubles);
  return { ...head, ranking: rows as unknown as KeptDecision["ranking"] };
}
