// The product against what a person would do without it: our pick, as a user gets it, beside the top of public leaderboards,
// prices and single models, on prompts whose outcomes are known.

import {
  requireSections,
  summariseMethods,
  type SectionResult,
  type Protocol,
  type ProtocolContext,
  type FigureName,
  weightedMean,
  type Judged,
} from "../runner/protocol.ts";
import { type CalledModel, forEachCsvRow, readTextFile, type TextFile } from "../../data/csv-rows.ts";
import {
  createPromptOutlook,
  SET_NAMES,
  type ServedSource,
  drawSets,
  listKnown,
  type ModelSet,
  type SetName,
  type PromptOutlook,
  PROMPTS_PER_SOURCE,
  productOf,
  sampleSources,
  type SampledSource,
} from "./served-source.ts";
import { valueAt, valueOf } from "../../arrays/value-at.ts";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { ModelCatalog } from "@signalbox/contracts";
import { meanOf, splitmix32 } from "@signalbox/engine/numerics";
import { decideAmong, type Among, type Outlook } from "@signalbox/engine/internals";

// The score that every way of picking gets on each prompt: the mean over the sets of each size, and dollars of its pick among
// all.

// Ways of picking that never read the prompt: a standing of every model, the highest of a set is picked.

/** One a model; NaN = unknown, which comes last. */
type Standing = Float64Array;

const ROUNDS = 20;

/**
 * Means in hindsight. Models answered partly different prompts, so each prompt's own ease is taken out: scores are fitted as
 * ease of the prompt plus strength of the model.
 */
export function standInHindsight({ texts, models, scores }: ServedSource): Standing {
  const columns = models.length;
  const ease = new Float64Array(texts.length);
  const strength = new Float64Array(columns);
  for (let round = 0; round < ROUNDS; round += 1) {
    fitMeans(scores, { columns, into: ease, other: strength, isRow: true });
    fitMeans(scores, { columns, into: strength, other: ease, isRow: false });
  }
  return strength;
}

interface Side {
  readonly columns: number;
  readonly into: Float64Array;
  readonly other: Float64Array;
  readonly isRow: boolean;
}

function fitMeans(scores: Float32Array, { columns, into, other, isRow }: Side): void {
  const counts = new Float64Array(into.length);
  into.fill(0);
  for (let i = 0; i < scores.length; i += 1) {
    const score = valueAt(scores, i);
    if (Number.isNaN(score)) continue;
    const [row, column] = [Math.floor(i / columns), i % columns];
    const at = isRow ? row : column;
    into[at] = valueAt(into, at) + score - valueAt(other, isRow ? column : row);
    counts[at] = valueAt(counts, at) + 1;
  }
  for (let at = 0; at < into.length; at += 1)
    into[at] = counts[at] === 0 ? 0 : valueAt(into, at) / valueAt(counts, at);
}

/** List price of a token, three of input to one of output, as price pages blend it. */
export function listPriceOf({ facts }: CalledModel): number {
  const { inputUsdPerMTok, outputUsdPerMTok } = facts?.prices ?? {};
  if (inputUsdPerMTok === undefined || outputUsdPerMTok === undefined) return Number.NaN;
  return (3 * inputUsdPerMTok + outputUsdPerMTok) / 4;
}

/** Score and dollars that a way of picking gets from one set on one prompt. */
interface Got {
  readonly score: number;
  readonly usd: number;
}

interface PromptView {
  readonly row: number;
  readonly source: ServedSource;
  readonly outlook: Outlook;
}

interface PickWay {
  readonly name: string;
  readonly title: string;
  readonly get: (view: PromptView, set: ModelSet) => Got;
}

/** One way's results, one entry a prompt. */
interface PickRow {
  readonly way: PickWay;
  readonly scores: Readonly<Record<SetName, Float64Array>>;
  /** Dollars of the pick among all. @unit USD */
  readonly usd: Float64Array;
}

const gotOf = ({ row, source }: PromptView, column: number): Got => {
  const at = row * source.models.length + column;
  return { score: valueAt(source.scores, at), usd: valueAt(source.usd, at) };
};

