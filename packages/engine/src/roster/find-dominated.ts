// Candidates that another one makes needless: it serves every request that they serve, at least as well, for less.
import type { Estimated } from "../estimate/estimated.ts";
import type { RosterTrial } from "./roster-request.ts";
import type { RosterSample } from "./sample-roster.ts";

export interface Dominance {
  readonly label: number;
  readonly by: number;
  /** Probabilities over the draws. @range 0..1 */
  readonly atLeastAsAble: number;
  readonly cheaper: number;
  /** Requests that both can serve and that offered the former. */
  readonly requests: readonly number[];
}

interface DominanceMeter {
  add(sample: RosterSample): void;
  read(): readonly Dominance[];
}

interface Pair {
  readonly label: number;
  readonly by: number;
  readonly requests: readonly number[];
  isAsAble: number;
  isCheaper: number;
}

const ROUNDING = 1e-12;
/** Advice saves at least this share of a bill, and loses at most so much expected success. */
export const SAVED_SHARE_MIN = 0.05;
export const LOSS_MAX = 0.0005;

function isSlower(a: readonly Estimated[], b: readonly Estimated[]): boolean {
  const seconds = (each: readonly Estimated[]): number =>
    each.reduce((sum, { orderSeconds }) => sum + orderSeconds, 0);
  return seconds(b) > seconds(a);
}

/** True where the means allow it: everything served as well, for a known bill that is worth a change, no slower where seconds count. */
function isPossible(trials: readonly RosterTrial[], { label, by, requests }: Pair): boolean {
  const cellsOf = (position: number) => requests.flatMap((request) => trials[request]?.cells[position] ?? []);
  const [own, other] = [cellsOf(label), cellsOf(by)];
  if (requests.length === 0 || !other.every(({ canServe }) => canServe)) return false;
  const [a, b] = [own.map(({ estimated }) => estimated), other.map(({ estimated }) => estimated)];
  const usdOf = (each: readonly Estimated[]): number =>
    each.reduce((sum, { bill }) => sum + (bill.usd ?? Number.NaN), 0);
  const objectives = requests.flatMap((request) => trials[request]?.outlook.objective ?? []);
  const countsSeconds = objectives.some(({ kind, secondsWeight }) => kind === "latency" || secondsWeight > 0);
  const lost = a.reduce((sum, { success }, index) => sum + success - (b[index]?.success ?? 0), 0);
  const isWorthIt = usdOf(b) <= (1 - SAVED_SHARE_MIN) * usdOf(a) && usdOf(b) < usdOf(a);
  return isWorthIt && lost <= LOSS_MAX * requests.length && !(countsSeconds && isSlower(a, b));
}

/** Gives up its turn after every candidate of the roster: the first `count` of the cells. */
function* possiblePairs(
  trials: readonly RosterTrial[],
  count: number,
): Generator<undefined, readonly Pair[]> {
  const pairs: Pair[] = [];
  for (let label = 0; label < count; label += 1) {
    const requests = trials.flatMap(({ cells }, request) => {
      const cell = cells[label];
      return cell?.isOffered === true && cell.canServe ? [request] : [];
    });
    for (let by = 0; by < count; by += 1) {
      const pair: Pair = { label, by, requests, isAsAble: 0, isCheaper: 0 };
      if (by !== label && isPossible(trials, pair)) pairs.push(pair);
    }
    yield;
  }
  return pairs;
}

/** @param count candidates of the roster: the first of the cells */
export function* createDominanceMeter(
  trials: readonly RosterTrial[],
  count: number,
): Generator<undefined, DominanceMeter> {
  const width = trials[0]?.cells.length ?? 0;
  const pairs = yield* possiblePairs(trials, count);
  let draws = 0;
  return {
    add: ({ success, usd, weights }) => {
      draws += 1;
      for (const pair of pairs) {
        let [abler, usdMore] = [0, 0];
        for (const request of pair.requests) {
          const weight = weights[request] ?? 0;
          const [by, own] = [request * width + pair.by, request * width + pair.label];
          abler += weight * ((success[by] ?? 0) - (success[own] ?? 0));
          usdMore += weight * ((usd[by] ?? 0) - (usd[own] ?? 0));
        }
        if (abler / pair.requests.length >= -ROUNDING) pair.isAsAble += 1;
        if (usdMore / pair.requests.length <= 0) pair.isCheaper += 1;
      }
    },
    read: () =>
      pairs.map(({ label, by, requests, isAsAble, isCheaper }) => ({
        label,
        by,
        requests,
        atLeastAsAble: isAsAble / Math.max(1, draws),
        cheaper: isCheaper / Math.max(1, draws),
      })),
  };
}

const sureness = ({ atLeastAsAble, cheaper }: Dominance): number => atLeastAsAble * cheaper;

/**
 * Labels that may all go together, each with the surest reason. A reason never names a label that goes itself: who is needless
 * beside a needless one alone stays.
 */
export function needlessOf(found: readonly Dominance[], confidence: number): ReadonlyMap<number, Dominance> {
  const sure = found
    .filter(({ atLeastAsAble, cheaper }) => atLeastAsAble >= confidence && cheaper >= confidence)
    .sort((a, b) => sureness(b) - sureness(a));
  const needless = new Map<number, Dominance>();
  const judged = new Set<number>();
  const judge = (label: number): void => {
    if (judged.has(label)) return;
    judged.add(label);
    const reasons = sure.filter((each) => each.label === label);
    for (const { by } of reasons) judge(by);
    const reason = reasons.find(({ by }) => !needless.has(by));
    if (reason !== undefined && ![...needless.values()].some(({ by }) => by === label))
      needless.set(label, reason);
  };
  for (const { label } of sure) judge(label);
  return needless;
}
