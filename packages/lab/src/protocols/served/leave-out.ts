// The product as it would be had nobody seen a source: its abilities are fitted without the source's outcomes and without the
// boards that equal or nearly equal it, and what outcomes teach of the need without its prompts and those that nearly equal them.
import { readArtefactFiles } from "@signalbox/catalog";
import { loadRoutingModel } from "@signalbox/engine";
import { chooseSplit } from "../../data/index.ts";
import type { Dataset } from "../../data/index.ts";
import type { ModelWithout } from "../runner/protocol.ts";
import { listObservations, withoutSource } from "../../train/boards/list-observations.ts";
import { needRowsWithout, readNeedRows } from "../../train/boards/need-rows.ts";
import { replaceAbilities } from "../../train/boards/replace-abilities.ts";
import { loadAtlas } from "../../atlas/atlas.ts";

interface LeaveOutRequest {
  readonly artefactDir: string;
  readonly dataDir: string;
  /** All sources of the folder: the others are learned from. */
  readonly dataset: Dataset;
}

export async function openModelWithout({
  artefactDir,
  dataDir,
  dataset,
}: LeaveOutRequest): Promise<ModelWithout> {
  const files = await readArtefactFiles(artefactDir);
  const { split, seed } = files.manifest;
  const rows = chooseSplit(dataset, split, seed);
  const observations = await listObservations({ dataDir, dataset, split: rows });
  const model = loadRoutingModel(files);
  const needRows = readNeedRows({ dataset, split: rows, model, atlas: loadAtlas() });
  return (source) =>
    loadRoutingModel(
      replaceAbilities(
        files,
        withoutSource(observations, source),
        needRowsWithout(needRows, source, dataset),
      ),
    );
}
