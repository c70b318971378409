// The fitted heads of the task reader, as the engine runs them: the parts of a turn summed by themselves and added up by attention, then
// read linearly, and beside that through a layer of hidden units.
import {
  attend,
  COLUMNS,
  GROUPS,
  HEADS,
  HIDDEN_AT,
  HIDDEN_UNITS,
  SEGMENTS_MOST,
  softmaxRange,
} from "@signalbox/engine/internals";
import type { SparseRows } from "./task-rows.ts";

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

const segments = new Float64Array(SEGMENTS_MOST * COLUMNS);
const [counts, shares] = [0, 0].map(() => new Float64Array(SEGMENTS_MOST * GROUPS.length)) as [
  Float64Array,
  Float64Array,
];
const pooled = new Float64Array(COLUMNS);

/** Shares by head, then the logarithm of the tokens. @shape out HEADS.count */
export function predictTask(
  rows: SparseRows,
  row: number,
  { weights, output }: TaskNet,
  out: Float64Array,
): void {
  const [first, last] = [rows.starts[row]!, rows.starts[row + 1]!];
  segments.fill(0, 0, (last - first) * COLUMNS);
  for (let segment = first; segment < last; segment += 1)
    for (let at = rows.offsets[segment]!; at < rows.offsets[segment + 1]!; at += 1) {
      const from = rows.ids[at]! * COLUMNS;
      const value = rows.values[at]!;
      const to = (segment - first) * COLUMNS;
      for (let column = 0; column < COLUMNS; column += 1)
        segments[to + column]! += value * weights[from + column]!;
    }
  attend(segments, last - first - 1, { counts, shares, pooled });
  out.set(pooled.subarray(0, HEADS.count));
  for (let unit = 0; unit < HIDDEN_UNITS; unit += 1) {
    const value = pooled[HIDDEN_AT + unit]!;
    if (value <= 0) continue;
    for (let head = 0; head < HEADS.count; head += 1)
      out[head] = out[head]! + value * output[unit * HEADS.count + head]!;
  }
  toShares(out);
}
