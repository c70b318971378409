// The order of candidates under an objective. A total order that no permutation of the input changes: labels break the last tie.
import type { ObjectiveRecord } from "../objective/objective.ts";
import type { Estimated } from "../estimate/estimated.ts";
import type { LearnedDoubt } from "../input/decision-input.ts";
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

/** Deviations by which a learned difference must be above 0 before it may cost more. */
const PROOF_Z = 1.4;

/** A candidate fails where reports leave it less than this share of its shipped success. */
const FAILING_SHARE = 0.5;

/** Deviation of the learned difference between two candidates. @unit chances */
export function deviationBetween(a: LearnedDoubt | undefined, b: LearnedDoubt | undefined): number {
  if (a === undefined || b === undefined) return 0;
  const [of, than] = [a.shared, b.shared];
  let square = a.own + b.own;
  for (let at = 0; at < of.length; at += 1) square += (of[at]! - than[at]!) ** 2;
  return Math.sqrt(square);
}

type Learned = Pick<Contender, "success" | "shippedSuccess" | "doubt">;

/**
 * The part of what reports say for `to` against `from` that chance may explain: all of it within a deviation, next to nothing far beyond.
 * @range 0..2
 * @source Breiman (1995), Better subset regression using the nonnegative garrote
 */
export function unprovenGain(from: Learned, to: Learned): number {
  const gain = to.success - to.shippedSuccess - (from.success - from.shippedSuccess);
  if (gain <= 0) return 0;
  const chance = PROOF_Z * deviationBetween(from.doubt, to.doubt);
  // Proof protects what works: where reports say that `from` fails, little is lost by a trial, and its reports decide.
  const works = Math.max(0, Math.min(1, from.success / (FAILING_SHARE * from.shippedSuccess) || 0));
  return works * Math.min(gain, (chance * chance) / gain);
}

/**
 * Asks for proof where a change costs more. From the pick of the shipped estimates on, the choice follows the means of what was learned;
 * to a candidate that costs more dollars, or seconds where the objective counts them, it moves by the proven part alone.
 * @returns the candidates with the unproven part, below 0, as their `lead`
 */
export function askForProof<T extends Contender>(objective: ObjectiveRecord, candidates: readonly T[]): T[] {
  if (candidates.every(({ doubt }) => doubt === undefined))
    return candidates.map((each) => ((each.guard ?? 0) === 0 ? each : { ...each, lead: each.guard! }));
  const isTimed = objective.secondsWorth > 0 || objective.secondsWeight > 0;
  const costsMore = (each: T, from: T): boolean =>
    each.orderUsd > from.orderUsd || (isTimed && each.orderSeconds > from.orderSeconds);
  /** Proof is due against every candidate that the choice has been at. */
  const visited: T[] = [];
  const prove = (each: T): T => {
    const unproven = visited
      .filter((from) => costsMore(each, from))
      .reduce((most, from) => Math.max(most, unprovenGain(from, each)), 0);
    return { ...each, lead: 0 - unproven };
  };
  const leastOf = (of: readonly T[]) => {
    const losses = of.map((each) => lossTerms(objective, each).total);
    const at = losses.reduce((best, loss, next) => {
      const [each, than] = [of[next]!, of[best]!];
      const order = compareNumber(loss, losses[best]!) || compareNumber(each.orderUsd, than.orderUsd);
      return (order || compareNumber(each.orderSeconds, than.orderSeconds)) < 0 ? next : best;
    }, 0);
    return { at, loss: losses[at]! };
  };
  let { at } = leastOf(candidates.map((each) => ({ ...each, success: each.shippedSuccess })));
  let loss = lossTerms(objective, candidates[at]!).total;
  for (;;) {
    visited.push(candidates[at]!);
    const proven = candidates.map(prove);
    const next = leastOf(proven);
    if (next.loss >= loss) return proven;
    ({ at, loss } = next);
  }
}

/** Best first under `objective`; a new array. */
export function rankBy(objective: ObjectiveRecord, candidates: readonly Estimated[]): Estimated[] {
  const lossOf = createLoss(objective);
  return askForProof(objective, candidates)
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
