// Fetches a list of models and prices from the file or the address that the operator names, within bounds of bytes and time.
import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";

import { SignalboxError } from "@signalbox/contracts";

const BYTES_MAX = 64 * 1024 * 1024;
const TIMEOUT_MS = 60_000;

const tooLarge = (source: string): SignalboxError =>
  new SignalboxError(
    "invalid_data",
    `${source} is larger than ${BYTES_MAX / 1024 / 1024} MiB. Name another list.`,
  );

async function readAddress(address: string): Promise<Buffer> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!answer.ok) throw new Error(`it answers ${answer.status}`);
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of answer.body ?? []) {
    parts.push(part);
    if ((bytes += part.length) > BYTES_MAX) throw tooLarge(address);
  }
  return Buffer.concat(parts);
}

async function readBounded(path: string): Promise<Buffer> {
  if ((await stat(path)).size > BYTES_MAX) throw tooLarge(path);
  return readFile(path);
}

/**
 * @param source a path, or an address with https: or http:
 * @param digest SHA-256 in hex that the content must have; undefined takes any
 * @throws SignalboxError invalid_data when the list cannot be had, is too large, or has another digest
 */
export async function readList(source: string, digest: string | undefined): Promise<string> {
  const isAddress = /^https?:\/\//i.test(source);
  const content = await (isAddress ? readAddress(source) : readBounded(source)).catch((cause: unknown) => {
    if (cause instanceof SignalboxError) throw cause;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new SignalboxError(
      "invalid_data",
      `${source} cannot be read: ${why}. Check the ${isAddress ? "address" : "path"}.`,
      { cause },
    );
  });
  const found = createHash("sha256").update(content).digest("hex");
  if (digest !== undefined && found !== digest.toLowerCase().replace(/^sha256:/, ""))
    throw new SignalboxError(
      "invalid_data",
      `${source} has the digest sha256:${found}, not the one that is asked for. Nothing is taken.`,
    );
  return content.toString("utf8");
}
