// The whole recipe, atlas and data in, artefact out: first the reader of tasks, then the abilities of models and what outcomes show
// of the need of requests as the reader reads them. Outcomes of train rows alone are learned from.

import { readArtefactFiles } from "@signalbox/catalog";
import type { ArtefactManifest } from "@signalbox/contracts";
import { loadReader } from "@signalbox/engine/internals";
import { loadAtlas, type Atlas } from "../atlas/atlas.ts";
import { chooseSplit, loadDataset, SPLIT, type Dataset, type SplitName } from "../data/index.ts";
import {
  bagOf,
  type BaggedTensor,
  listWrittenTensors,
  partOf,
  writeArtefact,
  type ManifestHead,
} from "./artefact/write-artefact.ts";
import { fitAbilities } from "./boards/fit-abilities.ts";
import { fitFrames } from "./frames/fit-frames.ts";
import { fitTaskReader } from "./task/add-task-reader.ts";
import { valueAt } from "../arrays/value-at.ts";

// The request for a training run, and the events that it reports while it goes.

interface TrainProgress {
  /** One sentence for a person. */
  readonly message: string;
  /** @range 0..1 */
  readonly done: number;
}

interface TrainRequest {
  readonly dataDir: string;
  readonly split: SplitName;
  readonly seed: number;
  readonly outDir: string;
  readonly onProgress?: (progress: TrainProgress) => void;
  /** The atlas that the reading of requests is learned from; the committed atlas when left out. */
  readonly atlas?: Atlas;
}

const RECIPE = "reader-1";
/** Sources whose licence or role keeps them out of every fit, whatever a splits file says. */
const NEVER_TRAINED: ReadonlySet<string> = new Set(["routellm"]);

function guardSplit(dataset: Dataset, split: Uint8Array): Uint8Array {
  return split.map((code, row) =>
    NEVER_TRAINED.has(dataset.sources[valueAt(dataset.prompts.source, row)] ?? "") ? SPLIT.never : code,
  );
}

type RunHead = Pick<ManifestHead, "split" | "seed">;

/** Fits all but the reader and writes the whole. */
async function complete(
  { dataDir, outDir }: Pick<TrainRequest, "dataDir" | "outDir">,
  dataset: Dataset,
  run: RunHead & { readonly reader: readonly BaggedTensor[] },
): Promise<ArtefactManifest> {
  const split = guardSplit(dataset, chooseSplit(dataset, run.split, run.seed));
  const { abilities, tensors } = await fitAbilities(
    { dataDir, dataset, split },
    loadReader(bagOf(run.reader)),
  );
  const trained = new Set(
    Array.from(split, (code, row) => (code === SPLIT.train ? valueAt(dataset.prompts.source, row) : -1)),
  );
  const head: ManifestHead = {
    format: 1,
    recipe: RECIPE,
    split: run.split,
    seed: run.seed,
    dataFingerprint: dataset.fingerprint,
    sources: dataset.sources.filter((_, source) => trained.has(source)),
    abilities,
  };
  return writeArtefact(outDir, head, [...run.reader, ...tensors]);
}

/**
 * Trains and writes an artefact; returns its manifest. Same data, atlas, split and seed give the same artefact.
 * @throws SignalboxError invalid_data when the folder cannot be read or lists too few models
 */
export async function trainArtefact(request: TrainRequest): Promise<ArtefactManifest> {
  const { split, seed, atlas = loadAtlas() } = request;
  const tell = (message: string, done: number): void => request.onProgress?.({ message, done });
  tell("reading the data folder", 0);
  const dataset = await loadDataset(request.dataDir);
  tell("fitting the reader of tasks", 0.05);
  const reader = [...(await fitTaskReader(atlas)), ...fitFrames(atlas)];
  tell("placing models", 0.8);
  const manifest = await complete(request, dataset, { split, seed, reader });
  tell(`wrote ${manifest.version}`, 1);
  return manifest;
}

/** Fits the abilities of a finished artefact again, from the folder as it is now; the reader stays. */
export async function refitAbilities(
  request: Pick<TrainRequest, "dataDir" | "outDir">,
): Promise<ArtefactManifest> {
  const { manifest, tensors } = await readArtefactFiles(request.outDir);
  const { split, seed } = manifest;
  const reader = listWrittenTensors(manifest, tensors).filter(({ name }) => partOf(name) !== "abilities");
  return complete(request, await loadDataset(request.dataDir), { split, seed, reader });
}
