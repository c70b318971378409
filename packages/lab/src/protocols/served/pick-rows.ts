// The score that every way of picking gets on each prompt: the mean over the sets of each size, and dollars of its pick among
// all.
import { decideAmong } from "@signalbox/engine/internals";
import type { Among, Outlook } from "@signalbox/engine/internals";
import { splitmix32 } from "@signalbox/engine/numerics";
import { SET_NAMES, drawSets, listKnown } from "./served-source.ts";
import type { ModelSet, SetName, PromptOutlook, ServedSource } from "./served-source.ts";
import type { Standing } from "./rank-models.ts";
import { weightedMean, type Judged } from "../runner/figures.ts";
import { valueAt } from "../../arrays/value-at.ts";

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

export interface PickWay {
  readonly name: string;
  readonly title: string;
  readonly get: (view: PromptView, set: ModelSet) => Got;
}

/** One way's results, one entry a prompt. */
export interface PickRow {
  readonly way: PickWay;
  readonly scores: Readonly<Record<SetName, Float64Array>>;
  /** Dollars of the pick among all. @unit USD */
  readonly usd: Float64Array;
}

const gotOf = ({ row, source }: PromptView, column: number): Got => {
  const at = row * source.models.length + column;
  return { score: valueAt(source.scores, at), usd: valueAt(source.usd, at) };
};

export function productWay(name: string, title: string, objective: Omit<Among, "labels">): PickWay {
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
export function pickRows({ source, outlookOf, ways, draws, seed }: PickRequest): readonly PickRow[] {
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

export function hasDollars({ usd }: ServedSource): boolean {
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
