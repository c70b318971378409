// The order of candidates under an objective. A total order that no permutation of the input changes: labels break the last tie.
import type { ObjectiveRecord } from "../objective/objective.ts";
import type { Estimated } from "../estimate/estimated.ts";
import { compareNumber, createLoss } from "./loss.ts";

type Compare = (a: Estimated, b: Estimated) => number;

const compareLabel: Compare = (a, b) => (a.label < b.label ? -1 : a.label > b.label ? 1 : 0);
const comparePrice: Compare = (a, b) =>
  Number(b.isPriceKnown) - Number(a.isPriceKnown) || compareNumber(a.orderUsd, b.orderUsd);

/** Cheaper first; a known price before any unknown one; then the better, then the label. */
const compareCost: Compare = (a, b) => comparePrice(a, b) || b.score - a.score || compareLabel(a, b);

/** Better first; then the cheaper, then the label. */
export const compareScore: Compare = (a, b) => b.score - a.score || comparePrice(a, b) || compareLabel(a, b);

/** Best first under `objective`; a new array. */
export function rankBy(objective: ObjectiveRecord, candidates: readonly Estimated[]): Estimated[] {
  const lossOf = createLoss(objective);
  return candidates
    .map((each) => ({ each, loss: lossOf(each) }))
    .toSorted((a, b) => compareNumber(a.loss, b.loss) || compareCost(a.each, b.each))
    .map(({ each }) => each);
}

/** How much more a candidate loses than the first of the ranking does, by the rule. @unit points */
export function createLossBehind(
  objective: ObjectiveRecord,
  ranking: readonly Estimated[],
): (candidate: Estimated) => number {
  const lossOf = createLoss(objective);
  const least = ranking[0] === undefined ? 0 : lossOf(ranking[0]);
  return (candidate) => lossOf(candidate) - least;
}
