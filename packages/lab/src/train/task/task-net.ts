// The fitted heads of the task reader, as the engine runs them: the parts of a turn summed by themselves and added up by attention, then
// read linearly, and beside that through a layer of hidden units.
import {
  addUp,
  ASKED_FEATURES,
  COLUMNS,
  createAttention,
  HEADS,
  HIDDEN_AT,
  HIDDEN_UNITS,
  readAsked,
  SEGMENTS_MOST,
  softmaxRange,
  weigh,
} from "@signalbox/engine/internals";
import type { SparseRows } from "./task-rows.ts";

export interface TaskNet {
  /** @shape featureCount x COLUMNS */
  readonly weights: Float32Array;
  /** The logits that each hidden unit above zero adds. @shape HIDDEN_UNITS x HEADS.count */
  readonly output: Float32Array;
}

/** Turns logits into shares by head; the logarithm of the tokens stays. @shape out HEADS.count */
export function toShares(out: Float64Array): void {
  softmaxRange(out, HEADS.operation, HEADS.field);
  softmaxRange(out, HEADS.field, HEADS.tier);
  softmaxRange(out, HEADS.tier, HEADS.tokens);
}

const segments = new Float64Array(SEGMENTS_MOST * COLUMNS);
const attention = createAttention();
const { pooled } = attention;
const asked = new Float64Array(ASKED_FEATURES);

/** Shares by head, then the logarithm of the tokens. @shape out HEADS.count */
export function predictTask(
  rows: SparseRows,
  row: number,
  { weights, output }: TaskNet,
  out: Float64Array,
): void {
  const [first, last] = [rows.starts[row]!, rows.starts[row + 1]!];
  const partCount = last - first - 1;
  segments.fill(0, 0, (last - first) * COLUMNS);
  const sum = (segment: number, valueOf: (at: number) => number): void => {
    for (let at = rows.offsets[segment]!; at < rows.offsets[segment + 1]!; at += 1) {
      const from = rows.ids[at]! * COLUMNS;
      const value = valueOf(at);
      const to = (segment - first) * COLUMNS;
      for (let column = 0; column < COLUMNS; column += 1)
        segments[to + column]! += value * weights[from + column]!;
    }
  };
  for (let segment = first + 1; segment < last; segment += 1) sum(segment, (at) => rows.values[at]!);
  weigh(segments, partCount, attention);
  readAsked(attention, rows.units.subarray(first + 1, last), { partCount, features: asked });
  sum(first, (at) => asked[rows.ids[at]! - rows.askedAt] ?? rows.values[at]!);
  addUp(segments, partCount, attention);
  out.set(pooled.subarray(0, HEADS.count));
  for (let unit = 0; unit < HIDDEN_UNITS; unit += 1) {
    const value = pooled[HIDDEN_AT + unit]!;
    if (value <= 0) continue;
    for (let head = 0; head < HEADS.count; head += 1)
      out[head] = out[head]! + value * output[unit * HEADS.count + head]!;
  }
  toShares(out);
}