function productWay(name: string, title: string, objective: Omit<Among, "labels">): PickWay {
  return {
    name,
    title,
    get: (view, set) => {
      const { models } = view.source;
      const labels = new Set(Array.from(set, (column) => valueAt(models, column).name));
      const { label } = decideAmong(view.outlook, { ...objective, labels }).chosen;
      const pick = set.find((column) => valueAt(models, column).name === label);
      if (pick === undefined) throw new Error(`"${label}" is no candidate of the set.`);
      return gotOf(view, pick);
    },
  };
}

/** The highest standing of the set; equals, and sets in which nobody has one, are drawn from by chance. */
export function standingWay(name: string, title: string, standing: Standing): PickWay {
  return {
    name,
    title,
    get: (view, set) => {
      const known = Array.from(set).filter((column) => !Number.isNaN(valueAt(standing, column)));
      const pool = known.length > 0 ? known : Array.from(set);
      const best = Math.max(...known.map((column) => valueAt(standing, column)));
      const top = known.length > 0 ? pool.filter((column) => standing[column] === best) : pool;
      return meanGot(view, top);
    },
  };
}

function meanGot(view: PromptView, columns: readonly number[]): Got {
  const all = columns.map((column) => gotOf(view, column));
  const mean = (read: (got: Got) => number): number =>
    all.reduce((sum, got) => sum + read(got), 0) / all.length;
  return { score: mean(({ score }) => score), usd: mean(({ usd }) => usd) };
}

export const RANDOM_WAY: PickWay = {
  name: "random",
  title: "random",
  get: (view, set) => meanGot(view, Array.from(set)),
};

/** The best answer of each prompt, the cheaper of equals: what no router can beat. */
export const ORACLE_WAY: PickWay = {
  name: "oracle",
  title: "oracle (best answer of each prompt)",
  get: (view, set) =>
    Array.from(set, (column) => gotOf(view, column)).reduce((best, got) =>
      got.score > best.score || (got.score === best.score && got.usd < best.usd) ? got : best,
    ),
};

interface PickRequest {
  readonly source: ServedSource;
  readonly outlookOf: PromptOutlook;
  readonly ways: readonly PickWay[];
  readonly draws: number;
  readonly seed: number;
}

/** Sets are the same for all ways. */
function pickRows({ source, outlookOf, ways, draws, seed }: PickRequest): readonly PickRow[] {
  const random = splitmix32(seed);
  const count = source.texts.length;
  const newRow = (way: PickWay): PickRow => ({
    way,
    usd: new Float64Array(count).fill(Number.NaN),
    scores: {
      scoreAll: new Float64Array(count),
      scoreFive: new Float64Array(count),
    },
  });
  const rows = ways.map(newRow);
  for (let row = 0; row < count; row += 1) {
    const known = listKnown(source, row);
    const sets = drawSets(known, draws, random);
    const view = { row, source, outlook: outlookOf(row) };
    for (const result of rows) fillPrompt(result, view, sets);
  }
  return rows;
}

function fillPrompt(
  { way, scores, usd }: PickRow,
  view: PromptView,
  sets: Readonly<Record<SetName, readonly ModelSet[]>>,
): void {
  for (const name of SET_NAMES) {
    const got = sets[name].map((set) => (set.length === 0 ? undefined : way.get(view, set)));
    const sum = got.reduce((total, one) => total + (one?.score ?? Number.NaN), 0);
    scores[name][view.row] = sum / got.length;
    if (name === "scoreAll") usd[view.row] = got[0]?.usd ?? Number.NaN;
  }
}

function hasDollars({ usd }: ServedSource): boolean {
  return usd.some((value) => !Number.isNaN(value));
}

export function judgePicks(source: ServedSource, { scores, usd }: PickRow): Judged {
  return {
    figures: {
      scoreAll: (weights) => weightedMean(scores.scoreAll, weights),
      scoreFive: (weights) => weightedMean(scores.scoreFive, weights),
      ...(hasDollars(source) && { usdAll: (weights: Float64Array) => weightedMean(usd, weights) }),
    },
  };
}

// The orders that a person reads on the two best-known public boards: the intelligence index, and arena Elo with style control.

const BOARDS = ["intelligence-index", "arena-elo"] as const;
type Board = (typeof BOARDS)[number];
/** Standing of a model on a board; NaN = it is not listed. */
type BoardReader = (board: Board, model: CalledModel) => number;

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

