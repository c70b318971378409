// Reads the files of a model artefact. Server, laboratory and command line share it; the engine checks the contents.
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArtefactManifest, SignalboxError } from "@signalbox/contracts";
import type { ArtefactManifest, ArtefactTensor } from "@signalbox/contracts";

/** The static tier that the repository ships. */
export const SHIPPED_ARTEFACT_DIR = join(import.meta.dirname, "../../../artefacts/release");

/** What `loadRoutingModel` of the engine takes. */
export interface ArtefactFiles {
  readonly manifest: ArtefactManifest;
  readonly tensors: Uint8Array;
  readonly sha256: (bytes: Uint8Array) => string;
}

async function readPart(dir: string, name: string): Promise<Buffer> {
  try {
    return await readFile(join(dir, name));
  } catch (cause) {
    throw new SignalboxError("invalid_artefact", `The artefact file "${name}" cannot be read.`, {
      context: { dir },
      cause,
    });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new SignalboxError("invalid_artefact", "The artefact's manifest is not JSON.", { cause });
  }
}

/** Of every tensor in its file. @unit bytes */
const ALIGNMENT = 8;

interface Parts {
  readonly manifest: ArtefactManifest;
  readonly tensors: Uint8Array;
}

async function readParts(dir: string): Promise<Parts> {
  const manifest = parseArtefactManifest(parseJson((await readPart(dir, "manifest.json")).toString("utf8")));
  return { manifest, tensors: await readPart(dir, manifest.tensorFile) };
}

function findShared(tensor: ArtefactTensor, other: Parts): Uint8Array {
  const same = other.manifest.tensors.find(({ name }) => name === tensor.name);
  if (same === undefined || same.sha256 !== tensor.sha256)
    throw new SignalboxError(
      "invalid_artefact",
      `The artefact shares the tensor "${tensor.name}" with another one, which does not hold it any more. Train both again.`,
      { context: { version: other.manifest.version } },
    );
  return other.tensors.subarray(same.byteOffset, same.byteOffset + same.byteLength);
}

/** Shared tensors are laid behind its own, so that nobody else needs to know of them. */
function joinShared({ manifest, tensors }: Parts, other: Parts): Parts {
  const parts = [tensors];
  let end = tensors.length;
  const entries = manifest.tensors.map(({ shared, ...tensor }): ArtefactTensor => {
    if (shared === undefined) return tensor;
    const bytes = findShared(tensor, other);
    const byteOffset = end;
    const padding = -bytes.length & (ALIGNMENT - 1);
    parts.push(bytes, new Uint8Array(padding));
    end += bytes.length + padding;
    return { ...tensor, byteOffset };
  });
  return { manifest: { ...manifest, tensors: entries }, tensors: Buffer.concat(parts) };
}

/** @throws SignalboxError invalid_artefact when a file is missing or the manifest is not valid. */
export async function readArtefactFiles(dir: string): Promise<ArtefactFiles> {
  const own = await readParts(dir);
  const { sharesWith } = own.manifest;
  const whole =
    sharesWith === undefined ? own : joinShared(own, await readParts(join(dir, "..", sharesWith)));
  return { ...whole, sha256: (bytes) => createHash("sha256").update(bytes).digest("hex") };
}

/** The artefact of the static tier that ships with the package. @throws as `readArtefactFiles` */
export const readShippedArtefact = (): Promise<ArtefactFiles> => readArtefactFiles(SHIPPED_ARTEFACT_DIR);
