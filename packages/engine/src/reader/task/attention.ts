// How much each part of a turn counts, for each group of columns: parts are compared with one another, so what asks is found beside
// chatter that was never seen before. What belongs to the whole counts in full.
// @source Ilse, Tomczak, Welling (2018), "Attention-based deep multiple instance learning"
import { OPERATIONS, TASK_FIELDS } from "@signalbox/contracts";
import { PARTS_MOST } from "../conversation/turn-parts.ts";
import { TIERS } from "./task-reading.ts";

/** Columns of a row of weights: operations, fields, tiers, the logarithm of the visible tokens; then a score for each group; then hidden units. */
export const HEADS = {
  operation: 0,
  field: OPERATIONS.length,
  tier: OPERATIONS.length + TASK_FIELDS.length,
  tokens: OPERATIONS.length + TASK_FIELDS.length + TIERS.length,
  count: OPERATIONS.length + TASK_FIELDS.length + TIERS.length + 1,
} as const;

/** The place of the largest of the columns from `from` to `to`, counted from `from`. */
export function largestOf(columns: ArrayLike<number>, from: number, to: number): number {
  let best = from;
  for (let at = from; at < to; at += 1) if (columns[at]! > columns[best]!) best = at;
  return best - from;
}

/** Each group of columns has a score of its own. */
export const GROUPS = ["operation", "field", "need", "hidden"] as const;
export const SCORES_AT = HEADS.count;
export const HIDDEN_AT = SCORES_AT + GROUPS.length;
/** With the columns before them so many that a row fills two passes of the kernel that adds bytes. */
export const HIDDEN_UNITS = 57;
export const COLUMNS = HIDDEN_AT + HIDDEN_UNITS;

/**
 * Parts share what they count by the power of their sum: at 1 they share one whole, at 0 each counts by its own score alone. A field is
 * known by all that is said, the operation by the part that asks.
 */
export const SHARING = [0.8, 0.8, 0.8, 0.6] as const;
export const SCORE_RANGE = { low: -12, high: 3 } as const;

/** Columns of each group. */
const RANGES = [
  [HEADS.operation, HEADS.field],
  [HEADS.field, HEADS.tier],
  [HEADS.tier, SCORES_AT],
  [HIDDEN_AT, COLUMNS],
] as const;

/** Group of each column, or -1 of a score. @shape COLUMNS */
export const GROUP_OF = Int8Array.from({ length: COLUMNS }, (_, column) =>
  RANGES.findIndex(([from, to]) => column >= from && column < to),
);

/** Sums over the parts of a row. */
interface Attention {
  /** exp(score), within the range of scores. @shape partCount x GROUPS.length */
  readonly weights: Float64Array;
  /** How much each part counts in each group. @shape partCount x GROUPS.length */
  readonly counts: Float64Array;
  /** Share of each part in all, as softmax gives them. @shape partCount x GROUPS.length */
  readonly shares: Float64Array;
  /** @shape COLUMNS */
  readonly pooled: Float64Array;
}

export const createAttention = (): Attention => ({
  weights: new Float64Array(PARTS_MOST * GROUPS.length),
  counts: new Float64Array(PARTS_MOST * GROUPS.length),
  shares: new Float64Array(PARTS_MOST * GROUPS.length),
  pooled: new Float64Array(COLUMNS),
});

/**
 * Weighs the parts against each other.
 * @param sums of the whole, which are not looked at, then of each part. @shape (1 + partCount) x COLUMNS
 */
export function weigh(sums: Float64Array, partCount: number, { weights, counts, shares }: Attention): void {
  const width = GROUPS.length;
  for (let group = 0; group < width; group += 1) {
    let sum = 0;
    for (let part = 0; part < partCount; part += 1) {
      const score = sums[(1 + part) * COLUMNS + SCORES_AT + group]!;
      const weight = Math.exp(Math.max(SCORE_RANGE.low, Math.min(SCORE_RANGE.high, score)));
      weights[part * width + group] = weight;
      sum += weight;
    }
    const level = levelOf(sum, group);
    for (let part = 0; part < partCount; part += 1) {
      const weight = weights[part * width + group]!;
      counts[part * width + group] = weight * level;
      shares[part * width + group] = weight / sum;
    }
  }
}

