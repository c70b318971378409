// The one rule of choice. Every candidate loses, against the ablest: its lead, the doubt about that, and what the dollars and seconds
// of it are worth as shares of those of the ablest. The least loss wins, unless another candidate beats it in every respect.
import type { ObjectiveRecord } from "../objective/objective.ts";
import { hypotOf } from "../numerics/index.ts";

/** The values that the rule looks at, of an estimate as of its record. */
export interface Contender {
  readonly label: string;
  /** With the preference's bonus. */
  readonly success: number;
  readonly score: number;
  readonly spread: number;
  /** @unit USD; undefined where no price is known */
  readonly usd: number | undefined;
  /** @unit seconds; undefined where nothing is known */
  readonly seconds: number | undefined;
  /** The same, presumed where nothing is known. */
  readonly orderUsd: number;
  readonly orderSeconds: number;
  readonly utility: number;
  /** Equal for one model at several hosts, which is equally able at all of them. */
  readonly ability: unknown;
}

/** Success that a choice gives up in all; the least is chosen. */
export type Loss = (contender: Contender) => number;

export function createLoss(objective: ObjectiveRecord, contenders: readonly Contender[]): Loss {
  const best = ablestOf(objective, contenders);
  if (objective.kind === "weights" || best === undefined) return ({ utility }) => -utility;
  const usd = shareOf(best.orderUsd, ({ usd }) => usd);
  const seconds = shareOf(best.orderSeconds, ({ seconds }) => seconds);
  const isPriceAlone = objective.costQualityTradeoff === 10;
  return (each) => {
    if (isPriceAlone) return usd(each);
    const lead = best.score - each.score + objective.caution * doubtOf(each, best);
    return lead + worthOf(objective.usdWorth, usd(each)) + worthOf(objective.secondsWorth, seconds(each));
  };
}

/** Worth nothing costs nothing, however large its share. */
const worthOf = (worth: number, share: number): number => (worth === 0 ? 0 : worth * share);

/**
 * By success alone: neither a price nor a candidate that is beaten in everything changes who sets the measure. Of equals it is the
 * surest, then the one with the better figures.
 */
function ablestOf(objective: ObjectiveRecord, contenders: readonly Contender[]): Contender | undefined {
  const mayLead = leadersOf(objective, contenders);
  let best: Contender | undefined;
  for (const each of contenders)
    if (mayLead(each) && (best === undefined || isAbler(each, best))) best = each;
  return best;
}

function isAbler(a: Contender, b: Contender): boolean {
  if (a.success !== b.success) return a.success > b.success;
  if (a.spread !== b.spread) return a.spread < b.spread;
  const [usdA, usdB] = [a.usd ?? Infinity, b.usd ?? Infinity];
  if (usdA !== usdB) return usdA < usdB;
  const [secondsA, secondsB] = [a.seconds ?? Infinity, b.seconds ?? Infinity];
  if (secondsA !== secondsB) return secondsA < secondsB;
  return a.score === b.score ? a.label < b.label : a.score > b.score;
}

/** Under `latency` a candidate that nobody has timed does not lead while another one was timed. */
export function leadersOf(
  { kind }: ObjectiveRecord,
  contenders: readonly Contender[],
): (contender: Contender) => boolean {
  const isTimed = kind === "latency" && contenders.some(({ seconds }) => seconds !== undefined);
  return ({ seconds }) => !isTimed || seconds !== undefined;
}

/**
 * Standard deviation of what is known of the difference to the best. Little knowledge of the best does not speak for it, so no more
 * than the candidate's own counts.
 */
function doubtOf(each: Contender, best: Contender): number {
  if (each === best || each.ability === best.ability) return 0;
  return hypotOf(each.spread, Math.min(each.spread, best.spread));
}

/** Amounts as shares of the best's; what is unknown counts as the whole of it. */
function shareOf(
  whole: number,
  amountOf: (contender: Contender) => number | undefined,
): (contender: Contender) => number {
  return (each) => {
    const amount = amountOf(each) ?? whole;
    return amount === whole ? 1 : whole > 0 ? amount / whole : Infinity;
  };
}

/** True where `a` beats `b` in success, dollars and seconds together; what is unknown of both says nothing against it. */
export function beats(a: Contender, b: Contender): boolean {
  return a.success > b.success && isLess(a.usd, b.usd) && isLess(a.seconds, b.seconds);
}

function isLess(a: number | undefined, b: number | undefined): boolean {
  return a === undefined ? b === undefined : a < (b ?? Infinity);
}
