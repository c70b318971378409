// Everything that abilities are fitted on: public boards of the data folder and train outcomes; or all but what concerns one
// source, so that it can be judged as a source that nobody learned from.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { readTextFile } from "../../data/read-text.ts";
import type { Dataset } from "../../data/index.ts";
import type { Observation } from "./board-score.ts";
import { NEAR_BOARDS } from "./near-boards.data.ts";
import { observeOutcomes } from "./outcome-observations.ts";
import { readBoardScores } from "./read-board-scores.ts";

export interface ObservedData {
  readonly dataDir: string;
  readonly dataset: Dataset;
  /** Train rows are learned from; all others stay unseen. */
  readonly split: Uint8Array;
}

async function readBoards(dataDir: string): Promise<readonly Observation[]> {
  const names = ["public_scores.csv.gz", "public_scores.csv"];
  const path = names.map((name) => join(dataDir, name)).find((each) => existsSync(each));
  return path === undefined ? [] : readBoardScores(await readTextFile(path));
}

export async function listObservations({ dataDir, dataset, split }: ObservedData): Promise<Observation[]> {
  return [...(await readBoards(dataDir)), ...observeOutcomes(dataset, split)];
}

/** Without the outcomes of a source, and without boards that equal or nearly equal it. */
export function withoutSource(observations: readonly Observation[], source: string): Observation[] {
  const near = NEAR_BOARDS[source];
  return observations.filter(
    ({ item, benchmark }) => item !== `outcomes:${source}` && near?.test(benchmark) !== true,
  );
}
