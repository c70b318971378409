// The product as it would be had nobody seen a source: its abilities are fitted without the source's outcomes and without the
// boards that equal or nearly equal it, and what outcomes teach of the need without its prompts and those that nearly equal them.
import { readArtefactFiles } from "@signalbox/catalog";
import { SignalboxError } from "@signalbox/contracts";
import { loadRoutingModel } from "@signalbox/engine";
import type { RoutingModel } from "@signalbox/engine";
import { chooseSplit } from "../../data/index.ts";
import type { Dataset } from "../../data/index.ts";
import type { ModelWithout } from "../runner/protocol.ts";
import { listObservations, withoutSource } from "../../train/boards/list-observations.ts";
import { needRowsWithout, readNeedRows } from "../../train/boards/need-rows.ts";
import { replaceAbilities } from "../../train/boards/replace-abilities.ts";
import { loadAtlas } from "../../atlas/atlas.ts";

export interface LeaveOutRequest {
  readonly artefactDir: string;
  readonly dataDir: string;
  /** All sources of the folder: the others are learned from. */
  readonly dataset: Dataset;
  /** What a model needs beside its files, such as vectors of an encoder. */
  readonly equip: (model: RoutingModel) => RoutingModel;
}

/** @throws SignalboxError bad_request for an artefact without abilities of its own */
export async function openModelWithout({
  artefactDir,
  dataDir,
  dataset,
  equip,
}: LeaveOutRequest): Promise<ModelWithout> {
  const files = await readArtefactFiles(artefactDir);
  const { abilities, split, seed } = files.manifest;
  if (abilities === undefined)
    throw new SignalboxError("bad_request", "Leaving a source out needs an artefact with fitted abilities.");
  const rows = chooseSplit(dataset, split, seed);
  const observations = await listObservations({ dataDir, dataset, split: rows });
  const model = equip(loadRoutingModel(files));
  const needRows = readNeedRows({ dataset, split: rows, model, atlas: loadAtlas() });
  return (source) =>
    equip(
      loadRoutingModel(
        replaceAbilities(
          files,
          withoutSource(observations, source),
          needRowsWithout(needRows, source, dataset),
        ),
      ),
    );
}
