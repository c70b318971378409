// How sure the heads may be, seen on requests that they were not fitted to: a temperature for the tiers and the weight of what an
// operation usually needs, and for each operation how far the logarithm of the tokens scatters.

import { OPERATIONS } from "@signalbox/contracts";
import {
  coolTiers,
  HEADS,
  KNOWN_LENGTHS,
  logTokensOf,
  softmaxRange,
  TIERS,
} from "@signalbox/engine/internals";
import type { AtlasLabel } from "../../atlas/atlas-schema.ts";
import { predictTask, type TaskNet } from "./task-net.ts";
import { middleLogOf, type Example, type TaskRows } from "./task-rows.ts";
import { fitRidge } from "@signalbox/engine/numerics";

// Penalties draw expected lengths together. On requests that the heads were not fitted to, a line and an offset for each operation
// spread them out again.

const WIDTH = OPERATIONS.length + 1;
/** A prior of no offset, and of a slope of 1, as strong as so many requests. */
const TOKEN_PRIOR_COUNT = 5;

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
  const problem = { inputs, stride: WIDTH, width: WIDTH, rows, targets: misses, penalty: TOKEN_PRIOR_COUNT };
  const line = fitRidge({ ...problem, interceptPenalty: TOKEN_PRIOR_COUNT });
  const intercept = line[WIDTH] ?? 0;
  // The shares of the operations sum to 1, so the intercept is an offset of each.
  return Float32Array.from({ length: WIDTH }, (_, at) =>
    at < OPERATIONS.length ? line[at]! + intercept : line[at]! + 1,
  );
}

export interface Sureness {
  readonly temperature: number;
  /** How much each operation says of the tier beside the words. @shape OPERATIONS.length */
  readonly operationWeights: Float32Array;
  /** As `fitTokenLine` returns it. */
  readonly tokenLine: Float32Array;
  /** @shape OPERATIONS.length */
  readonly tokenSd: Float32Array;
}

const TEMPERATURES = [0.85, 1, 1.2, 1.4, 1.7, 2, 2.5];
const OPERATION_WEIGHTS = [0, 0.25, 0.5, 0.75, 1, 1.5];
/** One operation's own weight may go further: that a title is asked for says nearly all. */
const OWN_WEIGHTS = [...OPERATION_WEIGHTS, 2, 2.5, 3];
/** The price of a weight of one's own, times the square of its distance from that of all. @unit nats */
const OWN_WEIGHT_COST = 2;
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

/**
 * How much the length of an answer says of the class beside the words.
 * @source .15 to 1 on half of the held-out requests
 */
const LENGTH_WEIGHT = 0.2;
/** Requests of one length that are taken for as many of their operation. */
const LENGTH_PRIOR = 20;

/** The known length that is nearest by proportion. */
function nearestLength(tokens: AtlasLabel["tokens"]): number {
  const log = middleLogOf(tokens);
  const misses = KNOWN_LENGTHS.map((length) => Math.abs(Math.log(length) - log));
  return misses.indexOf(Math.min(...misses));
}

/** log P(tier | operation, length) - log P(tier | operation), weighed. @shape OPERATIONS x KNOWN_LENGTHS x TIERS */
export function tierOfLengthOf(examples: readonly Pick<Example, "labels" | "needShare">[]): Float32Array {
  const counts = OPERATIONS.map(() => KNOWN_LENGTHS.map(() => TIERS.map(() => 0)));
  for (const { labels, needShare } of examples)
    for (const { op, tier, tokens } of labels)
      counts[OPERATIONS.indexOf(op)]![nearestLength(tokens)]![tier - 1]! += needShare / labels.length;
  return Float32Array.from(
    counts.flatMap((lengths) => {
      const all = TIERS.map((_, tier) => lengths.reduce((sum, of) => sum + of[tier]!, 1 / TIERS.length));
      const total = all.reduce((sum, count) => sum + count, 0);
      return lengths.flatMap((of) => {
        const met = of.reduce((sum, count) => sum + count, LENGTH_PRIOR);
        return of.map((count, tier) => {
          const usual = all[tier]! / total;
          return LENGTH_WEIGHT * Math.log((count + LENGTH_PRIOR * usual) / met / usual);
        });
      });
    }),
  );
}

/** Every row's shares and the logits of its tiers, predicted once. @shape result rows x HEADS.count */
function predictAll(rows: TaskRows, net: TaskNet): Float64Array {
  const all = new Float64Array(rows.count * HEADS.count);
  for (let row = 0; row < rows.count; row += 1) {
    const out = all.subarray(row * HEADS.count, (row + 1) * HEADS.count);
    predictTask(rows, row, net, out);
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

type Cooling = Parameters<typeof coolTiers>[1];

/** Loss of the rows' tiers, each row counted by `countOf`. */
function tierLoss(
  rows: TaskRows,
  predicted: Float64Array,
  { cooling, countOf }: { readonly cooling: Cooling; readonly countOf: (row: number) => number },
): number {
  let loss = 0;
  for (let row = 0; row < rows.count; row += 1) {
    const count = countOf(row);
    if (count === 0) continue;
    const out = predicted.slice(row * HEADS.count, (row + 1) * HEADS.count);
    coolTiers(out, cooling);
    softmaxRange(out, HEADS.tier, HEADS.tokens);
    for (let head = HEADS.tier; head < HEADS.tokens; head += 1)
      loss -= count * (rows.targets[row * HEADS.count + head] ?? 0) * Math.log((out[head] ?? 0) + 1e-12);
  }
  return loss;
}

function fitCooling(rows: TaskRows, predicted: Float64Array, tierOfOperation: Float32Array): Cooled {
  const tried = TEMPERATURES.flatMap((temperature) =>
    OPERATION_WEIGHTS.map((operationWeight): Cooled => {
      const cooling = { temperature, operationWeight, tierOfOperation };
      return { temperature, operationWeight, loss: tierLoss(rows, predicted, { cooling, countOf: () => 1 }) };
    }),
  );
  return tried.reduce((best, each) => (each.loss < best.loss ? each : best));
}

/** Each operation's own weight, where its requests show that it says more or less than others. */
function fitOwnWeights(
  rows: TaskRows,
  predicted: Float64Array,
  { temperature, operationWeight, tierOfOperation }: Cooled & Pick<Cooling, "tierOfOperation">,
): Float32Array {
  return Float32Array.from(OPERATIONS, (_, operation) => {
    const countOf = (row: number): number =>
      rows.targets[row * HEADS.count + HEADS.operation + operation] ?? 0;
    const tried = OWN_WEIGHTS.map((own) => {
      const cooling = { temperature, operationWeight: own, tierOfOperation };
      const loss = tierLoss(rows, predicted, { cooling, countOf });
      return { own, loss: loss + OWN_WEIGHT_COST * (own - operationWeight) ** 2 };
    });
    return tried.reduce((best, each) => (each.loss < best.loss ? each : best)).own;
  });
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

export function fitSureness(rows: TaskRows, net: TaskNet, tierOfOperation: Float32Array): Sureness {
  const predicted = predictAll(rows, net);
  const cooled = fitCooling(rows, predicted, tierOfOperation);
  const tokenLine = fitTokenLine(rows, predicted);
  for (let at = 0; at < predicted.length; at += HEADS.count) {
    const row = predicted.subarray(at, at + HEADS.count);
    row[HEADS.tokens] = logTokensOf(row, tokenLine);
  }
  return {
    temperature: cooled.temperature,
    operationWeights: fitOwnWeights(rows, predicted, { ...cooled, tierOfOperation }),
    tokenLine,
    tokenSd: scatterOf(rows, predicted),
  };
}
