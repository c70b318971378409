// An artefact that shares tensors with the one beside it takes what that one holds now, after it was fitted again.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { readArtefactFiles } from "@signalbox/catalog";
import { parseArtefactManifest, SignalboxError } from "@signalbox/contracts";
import type { ArtefactManifest } from "@signalbox/contracts";
import { TASK_TENSORS } from "./task-tensors.ts";
import type { BaggedTensor } from "./tensor-bag.ts";
import { writeArtefact } from "./write-artefact.ts";
import { listWrittenTensors } from "./written-tensors.ts";

async function listOwn(dir: string, manifest: ArtefactManifest): Promise<ReadonlyMap<string, BaggedTensor>> {
  const bytes = await readFile(join(dir, manifest.tensorFile));
  const own = manifest.tensors.filter(({ shared }) => shared === undefined);
  const tensors = listWrittenTensors({ ...manifest, tensors: own }, bytes);
  return new Map(tensors.map((tensor) => [tensor.name, tensor]));
}

/** A reader that was fitted again may consist of other tensors than the one that was shared before. */
function withWholeReader(
  entries: ArtefactManifest["tensors"],
  held: ReadonlyMap<string, BaggedTensor>,
): readonly string[] {
  const isSharedReader = ({ name, shared }: ArtefactManifest["tensors"][number]): boolean =>
    shared !== undefined && TASK_TENSORS.has(name);
  const rest = entries.filter((entry) => !isSharedReader(entry)).map(({ name }) => name);
  return entries.some(isSharedReader)
    ? [...rest, ...[...held.keys()].filter((name) => TASK_TENSORS.has(name))]
    : rest;
}

/**
 * Returns the manifest as written.
 * @throws SignalboxError bad_request when the artefact in `dir` shares nothing; invalid_artefact when the other one lacks a tensor
 */
export async function takeShared(dir: string): Promise<ArtefactManifest> {
  const text = await readFile(join(dir, "manifest.json"), "utf8");
  const manifest = parseArtefactManifest(JSON.parse(text));
  const { tensors: entries, tensorFile: _file, version: _version, ...head } = manifest;
  if (head.sharesWith === undefined)
    throw new SignalboxError(
      "bad_request",
      `The artefact in ${dir} shares nothing: --only shared has nothing to take.`,
    );
  const own = await listOwn(dir, manifest);
  const other = await readArtefactFiles(join(dir, "..", head.sharesWith));
  const held = new Map(
    listWrittenTensors(other.manifest, other.tensors).map((tensor) => [tensor.name, tensor]),
  );
  const names = withWholeReader(entries, held);
  const tensors = names.map((name): BaggedTensor => {
    const tensor = own.get(name) ?? held.get(name);
    if (tensor !== undefined) return tensor;
    throw new SignalboxError(
      "invalid_artefact",
      `The artefact "${head.sharesWith}" has no tensor "${name}" any more.`,
    );
  });
  const { abilities } = other.manifest;
  return writeArtefact(dir, abilities === undefined ? head : { ...head, abilities }, tensors);
}
