// The record of a decision as bytes. Printing a hundred numbers as decimal text is what costs most on the deciding thread, so
// the numbers of the candidates are kept as IEEE doubles, by column, apart from everything else about them.
// Layout: u8 version, u32 length of the JSON, u32 length of the names, the JSON, the names (JSON, see ranking-names.ts), the
// doubles, for each candidate of the ranking a u16, its place among the names.
// Version 1 has no names: the columns are in the JSON. A record whose candidates differ in shape is plain JSON in both.
import type { KeptDecision } from "../interface/kept-decision.ts";
import { nameRanking, type Described } from "./ranking-names.ts";
import { areUniform, unpack, type Columns, type Row, type Values } from "./record-columns.ts";

const PLAIN_VERSION = 1;
const NAMED_VERSION = 2;
const PLAIN_HEADER_BYTES = 5;
const NAMED_HEADER_BYTES = 9;
const PLACE_BYTES = Uint16Array.BYTES_PER_ELEMENT;
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

/** Appends the column's numbers, or the one that all share; undefined, and nothing appended, when a value is no number. */
function pushNumbers(rows: Values, at: number): "doubles" | "one" | undefined {
  while (doubles.length < doubleCount + rows.length) growDoubles();
  const first = rows[0]?.[at];
  let isOne = true;
  let end = doubleCount;
  for (const row of rows) {
    const value = row[at];
    if (typeof value === "number" ? !Number.isFinite(value) : value !== null) return undefined;
    isOne &&= Object.is(value, first);
    doubles[end] = value === null ? Number.NaN : (value as number);
    end += 1;
  }
  doubleCount = isOne ? doubleCount + 1 : end;
  return isOne ? "one" : "doubles";
}

/** Undefined when the rows differ in shape: then plain JSON keeps them as they are. */
function describeColumns(rows: readonly Row[]): readonly Described[] | undefined {
  const keys = Object.keys(rows[0] ?? {});
  if (keys.length === 0 || !areUniform(rows, keys)) return undefined;
  // Reading a row as a whole costs a fraction of looking up each member by its name.
  const values: Values = rows.map((row) => Object.values(row));
  const columns: Described[] = [];
  for (let at = 0; at < keys.length; at += 1) {
    const key = keys[at] ?? "";
    const kind = pushNumbers(values, at);
    columns.push(
      kind === undefined ? { key, kind: "named", values: values.map((row) => row[at]) } : { key, kind },
    );
  }
  return columns;
}

/** Room that is used again and again: a text may take three bytes a unit, and asking the system for that each time is expensive. */
let scratch = new Uint8Array(16_384);

/** The text as UTF-8, until the next call. */
function utf8(text: string): Uint8Array {
  if (scratch.length < text.length * 3) scratch = new Uint8Array(text.length * 4);
  return scratch.subarray(0, encoder.encodeInto(text, scratch).written);
}

function encodePlain(content: KeptDecision): Uint8Array {
  const text = utf8(JSON.stringify(content));
  const bytes = new Uint8Array(PLAIN_HEADER_BYTES + text.length);
  bytes[0] = PLAIN_VERSION;
  new DataView(bytes.buffer).setUint32(1, text.length, true);
  bytes.set(text, PLAIN_HEADER_BYTES);
  return bytes;
}

export function encodeRecord(content: KeptDecision): Uint8Array {
  const { ranking, ...others } = content;
  doubleCount = 0;
  const columns = describeColumns(ranking);
  if (columns === undefined) return encodePlain(content);
  const names = nameRanking(ranking.length, columns);
  const text = utf8(JSON.stringify(others));
  const namesAt = NAMED_HEADER_BYTES + text.length;
  const numbersAt = namesAt + names.bytes.length;
  const placesAt = numbersAt + doubleCount * Float64Array.BYTES_PER_ELEMENT;
  const bytes = new Uint8Array(placesAt + ranking.length * PLACE_BYTES);
  const view = new DataView(bytes.buffer);
  bytes[0] = NAMED_VERSION;
  view.setUint32(1, text.length, true);
  view.setUint32(5, names.bytes.length, true);
  bytes.set(text, NAMED_HEADER_BYTES);
  bytes.set(names.bytes, namesAt);
  bytes.set(new Uint8Array(doubles.buffer, 0, placesAt - numbersAt), numbersAt);
  let at = placesAt;
  for (const place of names.places) {
    view.setUint16(at, place, true);
    at += PLACE_BYTES;
  }
  return bytes;
}

interface RankingColumns {
  readonly count: number;
  readonly columns: Columns;
}

const parse = (bytes: Uint8Array): unknown => JSON.parse(decoder.decode(bytes));

/** A copy: the database's buffer may lie at an address that doubles cannot start at. */
const doublesOf = (bytes: Uint8Array): Float64Array => new Float64Array(Uint8Array.from(bytes).buffer);

function decodePlain(bytes: Uint8Array, textBytes: number): KeptDecision {
  const end = PLAIN_HEADER_BYTES + textBytes;
  const head = parse(bytes.subarray(PLAIN_HEADER_BYTES, end)) as Omit<KeptDecision, "ranking"> & {
    readonly ranking: KeptDecision["ranking"] | RankingColumns;
  };
  const { ranking } = head;
  if (!("columns" in ranking)) return { ...head, ranking };
  const rows = unpack(ranking.columns, {
    count: ranking.count,
    doubles: doublesOf(bytes.subarray(end)),
    at: 0,
  });
  return { ...head, ranking: rows as unknown as KeptDecision["ranking"] };
}

function decodeNamed(bytes: Uint8Array, textBytes: number, view: DataView): KeptDecision {
  const namesAt = NAMED_HEADER_BYTES + textBytes;
  const numbersAt = namesAt + view.getUint32(5, true);
  const others = parse(bytes.subarray(NAMED_HEADER_BYTES, namesAt)) as Omit<KeptDecision, "ranking">;
  const { count, columns } = parse(bytes.subarray(namesAt, numbersAt)) as RankingColumns;
  const placesAt = bytes.length - count * PLACE_BYTES;
  const places = Array.from({ length: count }, (_, row) =>
    view.getUint16(placesAt + row * PLACE_BYTES, true),
  );
  const packed = { count, doubles: doublesOf(bytes.subarray(numbersAt, placesAt)), at: 0 };
  return { ...others, ranking: unpack(columns, packed, places) as unknown as KeptDecision["ranking"] };
}

export function decodeRecord(bytes: Uint8Array): KeptDecision {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const textBytes = view.getUint32(1, true);
  return bytes[0] === NAMED_VERSION ? decodeNamed(bytes, textBytes, view) : decodePlain(bytes, textBytes);
}
