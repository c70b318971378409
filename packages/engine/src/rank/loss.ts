// The one rule of choice. Every candidate loses, against the ablest: its lead, the doubt about that, and what the dollars and seconds
// of it are worth as shares of those of the ablest. The least loss wins, unless another candidate beats it in every respect.
import type { Estimated } from "../estimate/estimated.ts";
import type { ObjectiveRecord } from "../objective/objective.ts";
import { hypotOf } from "../numerics/index.ts";

type Figures =
  | "label"
  | "success"
  | "bonus"
  | "score"
  | "spread"
  | "isPriceKnown"
  | "orderUsd"
  | "orderSeconds"
  | "utility";

/** The figures that the rule looks at, of an estimate as of its record. */
export interface Contender extends Pick<Estimated, Figures> {
  /** @unit seconds; undefined where nothing is known */
  readonly latency: Pick<Estimated["latency"], "seconds">;
  /** One ability for a model at several hosts, which is equally able at all of them. */
  readonly candidate: { readonly ability: unknown };
}

/** Unlike a difference, right for two infinite numbers as well. */
export const compareNumber = (a: number, b: number): number => (a < b ? -1 : a > b ? 1 : 0);

const successOf = ({ success, bonus }: Contender): number => success + bonus;
const usdOf = ({ isPriceKnown, orderUsd }: Contender) => (isPriceKnown ? orderUsd : undefined);

/** Success that a choice gives up in all; the least is chosen. */
export function createLoss(objective: ObjectiveRecord, contenders: readonly Contender[]) {
  const able = contenders.filter(leadersOf(objective, contenders));
  const best = able.slice(1).reduce((most, each) => (compareAble(each, most) < 0 ? each : most), able[0]!);
  if (objective.kind === "weights" || able.length === 0) return ({ utility }: Contender): number => -utility;
  // An unknown amount counts as the whole of the best's.
  const usd = (each: Contender): number => (each.isPriceKnown ? shareOf(each.orderUsd, best.orderUsd) : 1);
  const seconds = ({ latency }: Contender): number =>
    latency.seconds === undefined ? 1 : shareOf(latency.seconds, best.orderSeconds);
  if (objective.costQualityTradeoff === 10) return usd;
  return (each: Contender): number => {
    const lead = best.score - each.score + objective.caution * doubtOf(each, best);
    return lead + worthOf(objective.usdWorth, usd(each)) + worthOf(objective.secondsWorth, seconds(each));
  };
}

/** Without a worth it costs nothing, however much it is. */
const worthOf = (worth: number, share: number): number => (worth === 0 ? 0 : worth * share);

const shareOf = (amount: number, whole: number): number =>
  amount === whole ? 1 : whole > 0 ? amount / whole : Infinity;

/**
 * By success alone: neither a price nor a candidate that is beaten in everything changes who sets the measure. Of equals it is the
 * surest, then the one with the better figures.
 */
const compareAble = (a: Contender, b: Contender): number =>
  successOf(b) - successOf(a) ||
  a.spread - b.spread ||
  compareNumber(usdOf(a) ?? Infinity, usdOf(b) ?? Infinity) ||
  compareNumber(a.latency.seconds ?? Infinity, b.latency.seconds ?? Infinity) ||
  b.score - a.score ||
  (a.label < b.label ? -1 : 1);

/** Under `latency` a candidate that nobody has timed does not lead while another one was timed. */
export function leadersOf(
  { kind }: ObjectiveRecord,
  contenders: readonly Contender[],
): (contender: Contender) => boolean {
  const isTimed = kind === "latency" && contenders.some(({ latency }) => latency.seconds !== undefined);
  return ({ latency }) => !isTimed || latency.seconds !== undefined;
}

/**
 * Standard deviation of what is known of the difference to the best. Little knowledge of the best does not speak for it, so no more
 * than the candidate's own counts.
 */
function doubtOf(each: Contender, best: Contender): number {
  if (each === best || each.candidate.ability === best.candidate.ability) return 0;
  return hypotOf(each.spread, Math.min(each.spread, best.spread));
}

/** True where `a` beats `b` in success, dollars and seconds together; what is unknown of both says nothing against it. */
export function beats(a: Contender, b: Contender): boolean {
  return (
    successOf(a) > successOf(b) && isLess(usdOf(a), usdOf(b)) && isLess(a.latency.seconds, b.latency.seconds)
  );
}

const isLess = (a: number | undefined, b: number | undefined): boolean =>
  a === undefined ? b === undefined : a < (b ?? Infinity);
