// A row as one line of JSON. Bytes are an object with one member, which no other value of a row is.
import type { Row, Value } from "./row-source.ts";

const BYTES = "$bytes";
type Encoded = string | number | null | { readonly [BYTES]: string };

const encodeValue = (value: Value): Encoded =>
  value instanceof Uint8Array ? { [BYTES]: Buffer.from(value).toString("base64") } : value;

function decodeValue(value: Encoded): Value {
  if (typeof value !== "object" || value === null) return value;
  return Uint8Array.from(Buffer.from(value[BYTES], "base64"));
}

/** Members in the order of their names: databases give columns in orders of their own. */
export function encodeRow(row: Row): string {
  const members = Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(Object.fromEntries(members.map(([name, value]) => [name, encodeValue(value)])));
}

export function decodeRow(line: string): Row {
  const members = Object.entries(JSON.parse(line) as Record<string, Encoded>);
  return Object.fromEntries(members.map(([name, value]) => [name, decodeValue(value)]));
}
