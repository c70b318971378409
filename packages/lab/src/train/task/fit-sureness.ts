// How sure the heads may be, seen on requests that they were not fitted to: one temperature for the tiers, and for each
// operation how far the logarithm of the tokens scatters.
import { HEADS } from "@signalbox/engine/internals";
import { OPERATIONS } from "@signalbox/contracts";
import { predictTask } from "./fit-task-heads.ts";
import type { TaskRows } from "./task-rows.ts";

export interface Sureness {
  readonly temperature: number;
  /** @shape OPERATIONS.length */
  readonly tokenSd: Float32Array;
}

const TEMPERATURES = [0.7, 0.85, 1, 1.15, 1.3, 1.5, 1.75, 2, 2.5, 3];
/** Requests of one operation whose scatter is taken for as many of all. */
const PRIOR_COUNT = 20;

/** Shares raised to 1 / temperature, again as shares. */
function cooledLoss(shares: readonly number[], targets: Float32Array, temperature: number): number {
  const powers = shares.map((share) => Math.max(share, 1e-9) ** (1 / temperature));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.reduce(
    (loss, power, tier) => loss - (targets[HEADS.tier + tier] ?? 0) * Math.log(power / sum),
    0,
  );
}

export function fitSureness(rows: TaskRows, weights: ArrayLike<number>): Sureness {
  const out = new Float64Array(HEADS.count);
  const losses = TEMPERATURES.map(() => 0);
  const squares = new Float64Array(OPERATIONS.length);
  const counts = new Float64Array(OPERATIONS.length);
  let all = 0;
  for (let row = 0; row < rows.count; row += 1) {
    predictTask(rows, row, weights, out);
    const targets = rows.targets.subarray(row * HEADS.count, (row + 1) * HEADS.count);
    const shares = Array.from(out.subarray(HEADS.tier, HEADS.tokens));
    TEMPERATURES.forEach((temperature, index) => {
      losses[index] = (losses[index] ?? 0) + cooledLoss(shares, targets, temperature);
    });
    const miss = ((out[HEADS.tokens] ?? 0) - (targets[HEADS.tokens] ?? 0)) ** 2;
    all += miss;
    for (let operation = 0; operation < OPERATIONS.length; operation += 1) {
      const share = targets[HEADS.operation + operation] ?? 0;
      squares[operation] = (squares[operation] ?? 0) + share * miss;
      counts[operation] = (counts[operation] ?? 0) + share;
    }
  }
  const mean = all / Math.max(1, rows.count);
  return {
    temperature: TEMPERATURES[losses.indexOf(Math.min(...losses))] ?? 1,
    tokenSd: Float32Array.from(squares, (square, operation) =>
      Math.sqrt((square + PRIOR_COUNT * mean) / ((counts[operation] ?? 0) + PRIOR_COUNT)),
    ),
  };
}
