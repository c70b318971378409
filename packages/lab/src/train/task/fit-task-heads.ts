// Fits the heads of the task reader: multinomial logistic regression for operation, field and tier, least squares for the
// logarithm of the tokens, all under one ridge penalty. Deterministic.
import { HEADS, softmaxRange } from "@signalbox/engine/internals";
import { minimise } from "@signalbox/engine/numerics";
import type { TaskRows } from "./task-rows.ts";

export interface TaskFit {
  readonly iterations: number;
  /** Half of it times the squared weights is added to the loss of the whole set. */
  readonly penalty: number;
}

/** A residual in logarithms of tokens, beside shares that are at most 1. */
const TOKENS_WEIGHT = 0.25;

/** Shares by head, then the logarithm of the tokens. @shape out HEADS.count */
export function predictTask(
  rows: TaskRows,
  row: number,
  weights: ArrayLike<number>,
  out: Float64Array,
): void {
  out.fill(0);
  const to = rows.offsets[row + 1] ?? 0;
  for (let at = rows.offsets[row] ?? 0; at < to; at += 1) {
    const from = (rows.ids[at] ?? 0) * HEADS.count;
    const value = rows.values[at] ?? 0;
    for (let head = 0; head < HEADS.count; head += 1)
      out[head] = (out[head] ?? 0) + value * (weights[from + head] ?? 0);
  }
  softmaxRange(out, HEADS.operation, HEADS.field);
  softmaxRange(out, HEADS.field, HEADS.tier);
  softmaxRange(out, HEADS.tier, HEADS.tokens);
}

const GROUPS = [
  [HEADS.operation, HEADS.field],
  [HEADS.field, HEADS.tier],
  [HEADS.tier, HEADS.tokens],
] as const;

/** Loss of one row; turns `out` into the slopes of its logits. A head whose targets are all 0 learns nothing from the row. */
function toSlopes(out: Float64Array, targets: Float32Array, tokenWeight: number): number {
  let loss = 0;
  for (const [from, to] of GROUPS) {
    let mass = 0;
    for (let head = from; head < to; head += 1) mass += targets[head] ?? 0;
    for (let head = from; head < to; head += 1) {
      const target = targets[head] ?? 0;
      if (target > 0) loss -= target * Math.log((out[head] ?? 0) + 1e-12);
      out[head] = mass * (out[head] ?? 0) - target;
    }
  }
  const miss = (out[HEADS.tokens] ?? 0) - (targets[HEADS.tokens] ?? 0);
  const weight = TOKENS_WEIGHT * tokenWeight;
  out[HEADS.tokens] = weight * miss;
  return loss + (weight * miss * miss) / 2;
}

/**
 * @param start weights fitted to nearly the same rows, from which fewer iterations suffice
 * @shape result featureCount x HEADS.count
 */
export function fitTaskHeads(
  rows: TaskRows,
  { iterations, penalty }: TaskFit,
  start?: Float32Array,
): Float32Array {
  const out = new Float64Array(HEADS.count);
  const weights = Float64Array.from(start ?? new Float64Array(rows.featureCount * HEADS.count));
  minimise(
    (x, gradient) => {
      let loss = 0;
      for (let at = 0; at < x.length; at += 1) {
        const weight = x[at] ?? 0;
        // The first feature is always 1: its weights are the base rates and carry no penalty.
        const ridge = at < HEADS.count ? 0 : penalty;
        loss += (ridge * weight * weight) / 2;
        gradient[at] = ridge * weight;
      }
      for (let row = 0; row < rows.count; row += 1) {
        predictTask(rows, row, x, out);
        loss += toSlopes(
          out,
          rows.targets.subarray(row * HEADS.count, (row + 1) * HEADS.count),
          rows.tokenWeights[row] ?? 0,
        );
        const to = rows.offsets[row + 1] ?? 0;
        for (let at = rows.offsets[row] ?? 0; at < to; at += 1) {
          const from = (rows.ids[at] ?? 0) * HEADS.count;
          const value = rows.values[at] ?? 0;
          for (let head = 0; head < HEADS.count; head += 1)
            gradient[from + head] = (gradient[from + head] ?? 0) + value * (out[head] ?? 0);
        }
      }
      return loss;
    },
    weights,
    { iterations },
  );
  return Float32Array.from(weights);
}
