// How far each of several estimates is believed: shares of their logits that lose least on outcomes none of them has seen,
// pulled to usual shares by as much as a few prompts tell. With few rows the usual shares stand, with many the outcomes choose.
//   minimise  sum over outcomes of w (log(1 + exp x) - y x) + pull * |s - usual|^2,   x = sum_k s_k logit_k,   s >= 0
// @source Wolpert, "Stacked Generalization" (1992); Breiman, "Stacked Regressions" (1996): shares that are never negative

import { sigmoid } from "../../numerics/logistic.ts";

export interface StackRows {
  /** Held-out logits, one array a member. @shape members x outcomes */
  readonly logits: readonly Float64Array[];
  /** @shape outcomes @range 0..1 */
  readonly outcomes: Float64Array;
  /** Outcomes of one prompt err alike: together they count as one. */
  readonly prompts: number;
}

interface UsualShares {
  /** @shape members */
  readonly shares: readonly number[];
  /** How firmly they hold. @unit nats a squared share */
  readonly pull: number;
}

/** More than the whole of an estimate sharpens it; beyond this it would be overconfidence. */
const SHARE_MAX = 1.5;
const ROUNDS_MAX = 20;
const SWEEPS = 60;
const HALVINGS_MAX = 8;
/** Rounds end once no share moves by more than this. */
const CONVERGED = 1e-4;

function mixedLogit(logits: readonly Float64Array[], shares: readonly number[], at: number): number {
  let sum = 0;
  for (let k = 0; k < shares.length; k += 1) sum += shares[k]! * logits[k]![at]!;
  return sum;
}

function lossOf(
  { logits, outcomes, prompts }: StackRows,
  usual: UsualShares,
  shares: readonly number[],
): number {
  let loss = 0;
  for (let at = 0; at < outcomes.length; at += 1) {
    const x = mixedLogit(logits, shares, at);
    loss += Math.max(0, x) + Math.log1p(Math.exp(-Math.abs(x))) - outcomes[at]! * x;
  }
  const distance = shares.reduce((sum, share, k) => sum + (share - usual.shares[k]!) ** 2, 0);
  return (loss * prompts) / outcomes.length + usual.pull * distance;
}

interface Bowl {
  readonly gradient: Float64Array;
  /** @shape members x members */
  readonly curvature: Float64Array;
}

/** Slope and curvature of the loss at these shares. */
function bowlAt(
  { logits, outcomes, prompts }: StackRows,
  usual: UsualShares,
  shares: readonly number[],
): Bowl {
  const size = shares.length;
  const gradient = new Float64Array(size);
  const curvature = new Float64Array(size * size);
  const weight = prompts / outcomes.length;
  for (let at = 0; at < outcomes.length; at += 1) {
    const chance = sigmoid(mixedLogit(logits, shares, at));
    const slope = weight * (chance - outcomes[at]!);
    const bend = weight * chance * (1 - chance);
    for (let i = 0; i < size; i += 1) {
      const own = logits[i]![at]!;
      gradient[i] = gradient[i]! + slope * own;
      for (let j = 0; j < size; j += 1)
        curvature[i * size + j] = curvature[i * size + j]! + bend * own * logits[j]![at]!;
    }
  }
  for (let i = 0; i < size; i += 1) {
    gradient[i] = gradient[i]! + 2 * usual.pull * (shares[i]! - usual.shares[i]!);
    curvature[i * size + i] = curvature[i * size + i]! + 2 * usual.pull;
  }
  return { gradient, curvature };
}

/** The lowest point of the bowl within the bounds, by one share after another. */
function descend({ gradient, curvature }: Bowl, shares: readonly number[]): number[] {
  const size = shares.length;
  const found = [...shares];
  for (let sweep = 0; sweep < SWEEPS; sweep += 1)
    for (let i = 0; i < size; i += 1) {
      let slope = gradient[i]!;
      for (let j = 0; j < size; j += 1) slope += curvature[i * size + j]! * (found[j]! - shares[j]!);
      found[i] = Math.min(SHARE_MAX, Math.max(0, found[i]! - slope / curvature[i * size + i]!));
    }
  return found;
}

/** Shares of every member's logit, 0 to 1.5 each. Deterministic. Without an outcome the usual ones. @shape members */
export function stackShares(rows: StackRows, usual: UsualShares): readonly number[] {
  let shares: readonly number[] = usual.shares;
  if (rows.outcomes.length === 0) return shares;
  let loss = lossOf(rows, usual, shares);
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const from = shares;
    const to = descend(bowlAt(rows, usual, from), from);
    for (let halving = 0, step = 1; halving < HALVINGS_MAX; halving += 1, step /= 2) {
      const next = from.map((share, k) => share + step * (to[k]! - share));
      const lower = lossOf(rows, usual, next);
      if (lower > loss) continue;
      [shares, loss] = [next, lower];
      break;
    }
    if (shares.every((share, k) => Math.abs(share - from[k]!) < CONVERGED)) break;
  }
  return shares;
}
