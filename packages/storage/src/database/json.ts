import type { JsonObject } from "../interface/common.ts";
import { parseStored } from "./damage.ts";

export function parseObject(text: string): JsonObject {
  return parseStored(text) as JsonObject;
}

export function parseMaybe(text: string | null): JsonObject | null {
  return text === null ? null : parseObject(text);
}

export function stringifyMaybe(value: object | null | undefined): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value);
}

const listTexts = new WeakMap<object, string>();

function textOfList(list: object): string {
  const known = listTexts.get(list);
  if (known !== undefined) return known;
  const text = JSON.stringify(list);
  listTexts.set(list, text);
  return text;
}

/**
 * As `stringifyMaybe`. A frozen list of candidates is that of many requests: its text is made once. Freezing promises
 * that nothing within it changes either.
 */
export function stringifyListed(value: JsonObject | null): string | null {
  const list = value?.["candidates"];
  if (value === null || !Array.isArray(list) || !Object.isFrozen(list)) return stringifyMaybe(value);
  const others = JSON.stringify({ ...value, candidates: undefined });
  const text = `{"candidates":${textOfList(list)}`;
  return others === "{}" ? `${text}}` : `${text},${others.slice(1)}`;
}

/** Little-endian bytes of the vector, sharing its memory. */
export function bytesOfVector(vector: Float32Array | null): Uint8Array | null {
  return vector === null ? null : new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
}

/** A copy: the database's buffer may lie at an address that a float array cannot start at. */
export function vectorOfBytes(bytes: Uint8Array | null): Float32Array | null {
  return bytes === null ? null : new Float32Array(Uint8Array.from(bytes).buffer);
}
