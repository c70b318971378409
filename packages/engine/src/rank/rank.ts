// The order of candidates under an objective. A total order that no permutation of the input changes: labels break the last tie.
// Thresholds are absolute (success, dollars, seconds), so an added candidate that is worse in all of them changes nothing.
import type { ObjectiveRecord } from "../objective/objective-record.ts";
import type { Estimated } from "../estimate/estimated.ts";
import { hypotOf } from "../numerics/index.ts";
import { bandOf, ownBandOf } from "../objective/objective.ts";

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

/**
 * Candidates of one price within a share of the cheapest lead, the better first: a bill is not known so well that a tiny
 * difference should decide, and differently for every other wording.
 */
function compareInPriceBand(inBand: readonly Estimated[], share: number): Compare {
  if (share === 0) return compareCost;
  let least = Infinity;
  for (const { isPriceKnown, orderUsd } of inBand) if (isPriceKnown && orderUsd < least) least = orderUsd;
  const ceiling = least * (1 + share);
  const isTied = ({ isPriceKnown, orderUsd }: Estimated): boolean => isPriceKnown && orderUsd <= ceiling;
  return (a, b) => {
    const isATied = isTied(a);
    if (isATied !== isTied(b)) return isATied ? -1 : 1;
    return isATied ? compareScore(a, b) : compareCost(a, b);
  };
}

/** Best first under `objective`; a new array. Those within the band lead, ordered by price (or seconds), the others by score. */
export function rankBy(objective: ObjectiveRecord, candidates: readonly Estimated[]): Estimated[] {
  if (objective.kind === "weights") return [...candidates].sort(compareUtility);
  const best = bestOf(candidates);
  const inBand: Estimated[] = [];
  const others: Estimated[] = [];
  for (const candidate of candidates)
    (isNearBest(objective, candidate, best) ? inBand : others).push(candidate);
  const compareInBand =
    objective.kind === "latency"
      ? compareSeconds
      : compareInPriceBand(inBand, objective.priceIndifference ?? 0);
  return [...inBand.sort(compareInBand), ...others.sort(compareScore)];
}

/** The best score; of equals the one whose estimate is surest. */
function bestOf(candidates: readonly Estimated[]): Estimated | undefined {
  return candidates.reduce<Estimated | undefined>(
    (best, each) =>
      best === undefined ||
      each.score > best.score ||
      (each.score === best.score && each.spread < best.spread)
        ? each
        : best,
    undefined,
  );
}

/**
 * True when what a candidate is expected to lose against the best, and the doubt about it, stay within the objective's band:
 * the best is left on evidence alone, so a model that little is known of does not win by being unknown.
 */
function isNearBest(objective: ObjectiveRecord, candidate: Estimated, best: Estimated | undefined): boolean {
  if (best === undefined || candidate === best) return true;
  const lead = best.score - candidate.score;
  const isSameModel = candidate.candidate.ability === best.candidate.ability;
  const doubt =
    isSameModel || lead === 0 ? 0 : (objective.caution ?? 0) * hypotOf(candidate.spread, best.spread);
  const isOwn = candidate.abilityOrigin === "own" && best.abilityOrigin === "own";
  return lead + doubt <= (isOwn ? ownBandOf(objective) : bandOf(objective));
}

export function bestScoreOf(candidates: readonly Estimated[]): number {
  let best = -Infinity;
  for (const { score } of candidates) if (score > best) best = score;
  return best;
}
