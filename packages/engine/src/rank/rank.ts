// The order of candidates under an objective. A total order that no permutation of the input changes: labels break the last tie.
import type { ObjectiveRecord } from "../objective/objective.ts";
import type { Estimated } from "../estimate/estimated.ts";
import { beats, compareNumber, createLoss, leadersOf } from "./loss.ts";

type Compare = (a: Estimated, b: Estimated) => number;

const compareLabel: Compare = (a, b) => (a.label < b.label ? -1 : a.label > b.label ? 1 : 0);
const comparePrice: Compare = (a, b) =>
  Number(b.isPriceKnown) - Number(a.isPriceKnown) || compareNumber(a.orderUsd, b.orderUsd);

/** Cheaper first; a known price before any unknown one; then the better, then the label. */
const compareCost: Compare = (a, b) => comparePrice(a, b) || b.score - a.score || compareLabel(a, b);

/** Better first; then the cheaper, then the label. */
export const compareScore: Compare = (a, b) => b.score - a.score || comparePrice(a, b) || compareLabel(a, b);

/** Best first under `objective`; a new array. The first is beaten by no other in success, dollars and seconds together. */
export function rankBy(objective: ObjectiveRecord, candidates: readonly Estimated[]): Estimated[] {
  const mayLead = leadersOf(objective, candidates);
  const lossOf = createLoss(objective, candidates);
  const placed = candidates.map((each) => ({ each, isLast: Number(!mayLead(each)), loss: lossOf(each) }));
  placed.sort((a, b) => a.isLast - b.isLast || compareNumber(a.loss, b.loss) || compareCost(a.each, b.each));
  const ranking = placed.map(({ each }) => each);
  const at = ranking.findIndex((each) => !ranking.some((other) => beats(other, each)));
  if (at > 0) ranking.unshift(...ranking.splice(at, 1));
  return ranking;
}

/** How much more a candidate gives up than the first of the ranking does, by the rule. @unit success */
export function createLossBehind(
  objective: ObjectiveRecord,
  ranking: readonly Estimated[],
): (candidate: Estimated) => number {
  const lossOf = createLoss(objective, ranking);
  const least = ranking[0] === undefined ? 0 : lossOf(ranking[0]);
  return (candidate) => lossOf(candidate) - least;
}
