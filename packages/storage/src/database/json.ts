import { SignalboxError } from "@signalbox/contracts";
import type { JsonObject } from "../interface/common.ts";

// The results that a damaged file gives back: pages that SQLite cannot read, and rows of pages that it can whose values make no
// sense.
const DAMAGED =
  "What is stored here cannot be read: the database is damaged. `signalbox doctor` says more; `signalbox restore` brings a backup back.";

export function damaged(cause: unknown): SignalboxError {
  return new SignalboxError("dependency_unavailable", DAMAGED, { cause });
}

/** @throws SignalboxError dependency_unavailable in place of whatever `read` throws */
export function readStored<T>(read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw damaged(cause);
  }
}

/** Text of ours that is JSON unless the file is damaged. */
export const parseStored = (text: string): unknown => readStored(() => JSON.parse(text) as unknown);

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
