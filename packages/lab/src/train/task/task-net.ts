// The fitted heads of the task reader, as the engine runs them: linear, and beside them through a layer of hidden units.
import { HEADS, HIDDEN_UNITS, softmaxRange } from "@signalbox/engine/internals";
import type { SparseRows } from "./task-rows.ts";

/** Of a feature's row of weights: one for each head, then one for each hidden unit. */
export const COLUMNS = HEADS.count + HIDDEN_UNITS;

export interface TaskNet {
  /** @shape featureCount x COLUMNS */
  readonly weights: Float32Array;
  /** What each hidden unit above zero says. @shape HIDDEN_UNITS x HEADS.count */
  readonly output: Float32Array;
}

/** Turns logits into shares by head; the logarithm of the tokens stays. @shape out HEADS.count */
export function toShares(out: Float64Array): void {
  softmaxRange(out, HEADS.operation, HEADS.field);
  softmaxRange(out, HEADS.field, HEADS.tier);
  softmaxRange(out, HEADS.tier, HEADS.tokens);
}

/** Shares by head, then the logarithm of the tokens. @shape out HEADS.count */
export function predictTask(
  rows: SparseRows,
  row: number,
  { weights, output }: TaskNet,
  out: Float64Array,
): void {
  const sums = new Float64Array(COLUMNS);
  const to = rows.offsets[row + 1] ?? 0;
  for (let at = rows.offsets[row] ?? 0; at < to; at += 1) {
    const from = rows.ids[at]! * COLUMNS;
    const value = rows.values[at]!;
    for (let column = 0; column < COLUMNS; column += 1)
      sums[column] = sums[column]! + value * weights[from + column]!;
  }
  out.set(sums.subarray(0, HEADS.count));
  for (let unit = 0; unit < HIDDEN_UNITS; unit += 1) {
    const value = sums[HEADS.count + unit]!;
    if (value <= 0) continue;
    for (let head = 0; head < HEADS.count; head += 1)
      out[head] = out[head]! + value * output[unit * HEADS.count + head]!;
  }
  toShares(out);
}
