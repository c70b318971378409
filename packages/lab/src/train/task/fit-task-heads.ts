// Fits the heads of the task reader: multinomial logistic regression for operation, field and tier, robust least squares
// for the logarithm of the tokens, under ridge penalties. Deterministic.
import { HEADS, softmaxRange } from "@signalbox/engine/internals";
import type { TaskFeatures } from "@signalbox/engine/internals";
import { minimise } from "@signalbox/engine/numerics";
import type { SparseRows, TaskRows } from "./task-rows.ts";

export interface TaskFit {
  readonly iterations: number;
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

/** The first feature is always 1: its weights are the base rates and carry no penalty. */
function addRidge(weights: Float64Array, features: TaskFit["features"], gradient: Float64Array): number {
  const [concepts, hashed, matter] = [
    byHead((group) => PENALTIES[group].concepts),
    byHead((group) => PENALTIES[group].hashed),
    byHead((group) => PENALTIES[group].matter),
  ];
  const { hashAt, matterConcepts, matterWordsAt } = features;
  const penaltiesOf = (feature: number): Float64Array => {
    if (feature >= matterConcepts.from && feature < matterConcepts.to) return matter;
    if (feature < hashAt) return concepts;
    return feature < matterWordsAt ? hashed : matter;
  };
  let loss = 0;
  gradient.fill(0, 0, HEADS.count);
  for (let feature = 1; feature * HEADS.count < weights.length; feature += 1) {
    const penalties = penaltiesOf(feature);
    for (let head = 0; head < HEADS.count; head += 1) {
      const at = feature * HEADS.count + head;
      const weight = weights[at]!;
      loss += (penalties[head]! * weight * weight) / 2;
      gradient[at] = penalties[head]! * weight;
    }
  }
  return loss;
}

/** Shares by head, then the logarithm of the tokens. @shape out HEADS.count */
export function predictTask(
  rows: TaskRows,
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

/** Loss of one row; turns `out` into the slopes of its logits. A head whose targets are all 0 learns nothing from the row. */
function toSlopes(out: Float64Array, targets: Float32Array): number {
  let loss = 0;
  let mass = 0;
  for (const [from, to] of GROUPS) {
    mass = 0;
    for (let head = from; head < to; head += 1) mass += targets[head]!;
    for (let head = from; head < to; head += 1) {
      const target = targets[head]!;
      if (target > 0) loss -= target * Math.log(out[head]! + 1e-12);
      out[head] = mass * out[head]! - target;
    }
  }
  // The last group is that of the tiers: a row that names none names no length either.
  const miss = out[HEADS.tokens]! - targets[HEADS.tokens]!;
  const weight = TOKENS_WEIGHT * mass;
  const near = Math.max(-TOKENS_REACH, Math.min(TOKENS_REACH, miss));
  out[HEADS.tokens] = weight * near;
  return loss + weight * near * (miss - near / 2);
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

/** Adds the slopes of a row's logits to the gradient. */
function addSlopes(rows: SparseRows, row: number, { gradient, slopes }: Slopes): void {
  const to = rows.offsets[row + 1] ?? 0;
  for (let at = rows.offsets[row] ?? 0; at < to; at += 1) {
    const from = rows.ids[at]! * HEADS.count;
    const value = rows.values[at]!;
    for (let head = 0; head < HEADS.count; head += 1)
      gradient[from + head] = gradient[from + head]! + value * slopes[head]!;
  }
}

interface Slopes {
  readonly gradient: Float64Array;
  /** @shape HEADS.count */
  readonly slopes: Float64Array;
}

/** How differently two wordings of one request are read, as a loss. */
function addLikeness(apart: SparseRows, weights: Float64Array, gradient: Float64Array): number {
  const likeness = byHead((group) => LIKENESS[group]);
  const out = new Float64Array(HEADS.count);
  let loss = 0;
  for (let row = 0; row < apart.count; row += 1) {
    out.fill(0);
    addLogits(apart, row, { weights, out });
    for (let head = 0; head < HEADS.count; head += 1) {
      const slope = likeness[head]! * out[head]!;
      loss += (slope * out[head]!) / 2;
      out[head] = slope;
    }
    addSlopes(apart, row, { gradient, slopes: out });
  }
  return loss;
}

/**
 * @param start weights fitted to nearly the same rows, from which fewer iterations suffice
 * @shape result featureCount x HEADS.count
 */
export function fitTaskHeads(
  rows: TaskRows,
  { iterations, features }: TaskFit,
  start?: Float32Array,
): Float32Array {
  const out = new Float64Array(HEADS.count);
  const weights = Float64Array.from(start ?? new Float64Array(rows.featureCount * HEADS.count));
  minimise(
    (x, gradient) => {
      let loss = addRidge(x, features, gradient) + addLikeness(rows.apart, x, gradient);
      for (let row = 0; row < rows.count; row += 1) {
        predictTask(rows, row, x, out);
        loss += toSlopes(out, rows.targets.subarray(row * HEADS.count, (row + 1) * HEADS.count));
        addSlopes(rows, row, { gradient, slopes: out });
      }
      return loss;
    },
    weights,
    { iterations },
  );
  return Float32Array.from(weights);
}
