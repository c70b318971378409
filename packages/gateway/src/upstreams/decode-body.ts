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

/** Undefined for an unknown encoding. */
export const createDecoder = (encoding: string): Transform | undefined =>
  DECODERS[encoding.trim().toLowerCase()]?.();

/** @returns "broken" where it is broken or of an unknown encoding, "large" where it is longer than `bytesMax` */
export async function decodeBody(
  bytes: Buffer,
  encoding: string,
  bytesMax: number,
): Promise<Buffer | "broken" | "large"> {
  const decoder = createDecoder(encoding);
  if (decoder === undefined) return "broken";
  decoder.end(bytes);
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const part of decoder as AsyncIterable<Buffer>) {
      length += part.length;
      if (length > bytesMax) return "large";
      parts.push(part);
    }
  } catch {
    return "broken";
  }
  return Buffer.concat(parts);
}
