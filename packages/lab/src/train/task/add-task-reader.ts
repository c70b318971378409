// A step of the recipe that can also be run alone on a finished artefact: the heads that read what a request asks for, from the
// task atlas. A fifth of the atlas is never trained on; a part of the rest is set aside to see how sure the heads may be.
import { readArtefactFiles } from "@signalbox/catalog";
import { OPERATIONS, type ArtefactManifest } from "@signalbox/contracts";
import { HEADS, TIERS } from "@signalbox/engine/internals";
import { splitmix32 } from "@signalbox/engine/numerics";
import { loadAtlas } from "../../atlas/atlas.ts";
import type { Atlas, AtlasEntry } from "../../atlas/atlas.ts";
import { listWrittenTensors } from "../artefact/written-tensors.ts";
import type { BaggedTensor } from "../artefact/tensor-bag.ts";
import { writeArtefact } from "../artefact/write-artefact.ts";
import { fitTaskHeads } from "./fit-task-heads.ts";
import { fitSureness, tierOfOperationOf } from "./fit-sureness.ts";
import { buildTaskRows } from "./task-rows.ts";
import { wrapEntry } from "./wrap-entry.ts";

/** Chosen on a quarter of the training part. */
const FIT = { iterations: 50, penalty: 5 };
const SEED = 42;
/** Every fifth request of the training part tells how sure the heads may be. */
const SURENESS_EVERY = 5;
const TASK_TENSORS: ReadonlySet<string> = new Set([
  "taskLexicon",
  "taskWeights",
  "taskTemperature",
  "taskTierOfOperation",
  "taskTokenSd",
]);

/** @returns tensors of the reader, from the part of the atlas that may be trained on */
export function fitTaskReader({ entries, lexicon }: Atlas): readonly BaggedTensor[] {
  const open = entries.filter(({ isHeldOut }) => !isHeldOut);
  const part = (keep: (index: number) => boolean): AtlasEntry[] => open.filter((_, index) => keep(index));
  const random = splitmix32(SEED);
  const withWrapped = (list: readonly AtlasEntry[]): AtlasEntry[] => [
    ...list,
    ...list.map((entry) => wrapEntry(entry, random)),
  ];
  const aside = buildTaskRows(
    part((index) => index % SURENESS_EVERY === 0),
    lexicon,
  );
  const rest = buildTaskRows(withWrapped(part((index) => index % SURENESS_EVERY !== 0)), lexicon);
  const tierOfOperation = tierOfOperationOf(rest);
  const fitted = fitSureness(aside, fitTaskHeads(rest, FIT), tierOfOperation);
  const { temperature, operationWeight, tokenSd } = fitted;
  const rows = buildTaskRows(withWrapped(open), lexicon);
  const text = new TextEncoder().encode(lexicon);
  return [
    { name: "taskLexicon", shape: [text.length], data: text },
    { name: "taskWeights", shape: [rows.featureCount, HEADS.count], data: fitTaskHeads(rows, FIT) },
    { name: "taskTemperature", shape: [2], data: Float32Array.of(temperature, operationWeight) },
    { name: "taskTierOfOperation", shape: [OPERATIONS.length, TIERS.length], data: tierOfOperation },
    { name: "taskTokenSd", shape: [OPERATIONS.length], data: tokenSd },
  ];
}

/** Adds the task reader to the artefact in `dir`, replacing an earlier one; returns the manifest as written. */
export async function addTaskReader(dir: string, atlas: Atlas = loadAtlas()): Promise<ArtefactManifest> {
  const files = await readArtefactFiles(dir);
  const { tensors: _tensors, tensorFile: _file, version: _version, ...head } = files.manifest;
  const kept = listWrittenTensors(files.manifest, files.tensors).filter(
    ({ name }) => !TASK_TENSORS.has(name),
  );
  return writeArtefact(dir, head, [...kept, ...fitTaskReader(atlas)]);
}