/** Factor by which the weight of a part becomes its count. @param sum of the weights of all parts that are weighed against each other */
const levelOf = (sum: number, group: number): number => sum ** -SHARING[group]!;

/** Features of what asks, which are known once the parts are weighed: how long it is, in how many parts, and how much of the turn. */
export const ASKED_FEATURES = 4;
const ASKED_UNITS = 100;

/**
 * @param units of each part. @shape partCount
 * @param features @shape out ASKED_FEATURES
 */
export function readAsked(
  { shares }: Attention,
  units: ArrayLike<number>,
  { partCount, features }: { partCount: number; features: Float64Array },
): void {
  const width = GROUPS.length;
  let most = 0;
  for (let part = 0; part < partCount; part += 1) most = Math.max(most, shares[part * width]!);
  let [asked, parts, all] = [0, 0, 0];
  for (let part = 0; part < partCount; part += 1) {
    const share = shares[part * width]! / most;
    asked += share * units[part]!;
    parts += share;
    all += units[part]!;
  }
  features[0] = Math.log1p(asked) / 8;
  features[1] = Math.exp(-asked / ASKED_UNITS);
  features[2] = Math.log(Math.max(1, parts));
  features[3] = all === 0 ? 0 : asked / all;
}

/**
 * Adds the parts up, as they were weighed.
 * @param sums of the whole, then of each part. @shape (1 + partCount) x COLUMNS
 */
export function addUp(sums: Float64Array, partCount: number, { counts, pooled }: Attention): void {
  const width = GROUPS.length;
  for (let group = 0; group < width; group += 1) {
    const [from, to] = RANGES[group]!;
    for (let column = from; column < to; column += 1) pooled[column] = sums[column]!;
    for (let part = 0; part < partCount; part += 1) {
      const count = counts[part * width + group]!;
      const at = (1 + part) * COLUMNS;
      for (let column = from; column < to; column += 1) pooled[column]! += count * sums[at + column]!;
    }
  }
}

interface SpanSums {
  /** @param sums and @param attention of a row whose parts were weighed */
  take(sums: Float64Array, partCount: number, attention: Attention): void;
  /** Adds the parts from `from` to `to` up, weighed against each other alone. @shape out COLUMNS, scores left out */
  addUp(from: number, to: number, out: Float64Array): void;
}

/** Sums over neighbouring parts: what all parts before the one come to less what those before the other do. */
export function createSpanSums(): SpanSums {
  const width = GROUPS.length;
  const running = new Float64Array((1 + PARTS_MOST) * COLUMNS);
  const weightsBefore = new Float64Array((1 + PARTS_MOST) * width);
  const whole = new Float64Array(COLUMNS);
  return {
    take: (sums, partCount, { weights }) => {
      whole.set(sums.subarray(0, COLUMNS));
      for (let part = 0; part < partCount; part += 1)
        for (let group = 0; group < width; group += 1) {
          const weight = weights[part * width + group]!;
          weightsBefore[(part + 1) * width + group] = weightsBefore[part * width + group]! + weight;
          const [from, to] = RANGES[group]!;
          const at = part * COLUMNS;
          for (let column = from; column < to; column += 1)
            running[at + COLUMNS + column] = running[at + column]! + weight * sums[at + COLUMNS + column]!;
        }
    },
    addUp: (from, to, out) => {
      for (let group = 0; group < width; group += 1) {
        const level = levelOf(
          weightsBefore[to * width + group]! - weightsBefore[from * width + group]!,
          group,
        );
        const [first, end] = RANGES[group]!;
        for (let column = first; column < end; column += 1)
          out[column] =
            whole[column]! + level * (running[to * COLUMNS + column]! - running[from * COLUMNS + column]!);
      }
    },
  };
}
