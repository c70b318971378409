// Reads the files of a model artefact. Server, laboratory and command line share it; the engine checks the contents.
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArtefactManifest, SignalboxError } from "@signalbox/contracts";
import type { ArtefactManifest } from "@signalbox/contracts";

/** The artefact that the repository ships. */
export const SHIPPED_ARTEFACT_DIR = join(import.meta.dirname, "../../../artefacts/release");

/** The files that `loadRoutingModel` of the engine takes. */
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

/** @throws SignalboxError invalid_artefact when a file is missing or the manifest is not valid. */
export async function readArtefactFiles(dir: string): Promise<ArtefactFiles> {
  const manifest = parseArtefactManifest(parseJson((await readPart(dir, "manifest.json")).toString("utf8")));
  const tensors = Buffer.concat(await Promise.all(manifest.tensorFiles.map((name) => readPart(dir, name))));
  return { manifest, tensors, sha256: (bytes) => createHash("sha256").update(bytes).digest("hex") };
}

/** The artefact that ships with the package. @throws as `readArtefactFiles` */
export const readShippedArtefact = (): Promise<ArtefactFiles> => readArtefactFiles(SHIPPED_ARTEFACT_DIR);
