// Everything that abilities are fitted on: public boards of the data folder and train outcomes; or all but what concerns one
// source, so that it can be judged as a source that nobody learned from.
import { existsSync, readdirSync } from "node:fs";
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

/** Later tables stand beside the first: "public_scores_2026_11.csv". */
const LATER_TABLE = /^public_scores_\d{4}_\d{2}\.csv(?:\.gz)?$/;

/** The tables of boards in a data folder, the oldest first. */
export function boardFiles(dataDir: string): readonly string[] {
  if (!existsSync(dataDir)) return [];
  const names = ["public_scores.csv.gz", "public_scores.csv"];
  const first = names.find((name) => existsSync(join(dataDir, name)));
  const later = readdirSync(dataDir).filter((name) => LATER_TABLE.test(name));
  return [...(first === undefined ? [] : [first]), ...later.toSorted()].map((name) => join(dataDir, name));
}

async function readBoards(dataDir: string): Promise<readonly Observation[]> {
  const tables = await Promise.all(
    boardFiles(dataDir).map(async (path) => readBoardScores(await readTextFile(path))),
  );
  return tables.flat();
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
