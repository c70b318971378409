// Bytes to text for files people really have: UTF-8 with or without a mark, and UTF-16 as spreadsheets write it.
import { TextDecoder } from "node:util";

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

/**
 * Decoded text, chunk by chunk, without the byte order mark.
 * @throws SignalboxError invalid_data when the bytes are not text in the encoding that the first bytes announce
 */
export async function* decodeText(
  chunks: AsyncIterable<Uint8Array>,
  fileName: string,
): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  try {
    for await (const chunk of chunks) {
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
