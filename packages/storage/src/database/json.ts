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

/** Little-endian bytes of the vector, sharing its memory. */
export function bytesOfVector(vector: Float32Array | null): Uint8Array | null {
  return vector === null ? null : new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
}

/** A copy: the database's buffer may lie at an address that a float array cannot start at. */
export function vectorOfBytes(bytes: Uint8Array | null): Float32Array | null {
  return bytes === null ? null : new Float32Array(Uint8Array.from(bytes).buffer);
}
