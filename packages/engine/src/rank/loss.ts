// The one rule of choice: the points of success that a candidate loses. It may fail, and its dollars and seconds are worth points.
// No other candidate enters it, so one that is added never changes the order of those that were there. Only proof of what was learned
// (rank.ts) is asked for by comparison.
import type { Estimated } from "../estimate/estimated.ts";
import type { ObjectiveRecord } from "../objective/objective.ts";

/** The figures that the rule looks at, of an estimate as of its record. */
export type Contender = Pick<
  Estimated,
  | "success"
  | "shippedSuccess"
  | "lead"
  | "spread"
  | "bonus"
  | "orderUsd"
  | "usualUsd"
  | "orderSeconds"
  | "usualSeconds"
> &
  Partial<Pick<Estimated, "doubt" | "guard">>;

/** The loss of a candidate, in points: hundredths of success. `total` is the sum of the others. */
export interface LossTerms {
  /** The chance of failure, by the shipped model. */
  readonly success: number;
  readonly usd: number;
  readonly seconds: number;
  /** Doubt about the model. */
  readonly spread: number;
  /** Below 0 for the session's model: the gain that leaving it would need. */
  readonly session: number;
  /** Below 0 where a field rule of the preference prefers it. */
  readonly rule: number;
  /** Points that the account's own outcomes move; of an explored pick, the worth of the trial, too. */
  readonly learned: number;
  readonly total: number;
}

const POINTS = 100;
/** Above any amount that a price within the limits of a request can make. */
const TIMES_MAX = 1e30;

/** Unlike a difference, right for two infinite numbers as well. */
export const compareNumber = (a: number, b: number): number => (a < b ? -1 : a > b ? 1 : 0);

/** @param credit of the session's model @unit points */
export function lossTerms(objective: ObjectiveRecord, each: Contender, credit = 0): LossTerms {
  const { usdWorth, usdWeight, secondsWorth, secondsWeight, riskWeight } = objective;
  const { shippedSuccess, orderUsd, orderSeconds } = each;
  const ability = objective.isPriceAlone === true ? 0 : POINTS;
  const success = ability * (1 - shippedSuccess);
  const usd = POINTS * (worthOf(usdWorth, orderUsd / each.usualUsd) + weigh(usdWeight, orderUsd));
  const seconds =
    POINTS * (worthOf(secondsWorth, orderSeconds / each.usualSeconds) + weigh(secondsWeight, orderSeconds));
  const spread = ability * riskWeight * each.spread;
  const session = 0 - credit;
  const rule = 0 - ability * each.bonus;
  const learned = ability * (shippedSuccess - each.success - each.lead);
  const total = success + usd + seconds + spread + session + rule + learned;
  return { success, usd, seconds, spread, session, rule, learned, total };
}

/** Points that a choice loses by the rule alone; the least is chosen. */
export const createLoss =
  (objective: ObjectiveRecord) =>
  (each: Contender): number =>
    lossTerms(objective, each).total;

/** The worth of an amount, given as a multiple of the usual one. Far below the usual one it hardly counts. */
const worthOf = (worth: number, times: number): number =>
  worth === 0 ? 0 : worth * Math.log10(1 + Math.min(TIMES_MAX, times));

const weigh = (weight: number, amount: number): number =>
  weight === 0 ? 0 : weight * Math.min(TIMES_MAX, amount);
