// Exploration: where the preference allows it, a small share of first turns goes to another candidate that may be the best, so that
// its outcomes become known. Every propensity is exact and logged; the draw comes from the caller.
import type { Estimated } from "../estimate/estimated.ts";
import type { ObjectiveRecord } from "../objective/objective.ts";
import { hypotOf } from "../numerics/index.ts";
import { createLossBehind, deviationBetween } from "../rank/rank.ts";

/** Never more expensive than this many times the pick. */
const USD_FACTOR_MAX = 3;

interface ExploreInput {
  readonly pick: Estimated;
  /** Best first under the objective. */
  readonly ranking: readonly Estimated[];
  readonly objective: ObjectiveRecord;
  /** Share of decisions that explore. @range 0..1 */
  readonly rate: number;
  /** @range 0..1 */
  readonly draw: number;
}

export interface Explored {
  readonly chosen: Estimated;
  /** Probability of each label that could have been chosen; all others have 0. */
  readonly propensities: ReadonlyMap<string, number>;
}

/** Deviation of the difference between two candidates: of what was learned of them, else of what ships. @unit points */
function doubtBetween(a: Estimated, b: Estimated): number {
  const isLearned = a.doubt !== undefined && b.doubt !== undefined;
  return 100 * (isLearned ? deviationBetween(a.doubt, b.doubt) : hypotOf(a.spread, b.spread));
}

/**
 * With probability `1 - rate` the pick, else one of those within one deviation of the first of the ranking (the pick among them) with
 * equal chances.
 */
export function explore({ pick, ranking, objective, rate, draw }: ExploreInput): Explored {
  if (rate <= 0) return { chosen: pick, propensities: new Map([[pick.label, 1]]) };
  const behind = createLossBehind(objective, ranking);
  const first = ranking[0] ?? pick;
  const usdMax = pick.isPriceKnown ? USD_FACTOR_MAX * pick.orderUsd : Infinity;
  const near = ranking.filter(
    (each) =>
      each === pick ||
      (behind(each) <= doubtBetween(each, first) && each.isPriceKnown && each.orderUsd <= usdMax),
  );
  if (near.length < 2) return { chosen: pick, propensities: new Map([[pick.label, 1]]) };
  near.sort((a, b) => (a.label < b.label ? -1 : 1));
  const share = rate / near.length;
  const propensities = new Map(near.map(({ label }) => [label, share]));
  propensities.set(pick.label, 1 - rate + share);
  if (draw < 1 - rate) return { chosen: pick, propensities };
  const index = Math.min(near.length - 1, Math.floor((draw - (1 - rate)) / share));
  return { chosen: near[index] ?? pick, propensities };
}
