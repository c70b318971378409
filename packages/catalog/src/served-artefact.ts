// The artefact of a running service, for content readers far from its files: two requests, checked as files are.

import { createHash } from "node:crypto";
import {
  parseArtefactManifest,
  SignalboxError,
  trimSlashes,
  type ArtefactManifest,
} from "@signalbox/contracts";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

// Reads the files of a model artefact. Server, laboratory and command line share it; the engine checks the contents.

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

export interface ServedArtefactOptions {
  /** Address of the service, with or without `/api/v1`. */
  readonly baseUrl: string;
  /** A key that may select. */
  readonly apiKey: string;
  readonly fetch?: typeof globalThis.fetch | undefined;
  readonly signal?: AbortSignal | undefined;
}

const PATH = "/content-artefact";

function apiRoot(baseUrl: string): string {
  const trimmed = trimSlashes(baseUrl);
  return trimmed.endsWith("/api/v1") ? trimmed : `${trimmed}/api/v1`;
}

async function get(options: ServedArtefactOptions, path: string): Promise<Response> {
  const { baseUrl, apiKey, fetch = globalThis.fetch, signal } = options;
  const init: RequestInit = { headers: { authorization: `Bearer ${apiKey}` } };
  const address = `${apiRoot(baseUrl)}${path}`;
  const response = await fetch(address, signal === undefined ? init : { ...init, signal }).catch(
    (cause: unknown) => {
      throw new SignalboxError("dependency_unavailable", "The service did not give its artefact.", { cause });
    },
  );
  if (response.ok) return response;
  const isRefused = response.status === 401 || response.status === 403;
  throw new SignalboxError(
    isRefused ? "unauthenticated" : "dependency_unavailable",
    `The service answered ${response.status} when asked for its artefact. Check the address and the key.`,
  );
}

/** @throws SignalboxError dependency_unavailable, unauthenticated; invalid_artefact when the answer is no artefact */
export async function readServedArtefact(options: ServedArtefactOptions): Promise<ArtefactFiles> {
  const answer = await get(options, PATH);
  const manifest = parseArtefactManifest(
    await answer.json().catch((cause: unknown) => {
      throw new SignalboxError("invalid_artefact", "The manifest that was served is not JSON.", { cause });
    }),
  );
  const tensors = new Uint8Array(await (await get(options, `${PATH}/tensors`)).arrayBuffer());
  return { manifest, tensors, sha256: (bytes) => createHash("sha256").update(bytes).digest("hex") };
}
