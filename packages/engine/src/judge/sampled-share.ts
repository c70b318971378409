// The share of a finite population that has a property, from draws without replacement that prefer members in doubt. The interval
// holds at every look together, so a run may stop whenever it likes.
// @source Shekhar, Xu, Lipton, Liang, Ramdas, Risk-limiting financial audits via weighted sampling without replacement (UAI 2023)
// @source Waudby-Smith, Ramdas, Estimating means of bounded random variables by betting (JRSS B 2024): bets of section B.2
import type { Random } from "../numerics/random.ts";
import type { Interval } from "./off-policy.ts";

/** The knowledge when a member was drawn: plain numbers, from which a stopped run resumes. */
export interface Draw {
  /** Chance of this member among those that were left. @range (0, 1] */
  readonly chance: number;
  /** Guessed chance that it has the property. @range 0..1 */
  readonly guess: number;
  /** Members that were left, this one included. */
  readonly left: number;
  /** Sum of their guesses. */
  readonly guesses: number;
  /** Ends of (property - guess) / chance among them. */
  readonly least: number;
  readonly most: number;
}

/** `none`: the member could not be looked at and leaves the population. */
export type Found = boolean | "none";

export interface ShareEstimator {
  /** In the order of the draws. */
  note(draw: Draw, found: Found): void;
  /** The share of the whole population; `low` and `high` never widen. @range 0..1 */
  estimate(): Interval;
}

const GRID = 400;
/** Most that one bet may lose of its wealth. */
const STAKE_MAX = 0.75;
/** Draws that the guesses before all draws count as. */
const GUESS_DRAWS = 4;
const SPREAD_MIN = 0.01;

interface Population {
  /** Members that draws are made from. */
  readonly size: number;
  /** Members whose property is known beforehand. */
  readonly having: number;
  /** Sum of the guesses of the others. */
  readonly guesses: number;
  /** Miss probability of the interval. */
  readonly alpha: number;
}

/** Ends of the shares whose bets have not won; all of them when rounding left none. */
function heldBy(logWealth: Float64Array, limit: number): readonly [low: number, high: number] {
  let [low, high] = [GRID, 0];
  for (let at = 0; at <= GRID; at += 1) {
    if ((logWealth[at] ?? 0) >= limit) continue;
    low = Math.min(low, at);
    high = at;
  }
  return low > high ? [0, 1] : [Math.max(0, low - 1) / GRID, Math.min(GRID, high + 1) / GRID];
}

export function createShareEstimator({ size, having, guesses, alpha }: Population): ShareEstimator {
  const logWealth = new Float64Array(GRID + 1);
  const all = size + having;
  const first = all === 0 ? 1 : (having + guesses) / all;
  const mean = { sum: GUESS_DRAWS * first, weight: GUESS_DRAWS };
  const spread = { sum: GUESS_DRAWS * Math.max(SPREAD_MIN, first * (1 - first)), draws: GUESS_DRAWS };
  let [low, high] = [all === 0 ? 0 : having / all, 1];
  const seen = { has: having, count: having };

  const bet = (share: number, { draw, base, members }: { draw: Draw; base: number; members: number }) => {
    const ahead = mean.sum / mean.weight - share;
    const variance = (spread.sum / spread.draws) * (draw.left / members) ** 2;
    const stake = ahead / (variance + ahead * ahead + 1e-12);
    const [worst, best] = [draw.least / members + base - share, draw.most / members + base - share];
    if (stake > 0) return worst < 0 ? Math.min(stake, -STAKE_MAX / worst) : stake;
    return best > 0 ? Math.max(stake, -STAKE_MAX / best) : stake;
  };

  return {
    note: (draw, found) => {
      const members = draw.left + seen.count;
      const base = (draw.guesses + seen.has) / members;
      const error = found === "none" ? 0 : (Number(found) - draw.guess) / draw.chance;
      for (let at = 0; at <= GRID; at += 1) {
        const share = at / GRID;
        const moved = found === "none" ? (share - draw.guess) / draw.chance : error;
        const won = 1 + bet(share, { draw, base, members }) * (moved / members + base - share);
        logWealth[at] = (logWealth[at] ?? 0) + Math.log(Math.max(won, 1e-300));
      }
      if (found !== "none") {
        const weight = members / draw.left;
        mean.sum += weight * (error / members + base);
        mean.weight += weight;
        spread.sum += (error / draw.left) ** 2;
        spread.draws += 1;
        seen.has += Number(found);
        seen.count += 1;
      }
      const left = draw.left - 1;
      const known =
        seen.count + left === 0 ? [0, 1] : [seen.has, seen.has + left].map((n) => n / (seen.count + left));
      const held = heldBy(logWealth, Math.log(1 / alpha));
      low = Math.max(low, held[0], known[0] ?? 0);
      high = Math.max(low, Math.min(high, held[1], known[1] ?? 1));
    },
    estimate: () => ({ mean: Math.min(high, Math.max(low, mean.sum / mean.weight)), low, high }),
  };
}

