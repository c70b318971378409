// The starting token vectors: a sentence encoder distilled token by token (see distil-encoder.ts), committed in small.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { SignalboxError } from "@signalbox/contracts";
import type { SplitName } from "../../data/index.ts";
import { sharedFloat32 } from "../members/training-set.ts";
import { valueAt } from "../../arrays/value-at.ts";

export interface EncoderStart {
  /** The uncased WordPiece vocabulary in id order. */
  readonly vocabulary: readonly string[];
  /** @shape vocabulary.length x width */
  readonly tokens: Float32Array;
  readonly width: number;
}

/** Each split has its own: the vectors have seen the split's training prompts, without any outcome. */
export function startDirOf(split: SplitName): string {
  return join(import.meta.dirname, `../../../../../artefacts/start-${split}`);
}

interface StartManifest {
  readonly width: number;
  readonly vocabularySize: number;
  readonly sha256: string;
}

function isStartManifest(value: unknown): value is StartManifest {
  return (
    typeof value === "object" &&
    value !== null &&
    "width" in value &&
    typeof value.width === "number" &&
    "vocabularySize" in value &&
    typeof value.vocabularySize === "number" &&
    "sha256" in value &&
    typeof value.sha256 === "string"
  );
}

/** @throws SignalboxError invalid_artefact when a file is missing or altered. */
export function readStart(dir: string): EncoderStart {
  let manifest: unknown;
  let bytes: Buffer;
  let words: string;
  try {
    manifest = JSON.parse(readFileSync(join(dir, "start.json"), "utf8"));
    bytes = readFileSync(join(dir, "token-vectors.bin"));
    words = readFileSync(join(dir, "vocabulary.txt"), "utf8");
  } catch (cause) {
    throw new SignalboxError(
      "invalid_artefact",
      "The starting token vectors cannot be read. The installed package has those of the release split alone: train the benchmark split in a checkout.",
      { context: { dir }, cause },
    );
  }
  if (!isStartManifest(manifest) || createHash("sha256").update(bytes).digest("hex") !== manifest.sha256)
    throw new SignalboxError("invalid_artefact", "The starting token vectors differ from their digest.");
  const { width, vocabularySize } = manifest;
  const tokens = sharedFloat32(vocabularySize * width);
  const table = new Int8Array(bytes.buffer, bytes.byteOffset, vocabularySize * width);
  for (let id = 0; id < vocabularySize; id += 1) {
    const scale = bytes.readFloatLE(vocabularySize * width + id * 4);
    for (let at = id * width; at < (id + 1) * width; at += 1) tokens[at] = valueAt(table, at) * scale;
  }
  return { vocabulary: words.split("\n"), tokens, width };
}
