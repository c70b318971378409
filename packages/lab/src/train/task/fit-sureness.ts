// How sure the heads may be, seen on requests that they were not fitted to: a temperature for the tiers and the weight of what an
// operation usually needs, and for each operation how far the logarithm of the tokens scatters.
import { OPERATIONS } from "@signalbox/contracts";
import { coolTiers, HEADS, softmaxRange, TIERS } from "@signalbox/engine/internals";
import { predictTask } from "./fit-task-heads.ts";
import type { TaskRows } from "./task-rows.ts";

export interface Sureness {
  readonly temperature: number;
  readonly operationWeight: number;
  /** @shape OPERATIONS.length */
  readonly tokenSd: Float32Array;
}

const TEMPERATURES = [0.85, 1, 1.2, 1.4, 1.7, 2, 2.5];
const OPERATION_WEIGHTS = [0, 0.25, 0.5, 0.75, 1, 1.5];
/** Requests of one operation whose scatter is taken for as many of all. */
const PRIOR_COUNT = 20;

/** log P(tier | operation) - log P(tier), each with a count of one spread over the tiers. @shape OPERATIONS x TIERS */
export function tierOfOperationOf({ targets, count }: TaskRows): Float32Array {
  const counts = new Float64Array(OPERATIONS.length * TIERS.length).fill(1 / TIERS.length);
  const all = new Float64Array(TIERS.length).fill(1 / TIERS.length);
  for (let row = 0; row < count; row += 1)
    for (let tier = 0; tier < TIERS.length; tier += 1) {
      const share = targets[row * HEADS.count + HEADS.tier + tier] ?? 0;
      all[tier] = (all[tier] ?? 0) + share;
      for (let operation = 0; operation < OPERATIONS.length; operation += 1) {
        const at = operation * TIERS.length + tier;
        counts[at] = (counts[at] ?? 0) + share * (targets[row * HEADS.count + operation] ?? 0);
      }
    }
  const sumOf = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0);
  const total = sumOf(all);
  return Float32Array.from(counts, (value, at) => {
    const operation = Math.floor(at / TIERS.length);
    const own = counts.subarray(operation * TIERS.length, (operation + 1) * TIERS.length);
    return Math.log(value / sumOf(own)) - Math.log((all[at % TIERS.length] ?? 1) / total);
  });
}

/** Every row's shares and the logits of its tiers, predicted once. @shape result rows x HEADS.count */
function predictAll(rows: TaskRows, weights: ArrayLike<number>): Float64Array {
  const all = new Float64Array(rows.count * HEADS.count);
  for (let row = 0; row < rows.count; row += 1) {
    const out = all.subarray(row * HEADS.count, (row + 1) * HEADS.count);
    predictTask(rows, row, weights, out);
    for (let head = HEADS.tier; head < HEADS.tokens; head += 1)
      out[head] = Math.log((out[head] ?? 0) + 1e-12);
  }
  return all;
}

interface Cooled {
  readonly temperature: number;
  readonly operationWeight: number;
  readonly loss: number;
}

function fitCooling(rows: TaskRows, predicted: Float64Array, tierOfOperation: Float32Array): Cooled {
  const lossOf = (temperature: number, operationWeight: number): number => {
    let loss = 0;
    for (let row = 0; row < rows.count; row += 1) {
      const out = predicted.slice(row * HEADS.count, (row + 1) * HEADS.count);
      coolTiers(out, { temperature, operationWeight, tierOfOperation });
      softmaxRange(out, HEADS.tier, HEADS.tokens);
      for (let head = HEADS.tier; head < HEADS.tokens; head += 1)
        loss -= (rows.targets[row * HEADS.count + head] ?? 0) * Math.log((out[head] ?? 0) + 1e-12);
    }
    return loss;
  };
  const tried = TEMPERATURES.flatMap((temperature) =>
    OPERATION_WEIGHTS.map((operationWeight): Cooled => ({
      temperature,
      operationWeight,
      loss: lossOf(temperature, operationWeight),
    })),
  );
  return tried.reduce((best, each) => (each.loss < best.loss ? each : best));
}

function scatterOf(rows: TaskRows, predicted: Float64Array): Float32Array {
  const squares = new Float64Array(OPERATIONS.length);
  const counts = new Float64Array(OPERATIONS.length);
  let all = 0;
  for (let row = 0; row < rows.count; row += 1) {
    const at = row * HEADS.count;
    const miss = ((predicted[at + HEADS.tokens] ?? 0) - (rows.targets[at + HEADS.tokens] ?? 0)) ** 2;
    all += miss;
    for (let operation = 0; operation < OPERATIONS.length; operation += 1) {
      const share = rows.targets[at + operation] ?? 0;
      squares[operation] = (squares[operation] ?? 0) + share * miss;
      counts[operation] = (counts[operation] ?? 0) + share;
    }
  }
  const mean = all / Math.max(1, rows.count);
  return Float32Array.from(squares, (square, operation) =>
    Math.sqrt((square + PRIOR_COUNT * mean) / ((counts[operation] ?? 0) + PRIOR_COUNT)),
  );
}

export function fitSureness(
  rows: TaskRows,
  weights: ArrayLike<number>,
  tierOfOperation: Float32Array,
): Sureness {
  const predicted = predictAll(rows, weights);
  const { temperature, operationWeight } = fitCooling(rows, predicted, tierOfOperation);
  return { temperature, operationWeight, tokenSd: scatterOf(rows, predicted) };
}