/** One that may be drawn. */
export interface Member {
  /** Guessed chance that it has the property, before any draw. @range 0..1 */
  readonly guess: number;
  /** The cost of drawing it, in any unit. */
  readonly cost: number;
  /** Members that share a kind lack the property alike. */
  readonly kinds: readonly string[];
}

export interface Sampler {
  /** Undefined where none is left. */
  next(): { readonly at: number; readonly draw: Draw } | undefined;
  /** Makes later draws wiser. */
  tell(at: number, found: Found): void;
  /** Not drawn again. */
  drop(at: number): void;
}

/** Part of every draw that is even over all members, which bounds the weights. */
const EVEN_SHARE = 0.2;
const LACK_MIN = 0.01;
const LACK_MAX = 0.9;
/** Expected lacks that a guess counts as, for all members together and for a kind. */
const TRUST_ALL = 2;
const TRUST_KIND = 2;

interface Tally {
  expected: number;
  found: number;
}

const ratioOf = ({ expected, found }: Tally, trust: number): number => (trust + found) / (trust + expected);

/**
 * Draws in proportion to the doubt about a member over the root of its cost, which is the least variance that a dollar buys.
 * @source Neyman (1934), On the two different aspects of the representative method, for costs as Cochran (1977), section 5.5
 */
export function createSampler(members: readonly Member[], random: Random): Sampler {
  const left = new Set(members.keys());
  const all: Tally = { expected: 0, found: 0 };
  const kinds = new Map<string, Tally>();
  const lackOf = ({ guess, kinds: own }: Member): number => {
    const factors = own.map((kind) => ratioOf(kinds.get(kind) ?? { expected: 0, found: 0 }, TRUST_KIND));
    const factor = factors.reduce((product, each) => product * each, ratioOf(all, TRUST_ALL));
    return Math.min(LACK_MAX, Math.max(LACK_MIN, (1 - guess) * factor));
  };
  return {
    next: () => {
      const open = [...left].flatMap((at) => {
        const member = members[at];
        if (member === undefined) return [];
        const lack = lackOf(member);
        return [{ at, lack, weight: Math.sqrt((lack * (1 - lack)) / Math.max(member.cost, 1e-9)) }];
      });
      const total = open.reduce((sum, { weight }) => sum + weight, 0);
      const chanceOf = (weight: number): number =>
        EVEN_SHARE / open.length + ((1 - EVEN_SHARE) * weight) / total;
      let point = random();
      const drawn = open.find(({ weight }) => (point -= chanceOf(weight)) < 0) ?? open.at(-1);
      if (drawn === undefined) return undefined;
      left.delete(drawn.at);
      let [guesses, least, most] = [0, Infinity, -Infinity];
      for (const { lack, weight } of open) {
        guesses += 1 - lack;
        least = Math.min(least, (lack - 1) / chanceOf(weight));
        most = Math.max(most, lack / chanceOf(weight));
      }
      const draw = {
        chance: chanceOf(drawn.weight),
        guess: 1 - drawn.lack,
        left: open.length,
        guesses,
        least,
        most,
      };
      return { at: drawn.at, draw };
    },
    tell: (at, found) => {
      const member = members[at];
      if (member === undefined || found === "none") return;
      const lack = lackOf(member);
      const lost = found ? 0 : 1;
      for (const kind of member.kinds) {
        const { expected, found: before } = kinds.get(kind) ?? { expected: 0, found: 0 };
        kinds.set(kind, { expected: expected + lack, found: before + lost });
      }
      all.expected += 1 - member.guess;
      all.found += lost;
    },
    drop: (at) => void left.delete(at),
  };
}
