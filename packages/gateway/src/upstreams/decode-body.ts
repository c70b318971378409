import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from "node:zlib";
import type { Transform } from "node:stream";

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
};

export const isPlain = (encoding: string | undefined): boolean =>
  encoding === undefined || encoding === "" || encoding === "identity";

/** Undefined for an encoding that nobody here can read. */
export const createDecoder = (encoding: string): Transform | undefined =>
  DECODERS[encoding.trim().toLowerCase()]?.();

/** @returns undefined when it is broken, of an unknown encoding, or longer than `bytesMax` */
export async function decodeBody(
  bytes: Buffer,
  encoding: string,
  bytesMax: number,
): Promise<Buffer | undefined> {
  const decoder = createDecoder(encoding);
  if (decoder === undefined) return undefined;
  decoder.end(bytes);
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const part of decoder as AsyncIterable<Buffer>) {
      length += part.length;
      if (length > bytesMax) return undefined;
      parts.push(part);
    }
  } catch {
    return undefined;
  }
  return Buffer.concat(parts);
}
