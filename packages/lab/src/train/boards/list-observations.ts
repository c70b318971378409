// Everything that abilities are fitted on: public boards of the data folder and train outcomes; or all but what concerns one
// source, so that it can be judged as a source that nobody learned from.

import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { readTextFile } from "../../data/csv-rows.ts";
import type { Dataset } from "../../data/index.ts";
import type { Observation } from "./board-score.ts";
import { observeOutcomes } from "./outcome-observations.ts";
import { readBoardScores } from "./read-board-scores.ts";
import { compareVersions } from "@signalbox/catalog";
import { readName, type ModelFacts } from "@signalbox/contracts";

// A newcomer's predecessor for the fit of abilities: the grammar's line, in which a faster edition is the model itself.

/** The same model served faster. */
const SPEED = /-(?:highspeed|ultraspeed|fast|turbo)(?=-|$)/g;

interface Place {
  readonly line: string;
  readonly version: readonly number[];
}

function placeInLine(id: string): Place | undefined {
  const { line, version = [] } = readName(id)?.place ?? {};
  if (line === undefined || version.length === 0) return undefined;
  return { line: `${id.slice(0, id.indexOf("/"))}/${line.replace(SPEED, "")}`, version };
}

/** The latest earlier (or equal, otherwise served) model of the line among `known`. */
export function findPredecessor(
  model: Pick<ModelFacts, "id">,
  known: readonly Pick<ModelFacts, "id">[],
): string | undefined {
  const own = placeInLine(model.id);
  if (own === undefined) return undefined;
  let best: { readonly id: string; readonly version: readonly number[] } | undefined;
  for (const { id } of known) {
    const place = placeInLine(id);
    if (id === model.id || place?.line !== own.line || compareVersions(place.version, own.version) > 0)
      continue;
    if (best === undefined || compareVersions(place.version, best.version) > 0)
      best = { id, version: place.version };
  }
  return best?.id;
}

// Boards that equal or nearly equal a source of outcomes: when the source is judged, they are not learned from.

const NEAR_BOARDS: Readonly<Record<string, RegExp>> = {
  mmlu_pro: /mmlu_pro/,
  zeroeval: /zebra|gsm8k|^math$|math_level5|math_500|mmlu_redux|cruxeval/,
  helm_mmlu: /^mmlu$|mmlu_redux/,
  livecodebench: /livecodebench/,
  bfcl: /bfcl/,
  llmrouter_ulab: /^mmlu$|gsm8k|^math$|humaneval|^mbpp|triviaqa|gpqa|arc_c|commonsense|openbook|natural/,
  zelling_cascades: /^mmlu$|medmcqa|triviaqa|truthfulqa|gsm8k/,
  routerbench_sub: /arc_c|winogrande|^mbpp/,
  routellm: /^mmlu$|gsm8k|mt_bench/,
  routerdc: /^mmlu$|gsm8k|cmmlu|arc_c|humaneval|^math$|^mbpp|c_?eval/,
  thematic_gen: /thematic/,
  alpaca_eval: /alpaca/,
  ko_arena_hard: /arena_hard/,
  mifeval: /ifeval|multi_if/,
  creative_writing: /creative_writing$|eq_?bench/,
  faithbench: /vectara|faith/,
  kor_bench: /kor_?bench/,
  reasoning_gym: /reasoning_gym/,
  scale_sql: /sql/,
  click_ko: /click/,
  thaiexam: /thai/,
  shaberi_ja: /shaberi|elyza|mt_bench_ja/,
};

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
