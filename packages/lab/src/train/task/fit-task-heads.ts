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

/** Loss of one row; turns `out` into the slopes of its logits. */
function toSlopes(out: Float64Array, targets: Float32Array): number {
  let loss = 0;
  for (let head = 0; head < HEADS.tokens; head += 1) {
    const target = targets[head] ?? 0;
    if (target > 0) loss -= target * Math.log((out[head] ?? 0) + 1e-12);
    out[head] = (out[head] ?? 0) - target;
  }
  const miss = (out[HEADS.tokens] ?? 0) - (targets[HEADS.tokens] ?? 0);
  out[HEADS.tokens] = TOKENS_WEIGHT * miss;
  return loss + (TOKENS_WEIGHT * miss * miss) / 2;
}

/** @shape result featureCount x HEADS.count */
export function fitTaskHeads(rows: TaskRows, { iterations, penalty }: TaskFit): Float32Array {
  const out = new Float64Array(HEADS.count);
  const weights = new Float64Array(rows.featureCount * HEADS.count);
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
        loss += toSlopes(out, rows.targets.subarray(row * HEADS.count, (row + 1) * HEADS.count));
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
