// Vectors of prompts on disk, so that no prompt is embedded twice: not by a killed run that goes on, not by another split
// or another folder. Files hold records of a key and a vector; each run writes one of its own, and a torn end is passed over.
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, writeSync } from "node:fs";
import { randomUUID } from "node:crypto";
import { join } from "node:path";

import { VECTOR_KEY_BYTES } from "@signalbox/encoder";

export interface VectorFile {
  readonly size: number;
  find(key: string): Float32Array | undefined;
  add(key: string, vector: Float32Array): void;
  /** Writes what was added since the last flush. */
  flush(): void;
  close(): void;
}

const RECORDS_HELD = 64;

/** Vectors of other weights lie in another folder. */
const folderOf = (dir: string, sha256: string): string => join(dir, `vectors-${sha256.slice(0, 16)}`);

function readRecords(path: string, width: number, into: Map<string, Float32Array>): void {
  const bytes = readFileSync(path);
  const size = VECTOR_KEY_BYTES + width * 4;
  // Vectors lie at multiples of four bytes in a copy that starts at zero.
  const { buffer } = new Uint8Array(bytes);
  for (let at = 0; at + size <= bytes.length; at += size) {
    const key = bytes.toString("base64url", at, at + VECTOR_KEY_BYTES);
    into.set(key, new Float32Array(buffer, at + VECTOR_KEY_BYTES, width));
  }
}

/** @param encoder digest of the weights and width of a vector */
export function openVectorFile(
  dir: string,
  encoder: { readonly sha256: string; readonly width: number },
): VectorFile {
  const folder = folderOf(dir, encoder.sha256);
  mkdirSync(folder, { recursive: true });
  const vectors = new Map<string, Float32Array>();
  for (const name of readdirSync(folder))
    if (name.endsWith(".vectors")) readRecords(join(folder, name), encoder.width, vectors);
  const held: Buffer[] = [];
  let file: number | undefined;
  const flush = (): void => {
    if (held.length === 0) return;
    file ??= openSync(join(folder, `${randomUUID()}.vectors`), "a");
    writeSync(file, Buffer.concat(held));
    held.length = 0;
  };
  return {
    get size() {
      return vectors.size;
    },
    find: (key) => vectors.get(key),
    add: (key, vector) => {
      vectors.set(key, vector);
      held.push(
        Buffer.from(key, "base64url"),
        Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength),
      );
      if (held.length >= 2 * RECORDS_HELD) flush();
    },
    flush,
    close: () => {
      flush();
      if (file !== undefined) closeSync(file);
      file = undefined;
    },
  };
}
