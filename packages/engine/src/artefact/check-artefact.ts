// Checks an artefact by Web Crypto, for runtimes without a synchronous digest: browsers, workers. What follows then
// compares each tensor with a digest that was computed beforehand.
import type { ArtefactTensor } from "@signalbox/contracts";
import { parseArtefactManifest } from "@signalbox/contracts";

import type { ArtefactBytes } from "./tensor-store.ts";

async function digestOf(tensors: Uint8Array<ArrayBuffer>, tensor: ArtefactTensor): Promise<string> {
  const { byteOffset, byteLength } = tensor;
  const digest = await crypto.subtle.digest("SHA-256", tensors.subarray(byteOffset, byteOffset + byteLength));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * The artefact that `loadRoutingModel` takes; it refuses tensors whose digest was not that of the manifest.
 * @param served the manifest as parsed JSON
 * @param tensors not to be changed afterwards
 * @throws SignalboxError invalid_artefact when the manifest is not one
 */
export async function checkArtefact(
  served: unknown,
  tensors: Uint8Array<ArrayBuffer>,
): Promise<ArtefactBytes> {
  const manifest = parseArtefactManifest(served);
  const digests = new Map<string, string>();
  for (const tensor of manifest.tensors) digests.set(tensor.name, await digestOf(tensors, tensor));
  return { manifest, tensors, sha256: (_bytes, { name }) => digests.get(name) ?? "" };
}
