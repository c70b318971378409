// The order of candidates under an objective. A total order that no permutation of the input changes: labels break the last tie.
import type { ObjectiveRecord } from "../objective/objective.ts";
import type { Estimated } from "../estimate/estimated.ts";
import { beats, createLoss, leadersOf } from "./loss.ts";
import type { Contender } from "./loss.ts";

type Compare = (a: Estimated, b: Estimated) => number;

/** Cheaper first; a known price before any unknown one; then the better, then the label. */
const compareCost: Compare = (a, b) => comparePrice(a, b) || b.score - a.score || compareLabel(a, b);

/** Better first; then the cheaper, then the label. */
export const compareScore: Compare = (a, b) => b.score - a.score || comparePrice(a, b) || compareLabel(a, b);

function comparePrice(a: Estimated, b: Estimated): number {
  return Number(b.isPriceKnown) - Number(a.isPriceKnown) || compareNumber(a.orderUsd, b.orderUsd);
}

function compareLabel(a: Estimated, b: Estimated): number {
  return a.label < b.label ? -1 : a.label > b.label ? 1 : 0;
}

/** Unlike a difference, right for two infinite numbers as well. */
function compareNumber(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

interface Placed {
  readonly estimated: Estimated;
  readonly contender: Contender;
  readonly mayLead: boolean;
  readonly loss: number;
}

/** Best first under `objective`; a new array. */
export function rankBy(objective: ObjectiveRecord, candidates: readonly Estimated[]): Estimated[] {
  const contenders = candidates.map(contenderOf);
  const mayLead = leadersOf(objective, contenders);
  const lossOf = createLoss(objective, contenders);
  const placed = candidates.map((estimated, i): Placed => {
    const contender = contenders[i]!;
    return { estimated, contender, mayLead: mayLead(contender), loss: lossOf(contender) };
  });
  placed.sort(comparePlaced);
  const at = unbeatenAt(placed);
  if (at > 0) placed.unshift(...placed.splice(at, 1));
  return placed.map(({ estimated }) => estimated);
}

/** How much more a candidate gives up than the first of the ranking does, by the rule. @unit success */
export function createLossBehind(
  objective: ObjectiveRecord,
  ranking: readonly Estimated[],
): (candidate: Estimated) => number {
  const contenders = ranking.map(contenderOf);
  const lossOf = createLoss(objective, contenders);
  const least = contenders[0] === undefined ? 0 : lossOf(contenders[0]);
  return (candidate) => lossOf(contenderOf(candidate)) - least;
}

function comparePlaced(a: Placed, b: Placed): number {
  return (
    Number(b.mayLead) - Number(a.mayLead) ||
    compareNumber(a.loss, b.loss) ||
    compareCost(a.estimated, b.estimated)
  );
}

/** The place of the first candidate that no other beats in success, dollars and seconds together. */
function unbeatenAt(placed: readonly Placed[]): number {
  const at = placed.findIndex(({ contender }) => !placed.some((other) => beats(other.contender, contender)));
  return Math.max(0, at);
}

function contenderOf(estimated: Estimated): Contender {
  const {
    label,
    success,
    bonus,
    score,
    spread,
    isPriceKnown,
    orderUsd,
    orderSeconds,
    latency,
    utility,
    candidate,
  } = estimated;
  return {
    label,
    success: success + bonus,
    score,
    spread,
    usd: isPriceKnown ? orderUsd : undefined,
    seconds: latency.seconds,
    orderUsd,
    orderSeconds,
    utility,
    ability: candidate.ability,
  };
}
