// The order of candidates under an objective. A total order that no permutation of the input changes: labels break the last tie.
// Thresholds are absolute (success, dollars, seconds), so an added candidate that is worse in all of them changes nothing.
import type { ObjectiveRecord } from "../explain/decision-record.ts";
import type { Estimated } from "./estimated.ts";
import { bandOf } from "./objective.ts";

type Compare = (a: Estimated, b: Estimated) => number;

/** Cheaper first; a known price before any unknown one; then the better, then the label. */
export const compareCost: Compare = (a, b) => comparePrice(a, b) || b.score - a.score || compareLabel(a, b);

/** Better first; then the cheaper, then the label. */
export const compareScore: Compare = (a, b) => b.score - a.score || comparePrice(a, b) || compareLabel(a, b);

const compareSeconds: Compare = (a, b) =>
  knownSecondsFirst(a, b) || a.orderSeconds - b.orderSeconds || compareCost(a, b);

const compareUtility: Compare = (a, b) => b.utility - a.utility || compareCost(a, b);

function comparePrice(a: Estimated, b: Estimated): number {
  return Number(b.isPriceKnown) - Number(a.isPriceKnown) || a.orderUsd - b.orderUsd;
}

function knownSecondsFirst(a: Estimated, b: Estimated): number {
  return Number(a.latency.seconds === undefined) - Number(b.latency.seconds === undefined);
}

function compareLabel(a: Estimated, b: Estimated): number {
  return a.label < b.label ? -1 : a.label > b.label ? 1 : 0;
}

/** Best first under `objective`; a new array. Those within the band lead, ordered by price (or seconds), the others by score. */
export function rankBy(objective: ObjectiveRecord, candidates: readonly Estimated[]): Estimated[] {
  if (objective.kind === "weights") return [...candidates].sort(compareUtility);
  const floor = bestScoreOf(candidates) - bandOf(objective);
  const compareInBand = objective.kind === "latency" ? compareSeconds : compareCost;
  return [...candidates].sort((a, b) => {
    const isAIn = a.score >= floor;
    const isBIn = b.score >= floor;
    if (isAIn !== isBIn) return isAIn ? -1 : 1;
    return isAIn ? compareInBand(a, b) : compareScore(a, b);
  });
}

export function bestScoreOf(candidates: readonly Estimated[]): number {
  let best = -Infinity;
  for (const { score } of candidates) if (score > best) best = score;
  return best;
}
