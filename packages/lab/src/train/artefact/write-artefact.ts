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
import { type ArtefactManifest, type ArtefactTensor, parseArtefactManifest } from "@signalbox/contracts";
import type { TensorStore } from "@signalbox/engine/internals";

// The tensors of an artefact in the making, readable by the engine's own loaders before anything is written.

type TensorData = Float32Array | Int8Array | Uint8Array;

export interface BaggedTensor {
  readonly name: string;
  readonly shape: readonly number[];
  readonly data: TensorData;
}

interface TensorBag extends TensorStore {
  set(name: string, data: TensorData, ...shape: number[]): void;
  list(): readonly BaggedTensor[];
}

function missing(name: string): Error {
  return new Error(`Tensor "${name}" is not in the bag yet, or has another type.`);
}

function createTensorBag(): TensorBag {
  const tensors = new Map<string, BaggedTensor>();
  const uint8Of = (name: string): Uint8Array => {
    const data = tensors.get(name)?.data;
    if (data instanceof Uint8Array) return data;
    throw missing(name);
  };
  return {
    set: (name, data, ...shape) => tensors.set(name, { name, shape, data }),
    list: () => [...tensors.values()],
    float32: (name) => {
      const data = tensors.get(name)?.data;
      if (data instanceof Float32Array) return data;
      throw missing(name);
    },
    int8: (name) => {
      const data = tensors.get(name)?.data;
      if (data instanceof Int8Array) return data;
      throw missing(name);
    },
    uint8: uint8Of,
    text: (name) => new TextDecoder().decode(uint8Of(name)),
  };
}

export function bagOf(tensors: readonly BaggedTensor[]): TensorBag {
  const bag = createTensorBag();
  for (const { name, data, shape } of tensors) bag.set(name, data, ...shape);
  return bag;
}

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

const ALIGNMENT = 8;

function digest(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function typeOf(data: TensorData): ArtefactTensor["dtype"] {
  if (data instanceof Float32Array) return "float32";
  return data instanceof Int8Array ? "int8" : "uint8";
}

/** Parts of the recipe that are fitted apart; each is a file, so that a new fit of one adds none of the others to the history. */
const PARTS = ["reader", "frames", "abilities"] as const;

export const partOf = (name: string): (typeof PARTS)[number] => {
  if (name.startsWith("ability")) return "abilities";
  return name.startsWith("frame") ? "frames" : "reader";
};

interface TensorFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The tensors of each part one behind the other, and where they are once the files are joined. */
function packTensors(tensors: readonly BaggedTensor[]): { files: TensorFile[]; entries: ArtefactTensor[] } {
  const entries: ArtefactTensor[] = [];
  const files: TensorFile[] = [];
  let byteOffset = 0;
  for (const part of PARTS) {
    const pieces: Uint8Array[] = [];
    for (const { name, shape, data } of tensors.filter((tensor) => partOf(tensor.name) === part)) {
      const piece = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
      const common = { name, dtype: typeOf(data), shape: [...shape], byteLength: piece.length };
      entries.push({ ...common, sha256: digest(piece), byteOffset });
      const aligned = new Uint8Array(Math.ceil(piece.length / ALIGNMENT) * ALIGNMENT);
      aligned.set(piece);
      pieces.push(aligned);
      byteOffset += aligned.length;
    }
    const bytes = Buffer.concat(pieces);
    if (bytes.length > 0) files.push({ name: `${part}-${digest(bytes).slice(0, 12)}.bin`, bytes });
  }
  return { files, entries };
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

export type ManifestHead = Omit<ArtefactManifest, "tensors" | "tensorFiles" | "version">;

/** An artefact in memory. `version` is the recipe, the split and the content. */
export function packArtefact(
  head: ManifestHead,
  tensors: readonly BaggedTensor[],
): { readonly manifest: ArtefactManifest; readonly files: readonly TensorFile[] } {
  const { files, entries } = packTensors(tensors);
  const tensorFiles = files.map(({ name }) => name);
  // A fitted value that no tensor holds decides too: with other lines of the need it is another version.
  const content = digest(Buffer.from(JSON.stringify([tensorFiles, head]))).slice(0, 12);
  const version = `${head.recipe}-${head.split}-${head.seed}-${content}`;
  return { manifest: parseArtefactManifest({ ...head, version, tensorFiles, tensors: entries }), files };
}

/** Returns the manifest as written. */
export function writeArtefact(
  dir: string,
  head: ManifestHead,
  tensors: readonly BaggedTensor[],
): ArtefactManifest {
  const { manifest, files } = packArtefact(head, tensors);
  mkdirSync(dir, { recursive: true });
  for (const { name, bytes } of files) writeDurably(join(dir, name), bytes);
  const draft = join(dir, `manifest.${process.pid}.tmp`);
  writeDurably(draft, Buffer.from(`${JSON.stringify(manifest, undefined, 1)}\n`));
  renameSync(draft, join(dir, "manifest.json"));
  for (const name of readdirSync(dir))
    if (/^[a-z]+-[0-9a-f]{12}\.bin$/.test(name) && !manifest.tensorFiles.includes(name))
      rmSync(join(dir, name));
  return manifest;
}
