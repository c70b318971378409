// Penalties draw expected lengths together. On requests that the heads were not fitted to, a line and an offset for each operation
// spread them out again.
import { OPERATIONS } from "@signalbox/contracts";
import { HEADS } from "@signalbox/engine/internals";
import { fitRidge } from "@signalbox/engine/numerics";
import type { TaskRows } from "./task-rows.ts";

const WIDTH = OPERATIONS.length + 1;
/** A prior of no offset, and of a slope of 1, as strong as so many requests. */
const PRIOR_COUNT = 5;

/**
 * Ridge regression of the logarithm of the tokens on the shares of the operations and on what the head says.
 * @param predicted shares of the operations, and the logarithm of the tokens. @shape rows x HEADS.count
 * @returns offsets by operation, then the slope. @shape OPERATIONS.length + 1
 */
export function fitTokenLine({ targets, count }: TaskRows, predicted: Float64Array): Float32Array {
  const inputs = new Float32Array(count * WIDTH);
  const misses = new Float64Array(count);
  for (let row = 0; row < count; row += 1) {
    const from = row * HEADS.count;
    const says = predicted[from + HEADS.tokens]!;
    inputs.set(predicted.subarray(from + HEADS.operation, from + HEADS.field), row * WIDTH);
    inputs[row * WIDTH + WIDTH - 1] = says;
    misses[row] = targets[from + HEADS.tokens]! - says;
  }
  const rows = Array.from({ length: count }, (_, row) => row);
  const problem = { inputs, stride: WIDTH, width: WIDTH, rows, targets: misses, penalty: PRIOR_COUNT };
  const line = fitRidge({ ...problem, interceptPenalty: PRIOR_COUNT });
  const intercept = line[WIDTH] ?? 0;
  // The shares of the operations sum to 1, so the intercept is an offset of each.
  return Float32Array.from({ length: WIDTH }, (_, at) =>
    at < OPERATIONS.length ? line[at]! + intercept : line[at]! + 1,
  );
}
