// The product as it would be had nobody seen a source: its abilities are fitted without the source's outcomes and without the
// boards that equal or nearly equal it. What is estimated of a request rests on the task atlas, which holds no outcomes.
import { readArtefactFiles } from "@signalbox/catalog";
import { SignalboxError } from "@signalbox/contracts";
import { loadRoutingModel } from "@signalbox/engine";
import { chooseSplit } from "../../data/index.ts";
import type { Dataset } from "../../data/index.ts";
import type { ModelWithout } from "../runner/protocol.ts";
import { listObservations, withoutSource } from "../../train/boards/list-observations.ts";
import { replaceAbilities } from "../../train/boards/replace-abilities.ts";

export interface LeaveOutRequest {
  readonly artefactDir: string;
  readonly dataDir: string;
  /** All sources of the folder: the others are learned from. */
  readonly dataset: Dataset;
}

/** @throws SignalboxError bad_request for an artefact without abilities of its own */
export async function openModelWithout({
  artefactDir,
  dataDir,
  dataset,
}: LeaveOutRequest): Promise<ModelWithout> {
  const files = await readArtefactFiles(artefactDir);
  const { abilities, split, seed } = files.manifest;
  if (abilities === undefined)
    throw new SignalboxError("bad_request", "Leaving a source out needs an artefact with fitted abilities.");
  const observations = await listObservations({
    dataDir,
    dataset,
    split: chooseSplit(dataset, split, seed),
  });
  return (source) => loadRoutingModel(replaceAbilities(files, withoutSource(observations, source)));
}
