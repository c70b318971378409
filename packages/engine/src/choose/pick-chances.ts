// How likely each candidate is to be the right recommendation by the objective of a decision, given how well its success is
// known and the luck of one answer. For two candidates it is the chance that the outcome would turn the recommendation to the
// other; more are coupled through their odds against the pick. So the pick is never less likely than another, and what filters reject is 0.
import { hypotOf, normalShareBelow } from "../numerics/index.ts";
import { bandOf, ownBandOf, scoreOf } from "../objective/objective.ts";
import type { ObjectiveRecord } from "../objective/objective-record.ts";
import type { CandidateRecord, DecisionRecord } from "../record/decision-record.ts";

/**
 * Standard deviation of one answer's luck, which no knowledge of the models takes away. Without it the engine is far too sure.
 * @source bench/pick-chances.ts: of 0, .06, .1, .15 and .2 the best compromise between two judged sources
 */
const LUCK = 0.1;

interface Field {
  readonly objective: ObjectiveRecord;
  readonly pick: CandidateRecord;
  /** Of the best score. */
  readonly best: CandidateRecord;
}

const isSameModel = (a: CandidateRecord, b: CandidateRecord): boolean =>
  a === b || (a.modelId !== null && a.modelId === b.modelId && (a.mode ?? null) === (b.mode ?? null));

/** Standard deviation of the difference of two successes; one model at two hosts is equally good at both. */
const doubtOf = (a: CandidateRecord, b: CandidateRecord): number =>
  isSameModel(a, b) ? 0 : hypotOf(a.spread, b.spread);

/** How far below the best a candidate may lie and still be picked. */
function roomBelow({ objective }: Field, best: CandidateRecord, other: CandidateRecord): number {
  const isOwn = best.abilityOrigin === "own" && other.abilityOrigin === "own";
  const band = isOwn ? ownBandOf(objective) : bandOf(objective);
  return band - (objective.caution ?? 0) * doubtOf(best, other);
}

const priceOf = ({ sessionUsd, usd }: CandidateRecord): number => sessionUsd ?? usd ?? Infinity;
const secondsOf = ({ seconds }: CandidateRecord): number => seconds ?? Infinity;

/** True where the candidate would lead the pick if both were good enough. */
function leads({ objective, pick }: Field, other: CandidateRecord): boolean {
  if (objective.kind === "latency") return secondsOf(other) < secondsOf(pick);
  return priceOf(other) * (1 + (objective.priceIndifference ?? 0)) < priceOf(pick);
}

/** By how much the success of a candidate, less that of the pick, is too small for it to be picked. */
function shortfallOf(field: Field, other: CandidateRecord): number {
  const { objective, pick, best } = field;
  if (objective.kind === "weights") return pick.utility - other.utility;
  const score = scoreOf(objective, other);
  return leads(field, other)
    ? scoreOf(objective, best) - score - roomBelow(field, best, other)
    : scoreOf(objective, pick) + roomBelow(field, other, pick) - score;
}

/** Odds of a candidate against the pick, at most 1. */
function oddsOf(field: Field, other: CandidateRecord): number {
  if (other === field.pick) return 1;
  if (isSameModel(field.pick, other)) return 0;
  const doubt = hypotOf(doubtOf(field.pick, other), LUCK);
  const chance = normalShareBelow(-Math.max(0, shortfallOf(field, other)) / doubt);
  return Math.min(1, chance / (1 - chance));
}

export interface PickChance {
  readonly label: string;
  /** @range 0..1, sum 1 */
  readonly chance: number;
}

/** Every candidate that the decision was made among, the rejected ones included. */
export function pickChances({ label, objective, ranking, rejected }: DecisionRecord): readonly PickChance[] {
  const pick = ranking.find((each) => each.label === label);
  if (pick === undefined) return [];
  const best = ranking.reduce((a, b) => (scoreOf(objective, b) > scoreOf(objective, a) ? b : a));
  const odds = ranking.map((other) => oddsOf({ objective, pick, best }, other));
  const total = odds.reduce((sum, each) => sum + each, 0);
  return [
    ...ranking.map((each, at) => ({ label: each.label, chance: (odds[at] ?? 0) / total })),
    ...rejected.map((each) => ({ label: each.label, chance: 0 })),
  ];
}
