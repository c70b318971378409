// Fits the heads of the task reader: multinomial logistic regression for operation, field and tier, robust least squares
// for the logarithm of the tokens, under ridge penalties. Row by row with a step for each weight, some features left out at
// random; the weights are the mean of those after each of the last epochs. Deterministic.
// @source Duchi, Hazan, Singer (2011), "Adaptive subgradient methods"; Wager, Wang, Liang (2013), "Dropout training as adaptive
// regularization"; Polyak, Juditsky (1992), "Acceleration of stochastic approximation by averaging"
import { HEADS, softmaxRange } from "@signalbox/engine/internals";
import type { TaskFeatures } from "@signalbox/engine/internals";
import { shuffle, splitmix32 } from "@signalbox/engine/numerics";
import type { Random } from "@signalbox/engine/numerics";
import type { SparseRows, TaskRows } from "./task-rows.ts";

export interface TaskFit {
  readonly features: Pick<TaskFeatures, "hashAt" | "matterConcepts" | "matterWordsAt">;
}

/**
 * Half of it times the squared weights is added to the loss of the whole set. Words say much of what is to be done and of the
 * field, less of how hard that is, and little of how long. A carried text says next to nothing of what is to be done with it.
 * Chosen on a fifth of the training part.
 */
const PENALTIES = {
  operation: { concepts: 8, hashed: 2.5, matter: 1_000 },
  field: { concepts: 8, hashed: 2.5, matter: 2.5 },
  tier: { concepts: 2.5, hashed: 2.5, matter: 2.5 },
  tokens: { concepts: 2.5, hashed: 2.5, matter: 2.5 },
} as const;

/** Half of it times the squared difference between the logits of two wordings of one request is added. Chosen as the penalties. */
const LIKENESS = { operation: 0.05, field: 0.08, tier: 0.1, tokens: 0.1 } as const;

/** A residual in logarithms of tokens, beside shares that are at most 1; beyond the reach it counts in proportion only. */
const TOKENS_WEIGHT = 0.25;
const TOKENS_REACH = 0.4;

/** A value of each head's group. @shape HEADS.count */
const byHead = (valueOf: (group: keyof typeof PENALTIES) => number): Float64Array =>
  Float64Array.from({ length: HEADS.count }, (_, head) => {
    if (head < HEADS.field) return valueOf("operation");
    if (head < HEADS.tier) return valueOf("field");
    return valueOf(head < HEADS.tokens ? "tier" : "tokens");
  });

const NO_PENALTY = new Float64Array(HEADS.count);

/** Penalties of a feature's weights. The first feature is always 1: its weights are the base rates and carry none. */
function penaltiesBy({ hashAt, matterConcepts, matterWordsAt }: TaskFit["features"]) {
  const [concepts, hashed, matter] = [
    byHead((group) => PENALTIES[group].concepts),
    byHead((group) => PENALTIES[group].hashed),
    byHead((group) => PENALTIES[group].matter),
  ];
  return (feature: number): Float64Array => {
    if (feature === 0) return NO_PENALTY;
    if (feature >= matterConcepts.from && feature < matterConcepts.to) return matter;
    if (feature < hashAt) return concepts;
    return feature < matterWordsAt ? hashed : matter;
  };
}

/** Shares by head, then the logarithm of the tokens. @shape out HEADS.count */
export function predictTask(
  rows: SparseRows,
  row: number,
  weights: ArrayLike<number>,
  out: Float64Array,
): void {
  out.fill(0);
  addLogits(rows, row, { weights, out });
  softmaxRange(out, HEADS.operation, HEADS.field);
  softmaxRange(out, HEADS.field, HEADS.tier);
  softmaxRange(out, HEADS.tier, HEADS.tokens);
}

const GROUPS = [
  [HEADS.operation, HEADS.field],
  [HEADS.field, HEADS.tier],
  [HEADS.tier, HEADS.tokens],
] as const;

/** Turns what is predicted of a row into the slopes of its logits. A head whose targets are all 0 learns nothing from the row. */
function toSlopes(out: Float64Array, targets: Float32Array): void {
  let mass = 0;
  for (const [from, to] of GROUPS) {
    mass = 0;
    for (let head = from; head < to; head += 1) mass += targets[head]!;
    for (let head = from; head < to; head += 1) out[head] = mass * out[head]! - targets[head]!;
  }
  // The last group is that of the tiers: a row that names none names no length either.
  const miss = out[HEADS.tokens]! - targets[HEADS.tokens]!;
  out[HEADS.tokens] = TOKENS_WEIGHT * mass * Math.max(-TOKENS_REACH, Math.min(TOKENS_REACH, miss));
}

/** Adds the logits of a row to `out`. */
function addLogits(rows: SparseRows, row: number, { weights, out }: Logits): void {
  const to = rows.offsets[row + 1] ?? 0;
  for (let at = rows.offsets[row] ?? 0; at < to; at += 1) {
    const from = rows.ids[at]! * HEADS.count;
    const value = rows.values[at]!;
    for (let head = 0; head < HEADS.count; head += 1) out[head] = out[head]! + value * weights[from + head]!;
  }
}

