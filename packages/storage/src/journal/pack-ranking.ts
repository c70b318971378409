// What of a ranking is no number: names, modes, where a price comes from. From request to request candidates come again with
// other numbers and in another order, so their names are kept in an order of their own: written as bytes once, found again by
// comparing, copied into each record.
import { toTextColumn, type Columns, type Values } from "./record-columns.ts";

/** How a record spells the members of its candidates, without their numbers. */
export interface RankingNames {
  /** JSON: the columns, those of numbers by their key alone. */
  readonly bytes: Uint8Array;
  /** Where each candidate of the ranking stands among the names. */
  readonly places: readonly number[];
}

/** A column is numbers, one number for all, or a value for each candidate. */
export type Described =
  | { readonly key: string; readonly kind: "doubles" | "one" }
  | { readonly key: string; readonly kind: "named"; readonly values: readonly unknown[] };

interface Known {
  readonly columns: readonly Described[];
  readonly bytes: Uint8Array;
  readonly placeOf: ReadonlyMap<unknown, number>;
}

/** Of one list of candidates, as their names may change with what was learned about each. */
const VARIANTS_MAX = 8;
const BYTES_MAX = 4_194_304;

const encoder = new TextEncoder();
let known = new Map<string, Known[]>();
let knownBytes = 0;

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

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

function areSame(kept: readonly unknown[], values: readonly unknown[], places: readonly number[]): boolean {
  for (let row = 0; row < values.length; row += 1) {
    const place = places[row] ?? -1;
    if (place < 0 || !areAlike(kept[place], values[row])) return false;
  }
  return true;
}

/** The places of the ranking's candidates among those names; undefined when anything but their order differs. */
function placesAmong(names: Known, columns: readonly Described[]): readonly number[] | undefined {
  let places: readonly number[] = [];
  for (let at = 0; at < columns.length; at += 1) {
    const kept = names.columns[at];
    const column = columns[at];
    if (kept === undefined || kept.key !== column?.key || kept.kind !== column.kind) return undefined;
    if (column.kind !== "named" || kept.kind !== "named") continue;
    if (places.length === 0) places = column.values.map((value) => names.placeOf.get(value) ?? -1);
    if (!areSame(kept.values, column.values, places)) return undefined;
  }
  return places;
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

function describe(count: number, columns: readonly Described[]): Known {
  const bytes = encoder.encode(JSON.stringify({ count, columns: columnsOf(columns) }));
  const names: Values = columns.flatMap((column) => (column.kind === "named" ? [column.values] : []));
  return { columns, bytes, placeOf: new Map(names[0]?.map((value, place) => [value, place])) };
}

function keep(key: string, names: Known): void {
  if (knownBytes + names.bytes.length > BYTES_MAX) {
    known = new Map();
    knownBytes = 0;
  }
  const variants = known.get(key) ?? [];
  if (variants.length === VARIANTS_MAX) knownBytes -= variants.shift()?.bytes.length ?? 0;
  variants.push(names);
  knownBytes += names.bytes.length;
  known.set(key, variants);
}

/** The same for every order of the same names. */
function orderlessKey(count: number, columns: readonly Described[]): string {
  let units = 0;
  const first = columns.find((column) => column.kind === "named");
  if (first !== undefined)
    for (const value of first.values)
      if (typeof value === "string") units += value.length * 256 + value.charCodeAt(value.length - 1);
  return `${count} ${columns.length} ${units}`;
}

export function nameRanking(count: number, columns: readonly Described[]): RankingNames {
  const key = orderlessKey(count, columns);
  for (const names of known.get(key) ?? []) {
    const places = placesAmong(names, columns);
    if (places !== undefined) return { bytes: names.bytes, places };
  }
  const names = describe(count, columns);
  // Of two with one name nothing says which is which, and a ranking without names is too rare to keep.
  if (names.placeOf.size === count) keep(key, names);
  return { bytes: names.bytes, places: Array.from({ length: count }, (_, place) => place) };
}
