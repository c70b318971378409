// Writes an artefact so that a kill at any moment leaves the old one whole: tensors go to a new file named by
// content, then the manifest is renamed into place, and only then are tensor files that nothing names removed.
import { createHash } from "node:crypto";
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import type { ArtefactManifest, ArtefactTensor } from "@signalbox/contracts";
import { parseArtefactManifest } from "@signalbox/contracts";
import type { BaggedTensor, TensorData } from "./tensor-bag.ts";

// The tensors of a written artefact, as a later step of the recipe takes them up again.
export function listWrittenTensors(manifest: ArtefactManifest, bytes: Uint8Array): BaggedTensor[] {
  return manifest.tensors.map(({ name, dtype, shape, byteOffset, byteLength }) => {
    // A copy: a view of a pooled buffer would not be aligned.
    const part = Uint8Array.from(bytes.subarray(byteOffset, byteOffset + byteLength));
    const data: TensorData =
      dtype === "float32"
        ? new Float32Array(part.buffer)
        : dtype === "int8"
          ? new Int8Array(part.buffer)
          : part;
    return { name, shape, data };
  });
}

/** The tensors of the task reader: they are fitted together and go together. */
export const TASK_TENSORS: ReadonlySet<string> = new Set([
  "taskLexicon",
  "taskHashes",
  "taskWeights",
  "taskScale",
  "taskRowScale",
  "taskOutput",
  "taskTemperature",
  "taskTierOfOperation",
  "taskTierOfLength",
  "taskTokenLine",
  "taskTokenSd",
  "taskSystemWeights",
  "taskSystemLine",
  "taskTurnWeights",
  "taskTurnScale",
  "taskLead",
  "aboutMean",
  "aboutScale",
  "clusterCentres",
  "clusterRadius",
]);

const ALIGNMENT = 8;

function digest(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function typeOf(data: TensorData): ArtefactTensor["dtype"] {
  if (data instanceof Float32Array) return "float32";
  return data instanceof Int8Array ? "int8" : "uint8";
}

function packTensors(tensors: readonly BaggedTensor[]): { bytes: Uint8Array; entries: ArtefactTensor[] } {
  const entries: ArtefactTensor[] = [];
  const parts: Uint8Array[] = [];
  let byteOffset = 0;
  for (const { name, shape, data } of tensors) {
    const part = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    const common = { name, dtype: typeOf(data), shape: [...shape], byteLength: part.length };
    entries.push({ ...common, sha256: digest(part), byteOffset });
    const padded = Math.ceil(part.length / ALIGNMENT) * ALIGNMENT;
    const aligned = new Uint8Array(padded);
    aligned.set(part);
    parts.push(aligned);
    byteOffset += padded;
  }
  return { bytes: Buffer.concat(parts), entries };
}

function writeDurably(path: string, bytes: Uint8Array): void {
  const file = openSync(path, "w");
  try {
    writeSync(file, bytes);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

export type ManifestHead = Omit<ArtefactManifest, "tensors" | "tensorFile" | "version">;

/** The two parts of an artefact. `version` is the recipe, the split and the content. */
export function packArtefact(
  head: ManifestHead,
  tensors: readonly BaggedTensor[],
): { readonly manifest: ArtefactManifest; readonly bytes: Uint8Array } {
  const { bytes, entries } = packTensors(tensors);
  const tensorFile = `tensors-${digest(bytes).slice(0, 12)}.bin`;
  // A fitted value that no tensor holds decides too: with other lines of the need it is another version.
  const content = createHash("sha256").update(bytes).update(JSON.stringify(head)).digest("hex").slice(0, 12);
  const version = `${head.recipe}-${head.split}-${head.seed}-${content}`;
  const manifest = parseArtefactManifest({ ...head, version, tensorFile, tensors: entries });
  return { manifest, bytes };
}

/** Returns the manifest as written. */
export function writeArtefact(
  dir: string,
  head: ManifestHead,
  tensors: readonly BaggedTensor[],
): ArtefactManifest {
  const { manifest, bytes } = packArtefact(head, tensors);
  const { tensorFile } = manifest;
  mkdirSync(dir, { recursive: true });
  writeDurably(join(dir, tensorFile), bytes);
  const draft = join(dir, `manifest.${process.pid}.tmp`);
  writeDurably(draft, Buffer.from(`${JSON.stringify(manifest, undefined, 1)}\n`));
  renameSync(draft, join(dir, "manifest.json"));
  for (const name of readdirSync(dir))
    if (/^tensors-[0-9a-f]{12}\.bin$/.test(name) && name !== tensorFile) rmSync(join(dir, name));
  return manifest;
}
