// The order of candidates under an objective. A total order that no permutation of the input changes: labels break the last tie.
import type { ObjectiveRecord } from "../objective/objective.ts";
import type { Estimated } from "../estimate/estimated.ts";
import type { Contender } from "./loss.ts";
import { compareNumber, createLoss, lossTerms } from "./loss.ts";

type Compare = (a: Estimated, b: Estimated) => number;

const compareLabel: Compare = (a, b) => (a.label < b.label ? -1 : a.label > b.label ? 1 : 0);
const comparePrice: Compare = (a, b) =>
  Number(b.isPriceKnown) - Number(a.isPriceKnown) || compareNumber(a.orderUsd, b.orderUsd);

/** Cheaper first; a known price before any unknown one; then the better, then the label. */
const compareCost: Compare = (a, b) => comparePrice(a, b) || b.score - a.score || compareLabel(a, b);

/** Better first; then the cheaper, then the label. */
export const compareScore: Compare = (a, b) => b.score - a.score || comparePrice(a, b) || compareLabel(a, b);

/**
 * Leads as the rule takes them: in full, but from what is proven to be the best the pick moves to nothing that costs more dollars,
 * or seconds where the objective counts them. A difference within chance then saves and never spends.
 */
export function takeLeads<T extends Contender>(objective: ObjectiveRecord, candidates: readonly T[]): T[] {
  if (candidates.every(({ lead }) => lead === 0)) return [...candidates];
  const provenOf = (each: T): number => lossTerms(objective, { ...each, lead: 0 }).total;
  const proven = candidates.reduce((a, b) => {
    const order = compareNumber(provenOf(a), provenOf(b)) || compareNumber(a.orderUsd, b.orderUsd);
    return (order || compareNumber(a.orderSeconds, b.orderSeconds) || a.lead - b.lead) <= 0 ? a : b;
  });
  const isTimed = objective.secondsWorth > 0 || objective.secondsWeight > 0;
  const costsMore = ({ orderUsd, orderSeconds }: T): boolean =>
    orderUsd > proven.orderUsd || (isTimed && orderSeconds > proven.orderSeconds);
  return candidates.map((each) =>
    costsMore(each) ? { ...each, lead: Math.min(each.lead, proven.lead) } : each,
  );
}

/** Best first under `objective`; a new array. */
export function rankBy(objective: ObjectiveRecord, candidates: readonly Estimated[]): Estimated[] {
  const lossOf = createLoss(objective);
  return takeLeads(objective, candidates)
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
