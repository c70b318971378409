// The product's pick under every objective, and what it read, beside what is expected of both.
import { createEngine, createRouter, plainInput, readSelectRequest } from "@signalbox/engine";
import type { TaskReading } from "@signalbox/engine/internals";
import type { SelectRequestWire } from "@signalbox/contracts";
import { weightedMean, type FigureName, type Judged } from "../runner/figures.ts";
import type { Product } from "../served/served-source.ts";
import { CANDIDATE_LISTS } from "./candidate-lists.data.ts";
import type { ListName } from "./candidate-lists.data.ts";
import type { AskedRequest, JudgedCase } from "./expand-set.ts";

export const OBJECTIVES = ["cost", "quality", "latency"] as const;
type ObjectiveName = (typeof OBJECTIVES)[number];

/** Two readings are alike where the operation is one and the difficulty differs by less than this. */
const DIFFICULTY_MARGIN = 0.1;
const TIER_MAX = 5;

interface Asked {
  readonly picks: Readonly<Record<ObjectiveName, string>>;
  readonly task: TaskReading | undefined;
  readonly difficulty: number;
  /** Expected success of every candidate. */
  readonly successes: readonly number[];
}

export interface AskedCase {
  readonly judged: JudgedCase;
  readonly asked: Asked;
  readonly twin: Asked | undefined;
}

type Ask = (request: AskedRequest, list: ListName) => Asked;

/** Picks come from the router as a program gets them, every number behind them from the same engine. */
function createAsk({ model, catalog }: Product): Ask {
  const router = createRouter({ model, catalog });
  const engine = createEngine({ model, catalogueVersion: catalog.version, defaults: {} });
  return ({ messages, tools }, list) => {
    const body: SelectRequestWire = {
      messages: [...messages],
      allow_shut_down: true,
      llm_providers: CANDIDATE_LISTS[list].map(({ provider }) => provider),
      ...(tools.length === 0 ? {} : { tools: [...tools] }),
    };
    const { record } = engine.decide(plainInput(readSelectRequest(body, catalog)));
    const { task, difficulty } = record.conversation;
    return {
      picks: {
        cost: router.select({ ...body, tradeoff: "cost" }).llm_label,
        quality: router.select(body).llm_label,
        latency: router.select({ ...body, tradeoff: "latency" }).llm_label,
      },
      task: task ?? undefined,
      difficulty,
      successes: record.ranking.map(({ success }) => success),
    };
  };
}

export function askAll(product: Product, cases: readonly JudgedCase[]): readonly AskedCase[] {
  const ask = createAsk(product);
  return cases.map((judged) => ({
    judged,
    asked: ask(judged.request, judged.list),
    twin: judged.twin === undefined ? undefined : ask(judged.twin, judged.list),
  }));
}

function tierOf(label: string, list: ListName): number {
  return CANDIDATE_LISTS[list].find(({ name }) => name === label)?.tier ?? Number.NaN;
}

/** The classes accepted. Where nothing below class 2 would do, quality may go one class higher than cost for the same work. */
function acceptedTiers([low, high]: readonly [number, number], objective: ObjectiveName) {
  const isFree = objective !== "cost" && low > 1;
  return { low, high: isFree ? Math.min(TIER_MAX, high + 1) : high };
}

/** @returns -1 too weak, 0 accepted, 1 wasteful; NaN where no pick is expected */
export function gapOf(
  { judged, asked }: Pick<AskedCase, "judged" | "asked">,
  objective: ObjectiveName,
): number {
  const { picks, tiers, list } = judged;
  const pick = asked.picks[objective];
  const tier = tierOf(pick, list);
  if (picks !== undefined) {
    const accepted = objective === "latency" ? [...picks.cost, ...picks.quality] : picks[objective];
    if (accepted.includes(pick)) return 0;
    return tier < Math.min(...accepted.map((label) => tierOf(label, list))) ? -1 : 1;
  }
  if (tiers === undefined) return Number.NaN;
  const { low, high } = acceptedTiers(tiers, objective);
  return tier < low ? -1 : tier > high ? 1 : 0;
}

const within = (value: number, [low, high]: readonly [number, number]): boolean =>
  value >= low && value <= high;

const likeliestTier = ({ tiers }: TaskReading): number => tiers.indexOf(Math.max(...tiers)) + 1;

/** A class above the accepted ones of small work is read too high, also where a pick of it would be no waste. */
function isTierRight({ judged: { tiers }, asked: { task } }: AskedCase): boolean {
  return tiers !== undefined && task !== undefined && within(likeliestTier(task), tiers);
}

const isFieldRight = ({ judged: { fields }, asked: { task } }: AskedCase): boolean =>
  task !== undefined && fields?.includes(task.field) === true;

type Measure = (one: AskedCase, objective: ObjectiveName) => number;

const MEASURES: Partial<Record<FigureName, Measure>> = {
  withinTier: (one, objective) => Number(gapOf(one, objective) === 0),
  tooWeak: (one, objective) => Number(gapOf(one, objective) === -1),
  tooStrong: (one, objective) => Number(gapOf(one, objective) === 1),
  operationRight: ({ judged: { operations }, asked: { task } }) =>
    Number(task !== undefined && operations?.includes(task.operation) === true),
  fieldRight: (one) => Number(isFieldRight(one)),
  tierRight: (one) => Number(isTierRight(one)),
  fieldAndTier: (one) => Number(isFieldRight(one) && isTierRight(one)),
  samePick: ({ asked, twin }, objective) => Number(asked.picks[objective] === twin?.picks[objective]),
  readAlike: ({ asked, twin }) =>
    Number(
      asked.task?.operation === twin?.task?.operation &&
        Math.abs(asked.difficulty - (twin?.difficulty ?? Number.NaN)) < DIFFICULTY_MARGIN,
    ),
  chanceRight: ({ judged: { chance }, asked: { successes } }) =>
    Number(chance !== undefined && successes.every((success) => within(success, chance))),
  chanceMean: ({ asked: { successes } }) => successes.reduce((sum, each) => sum + each, 0) / successes.length,
};

export function judgeCases(
  cases: readonly AskedCase[],
  objective: ObjectiveName,
  names: readonly FigureName[],
): Judged {
  const figures = names.map((name) => {
    const values = Float64Array.from(cases, (one) => MEASURES[name]?.(one, objective) ?? Number.NaN);
    return [name, (weights: Float64Array): number => weightedMean(values, weights)] as const;
  });
  return { figures: Object.fromEntries(figures) };
}
