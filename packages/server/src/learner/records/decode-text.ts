// Bytes to text for files people really have: UTF-8 with or without a mark, UTF-16 as spreadsheets write it, and either in gzip.
import { pipeline, Readable } from "node:stream";
import { TextDecoder } from "node:util";
import { createGunzip } from "node:zlib";

import { SignalboxError } from "@signalbox/contracts";

type Encoding = "utf-8" | "utf-16le" | "utf-16be";

function detectEncoding(head: Uint8Array): Encoding {
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be";
  // Without a mark, text in Latin letters betrays UTF-16 by a zero in every other byte.
  if (head.length >= 4 && head[1] === 0 && head[3] === 0) return "utf-16le";
  if (head.length >= 4 && head[0] === 0 && head[2] === 0) return "utf-16be";
  return "utf-8";
}

async function* prepend(head: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield head;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}

/** The bytes as they are, or unpacked where the first two say that they are gzip. */
async function* unpack(chunks: AsyncIterable<Uint8Array>, fileName: string): AsyncGenerator<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  let head = new Uint8Array(0);
  for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) {
    head = Buffer.concat([head, next.value]);
    if (head.length >= 2) break;
  }
  const whole = prepend(head, iterator);
  if (head[0] !== 0x1f || head[1] !== 0x8b) {
    yield* whole;
    return;
  }
  try {
    // Faults of the disk reach the reader too: `pipe` alone would leave it waiting.
    yield* pipeline(Readable.from(whole), createGunzip(), () => {}) as AsyncIterable<Uint8Array>;
  } catch (cause) {
    if (!String((cause as NodeJS.ErrnoException).code).startsWith("Z_")) throw cause;
    throw new SignalboxError(
      "invalid_data",
      `${fileName}: the compressed data breaks off or is damaged. Pack it again.`,
      { cause },
    );
  }
}

/**
 * Decoded text, chunk by chunk, unpacked and without the byte order mark.
 * @throws SignalboxError invalid_data when the bytes are not text in the encoding that the first bytes announce
 */
export async function* decodeText(
  chunks: AsyncIterable<Uint8Array>,
  fileName: string,
): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  try {
    for await (const chunk of unpack(chunks, fileName)) {
      if (chunk.length === 0) continue;
      decoder ??= new TextDecoder(detectEncoding(chunk), { fatal: true });
      const text = decoder.decode(chunk, { stream: true });
      if (text !== "") yield text;
    }
    const rest = decoder?.decode() ?? "";
    if (rest !== "") yield rest;
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    throw new SignalboxError(
      "invalid_data",
      `${fileName} is not text in ${decoder?.encoding ?? "UTF-8"}. Save it as UTF-8 and upload it again.`,
      { cause },
    );
  }
}
