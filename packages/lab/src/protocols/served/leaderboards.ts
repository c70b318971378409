// The orders that a person reads on the two best-known public boards: the intelligence index, and arena Elo with style control.
import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { ModelCatalog } from "@signalbox/contracts";
import { meanOf } from "@signalbox/engine/numerics";
import { forEachCsvRow } from "../../data/csv-rows.ts";
import { readTextFile } from "../../data/read-text.ts";
import type { TextFile } from "../../data/read-text.ts";
import type { CalledModel } from "../../data/called-model.ts";
import { valueOf } from "../../arrays/value-at.ts";

export const BOARDS = ["intelligence-index", "arena-elo"] as const;
export type Board = (typeof BOARDS)[number];
/** Standing of a model on a board; NaN = it is not listed. */
export type BoardReader = (board: Board, model: CalledModel) => number;

interface Line {
  readonly id: string;
  readonly value: number;
  readonly setting: string;
  readonly date: string;
}

const FILE = "public_scores.csv.gz";
const INDEX = "aa_intelligence_index";
const ELO = "arena_elo_style_control";
/** Later issues of the index are on another scale. */
const INDEX_LAST = "2026-07-31";

function readLines(file: TextFile, catalog: ModelCatalog): Readonly<Record<Board, readonly Line[]>> {
  const lines: Record<Board, Line[]> = { "intelligence-index": [], "arena-elo": [] };
  const columns = { required: ["model", "benchmark", "score", "elo", "setting", "date"] };
  forEachCsvRow(
    file,
    columns,
    ([model = "", benchmark = "", score = "", elo = "", setting = "", date = ""]) => {
      if (benchmark !== INDEX && benchmark !== ELO) return;
      const id = catalog.resolve({ model })?.id ?? model;
      const value = Number(benchmark === INDEX ? score : elo);
      const isRead = benchmark === ELO || date <= INDEX_LAST;
      if (isRead && Number.isFinite(value) && value !== 0)
        lines[benchmark === INDEX ? "intelligence-index" : "arena-elo"].push({ id, value, setting, date });
    },
  );
  return lines;
}

/** Elo of different dates does not mix: later lists are moved by their mean distance from the first on common models. */
function joinDates(lines: readonly Line[]): readonly Line[] {
  const [first = ""] = lines.map(({ date }) => date).toSorted();
  const base = new Map(lines.filter(({ date }) => date === first).map(({ id, value }) => [id, value]));
  const later = lines.filter(({ date }) => date !== first);
  const common = later.flatMap(({ id, value }) => (base.has(id) ? [valueOf(base, id) - value] : []));
  const move = common.length === 0 ? 0 : meanOf(common);
  const moved = ({ id, value, setting, date }: Line): Line => ({ id, value: value + move, setting, date });
  const added = later.filter(({ id }) => !base.has(id)).map(moved);
  return [...lines.filter(({ date }) => date === first), ...added];
}

/** The line of the stated mode where the board has one, else the model's best. */
function readLine(lines: readonly Line[], mode: string | undefined): number {
  const words = (line: Line): readonly string[] => line.setting.toLowerCase().split(/[^a-z-]+/);
  const own = mode === undefined ? [] : lines.filter((line) => words(line).includes(mode));
  return Math.max(...(own.length > 0 ? own : lines).map(({ value }) => value));
}

/** Undefined where the folder has no file of public scores. */
export async function readLeaderboards(dir: string, catalog: ModelCatalog): Promise<BoardReader | undefined> {
  const path = join(dir, FILE);
  if ((await stat(path).catch(() => undefined)) === undefined) return undefined;
  const lines = readLines(await readTextFile(path), catalog);
  const byModel = {
    "intelligence-index": Map.groupBy(lines["intelligence-index"], ({ id }) => id),
    "arena-elo": Map.groupBy(joinDates(lines["arena-elo"]), ({ id }) => id),
  };
  return (board, { facts, mode }) => {
    const own = facts === undefined ? undefined : byModel[board].get(facts.id);
    return own === undefined ? Number.NaN : readLine(own, mode);
  };
}