interface Logits {
  readonly weights: ArrayLike<number>;
  /** @shape HEADS.count */
  readonly out: Float64Array;
}

/** The mean of the weights is over those from here on. */
const AVERAGED_FROM = 4;
/** Later epochs take shorter steps. */
const STEPS = [0.1, 0.1, 0.1, 0.1, 0.05, 0.05, 0.05, 0.02];
/** Of the features of a row, but for the one that is always 1, those left out of one pass. */
const LEFT_OUT = 0.3;
const SEED = 42;
/** Where squared slopes begin, so that a first step is no longer than the others. */
const SQUARES_START = 1e-6;

/** Entries of a row at most. */
const ROW_MOST = 4_096;

/** One row in the hand: what is kept of it, and what moves the weights. */
class Descent {
  readonly weights: Float32Array;
  readonly #squares: Float32Array;
  readonly #penaltiesOf: (feature: number) => Float64Array;
  /** Each row pays its part of the penalty of a weight it meets. @shape featureCount */
  readonly #parts: Float32Array;
  readonly #kept = {
    offsets: new Int32Array(2),
    ids: new Int32Array(ROW_MOST),
    values: new Float32Array(ROW_MOST),
  };
  readonly #random: Random;
  readonly #out = new Float64Array(HEADS.count);
  readonly #likeness = byHead((group) => LIKENESS[group]);

  constructor(rows: TaskRows, { features }: TaskFit) {
    this.weights = new Float32Array(rows.featureCount * HEADS.count);
    this.#squares = new Float32Array(this.weights.length).fill(SQUARES_START);
    this.#penaltiesOf = penaltiesBy(features);
    this.#random = splitmix32(SEED);
    this.#parts = new Float32Array(rows.featureCount);
    for (const { ids } of [rows, rows.apart]) for (const id of ids) this.#parts[id]! += 1;
    for (let id = 0; id < this.#parts.length; id += 1) this.#parts[id] = 1 / Math.max(1, this.#parts[id]!);
  }

  /** A request with its labels. */
  learn(rows: TaskRows, row: number, step: number): void {
    const kept = this.#leaveOut(rows, row);
    predictTask(kept, 0, this.weights, this.#out);
    toSlopes(this.#out, rows.targets.subarray(row * HEADS.count, (row + 1) * HEADS.count));
    this.#move(kept, 0, step);
  }

  /** Two wordings of one request, which should be read alike. */
  liken(apart: SparseRows, row: number, step: number): void {
    this.#out.fill(0);
    addLogits(apart, row, { weights: this.weights, out: this.#out });
    for (let head = 0; head < HEADS.count; head += 1) this.#out[head]! *= this.#likeness[head]!;
    this.#move(apart, row, step);
  }

  /** Those that stay count for those left out. */
  #leaveOut(rows: SparseRows, row: number): SparseRows {
    const { offsets, ids, values } = this.#kept;
    let count = 0;
    for (let at = rows.offsets[row]!; at < rows.offsets[row + 1]!; at += 1) {
      const isBase = rows.ids[at] === 0;
      if (!isBase && this.#random() < LEFT_OUT) continue;
      ids[count] = rows.ids[at]!;
      values[count] = isBase ? rows.values[at]! : rows.values[at]! / (1 - LEFT_OUT);
      count += 1;
    }
    offsets[1] = count;
    return { count: 1, offsets, ids, values };
  }

  /** Down the slopes of the logits that stand in `#out`. @source Duchi et al. (2011), figure 1 */
  #move({ offsets, ids, values }: SparseRows, row: number, step: number): void {
    const [weights, squares, out] = [this.weights, this.#squares, this.#out];
    for (let at = offsets[row]!; at < offsets[row + 1]!; at += 1) {
      const id = ids[at]!;
      const value = values[at]!;
      const part = this.#parts[id]!;
      const penalties = this.#penaltiesOf(id);
      for (let head = 0, weight = id * HEADS.count; head < HEADS.count; head += 1, weight += 1) {
        const slope = value * out[head]! + part * penalties[head]! * weights[weight]!;
        const square = squares[weight]! + slope * slope;
        squares[weight] = square;
        weights[weight]! -= (step * slope) / Math.sqrt(square);
      }
    }
  }
}

/** @shape result featureCount x HEADS.count */
export function fitTaskHeads(rows: TaskRows, fit: TaskFit): Float32Array {
  const descent = new Descent(rows, fit);
  const random = splitmix32(SEED);
  const order = Int32Array.from({ length: rows.count + rows.apart.count }, (_, index) => index);
  const mean = new Float32Array(descent.weights.length);
  STEPS.forEach((step, epoch) => {
    shuffle(order, random);
    for (const index of order)
      if (index < rows.count) descent.learn(rows, index, step);
      else descent.liken(rows.apart, index - rows.count, step);
    if (epoch < AVERAGED_FROM) return;
    const share = 1 / (STEPS.length - AVERAGED_FROM);
    for (let at = 0; at < mean.length; at += 1) mean[at]! += share * descent.weights[at]!;
  });
  return mean;
}