/** Random sets of each size a prompt. */
const DRAWS = 12;
const FIGURE_NAMES: readonly FigureName[] = [...SET_NAMES, "usdAll"];

/** Ours first: the others are compared with it. */
const PRODUCT_WAYS: readonly PickWay[] = [
  productWay("signalbox", "Signalbox, quality", {}),
  ...Array.from({ length: 9 }, (_, at) =>
    productWay(`signalbox-dial-${at + 1}`, `Signalbox, dial ${at + 1}`, { costQualityTradeoff: at + 1 }),
  ),
  productWay("signalbox-cost", "Signalbox, cost", { tradeoff: "cost" }),
  productWay("signalbox-latency", "Signalbox, latency", { tradeoff: "latency" }),
];

const BOARD_TITLES: Readonly<Record<Board, string>> = {
  "intelligence-index": "top of the intelligence index",
  "arena-elo": "top of arena Elo, style control",
};

function standingOf(source: ServedSource, read: (model: CalledModel) => number): Standing {
  return Float64Array.from(source.models, read);
}

function listWays(source: ServedSource, boards: BoardReader | undefined): readonly PickWay[] {
  const onBoards = BOARDS.flatMap((board) =>
    boards === undefined
      ? []
      : [
          standingWay(
            board,
            BOARD_TITLES[board],
            standingOf(source, (model) => boards(board, model)),
          ),
        ],
  );
  return [
    ...PRODUCT_WAYS,
    RANDOM_WAY,
    standingWay(
      "cheapest",
      "cheapest by list price",
      standingOf(source, (model) => -listPriceOf(model)),
    ),
    standingWay("most-expensive", "most expensive by list price", standingOf(source, listPriceOf)),
    ...onBoards,
    standingWay("best-single", "best single model in hindsight", standInHindsight(source)),
    ORACLE_WAY,
  ];
}

function describeSource(source: ServedSource): readonly string[] {
  const standing = standInHindsight(source);
  const best = source.models[standing.indexOf(Math.max(...standing))];
  const known = source.models.filter(({ facts }) => facts !== undefined).length;
  return [
    `best single model in hindsight: ${best?.name ?? "none"}`,
    `${known} of ${source.models.length} models are known to the catalogue`,
  ];
}

interface SourceRun extends SampledSource {
  readonly boards: BoardReader | undefined;
}

function runSource(context: ProtocolContext, run: SourceRun): SectionResult {
  const { source, boards, isLearned, product } = run;
  const seed = context.seeds[0] ?? 0;
  const ways = listWays(source, boards);
  const rows = pickRows({
    source,
    outlookOf: createPromptOutlook(product, source),
    ways,
    draws: DRAWS,
    seed,
  });
  return {
    name: source.name,
    promptCount: source.texts.length,
    modelCount: source.models.length,
    trainCount: 0,
    isLearned,
    facts: describeSource(source),
    methods: summariseMethods({
      runs: ways.map(({ name, title }, i) => ({
        contender: { name, title, isOurs: name === "signalbox" },
        judged: [judgePicks(source, valueAt(rows, i))],
      })),
      promptCount: source.texts.length,
      figureNames: hasDollars(source) ? FIGURE_NAMES : SET_NAMES,
      seed,
      resamples: context.resamples,
    }),
  };
}

export const SERVED: Protocol = {
  name: "served",
  title: "The product: mean score of the pick",
  description: `Shipped artefact, catalogue and default policy, models named as a user would name them. Up to ${PROMPTS_PER_SOURCE} prompts of each source, none that the artefact was trained or tuned on; candidates are all models whose score on the prompt is known, and ${DRAWS} random sets of five of them. A model without a standing comes after those with one. Dollars are those that the sources recorded.`,
  figures: FIGURE_NAMES,
  canLeaveOut: true,
  run: async (context) => {
    const product = productOf(context);
    const boards = await readLeaderboards(context.dataDir, product.catalog);
    const sections: SectionResult[] = [];
    for (const sampled of sampleSources(context, product)) {
      const { name, texts, models } = sampled.source;
      context.onProgress(`${name}: ${texts.length} prompts, ${models.length} models`);
      sections.push(runSource(context, { ...sampled, boards }));
    }
    return requireSections(sections, "a source with prompts to judge and two models");
  },
};
