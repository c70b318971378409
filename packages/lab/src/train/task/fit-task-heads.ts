// Fits the heads of the task reader: multinomial logistic regression for operation, field and tier, robust least squares
// for the logarithm of the tokens, each over the features and over a layer of hidden units, under ridge penalties. Row by row with a
// step for each weight, some features and units left out at random; the weights are the mean of those after each of the last epochs.
// Deterministic.
// @source Duchi, Hazan, Singer (2011), "Adaptive subgradient methods"; Srivastava et al. (2014), "Dropout"; Polyak, Juditsky (1992),
// "Acceleration of stochastic approximation by averaging"
import { COLUMNS, GROUPS, HEADS, HIDDEN_AT } from "@signalbox/engine/internals";
import type { TaskFeatures } from "@signalbox/engine/internals";
import { shuffle, splitmix32 } from "@signalbox/engine/numerics";
import type { Random } from "@signalbox/engine/numerics";
import { Descent } from "./descent.ts";
import { toShares } from "./task-net.ts";
import type { TaskNet } from "./task-net.ts";
import type { TaskRows } from "./task-rows.ts";

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
  hidden: { concepts: 12, hashed: 12, matter: 1_000 },
  score: { concepts: 4, hashed: 4, matter: 4 },
} as const;
type Group = keyof typeof PENALTIES;

/**
 * Half of it times the squared difference between what two wordings of one request add up to is added. Chosen as the penalties.
 */
const LIKENESS = {
  operation: 0.05,
  field: 0.005,
  tier: 0.01,
  tokens: 0.03,
  hidden: 0.01,
  score: 0,
} as const;

/** A residual in logarithms of tokens, beside shares that are at most 1; beyond the reach it counts in proportion only. */
const TOKENS_WEIGHT = 0.25;
const TOKENS_REACH = 0.4;

/**
 * How much it counts that the parts which ask are the ones that are looked at, where that is known. What is before an ask may tell
 * its field and how hard it is.
 */
const GUIDES = GROUPS.map((group) => ({ operation: 0.5, field: 0, need: 0.1, hidden: 0.3 })[group]);

const LEFT_OUT = { features: 0.3, units: 0.3 } as const;

function groupOf(column: number): Group {
  if (column < HEADS.field) return "operation";
  if (column < HEADS.tier) return "field";
  if (column < HEADS.tokens) return "tier";
  if (column === HEADS.tokens) return "tokens";
  return column < HIDDEN_AT ? "score" : "hidden";
}

/** A value of each column's group. @shape COLUMNS */
const byColumn = (valueOf: (group: Group) => number): Float32Array =>
  Float32Array.from({ length: COLUMNS }, (_, column) => valueOf(groupOf(column)));

const KINDS = ["concepts", "hashed", "matter"] as const;
/** Kind of the first feature, which is always 1: its weights are the base rates and carry no penalty. */
const BASE_KIND = KINDS.length;

const penaltiesByKind = (): Float32Array[] => [
  ...KINDS.map((kind) => byColumn((group) => PENALTIES[group][kind])),
  new Float32Array(COLUMNS),
];

/** Which penalties a feature's weights carry. */
function kindsOf({ hashAt, matterConcepts, matterWordsAt }: TaskFit["features"]) {
  const [concepts, hashed, matter] = [0, 1, 2];
  return (feature: number): number => {
    if (feature === 0) return BASE_KIND;
    if (feature >= matterConcepts.from && feature < matterConcepts.to) return matter;
    if (feature < hashAt) return concepts;
    return feature < matterWordsAt ? hashed : matter;
  };
}

const CHOICES = [
  [HEADS.operation, HEADS.field],
  [HEADS.field, HEADS.tier],
  [HEADS.tier, HEADS.tokens],
] as const;

/** Turns what is predicted of a row into the slopes of its logits. A head whose targets are all 0 learns nothing from the row. */
function toSlopes(out: Float64Array, targets: Float32Array): void {
  let mass = 0;
  for (const [from, to] of CHOICES) {
    mass = 0;
    for (let head = from; head < to; head += 1) mass += targets[head]!;
    for (let head = from; head < to; head += 1) out[head] = mass * out[head]! - targets[head]!;
  }
  // The last group is that of the tiers: a row that names none names no length either.
  const miss = out[HEADS.tokens]! - targets[HEADS.tokens]!;
  out[HEADS.tokens] = TOKENS_WEIGHT * mass * Math.max(-TOKENS_REACH, Math.min(TOKENS_REACH, miss));
}

/** The first wording of each request with every other. */
function pairsOf(groups: Int32Array): readonly (readonly [first: number, other: number])[] {
  const first = new Map<number, number>();
  return [...groups].flatMap((group, row) => {
    const there = first.get(group);
    if (group >= 0 && there === undefined) first.set(group, row);
    return there === undefined ? [] : [[there, row] as const];
  });
}

type Pairs = ReturnType<typeof pairsOf>;

/** Rows of one epoch, and which of them are wordings of one request. */
interface Edition {
  readonly rows: TaskRows;
  readonly pairs: Pairs;
}

/** One over the number of times that a feature is met in an epoch, so that those pay its penalty together. @shape featureCount */
function partsOf(editions: readonly Edition[], featureCount: number): Float32Array {
  const parts = new Float32Array(featureCount);
  for (const { rows, pairs } of editions) {
    const met = new Float32Array(rows.count).fill(1 / editions.length);
    for (const pair of pairs) for (const row of pair) met[row]! += 0.5 / editions.length;
    for (let row = 0; row < rows.count; row += 1) {
      const [from, to] = [rows.offsets[rows.starts[row]!]!, rows.offsets[rows.starts[row + 1]!]!];
      for (let at = from; at < to; at += 1) parts[rows.ids[at]!]! += met[row]!;
    }
  }
  return parts.map((count) => 1 / Math.max(1, count));
}

/** The mean of the weights is over those from here on. */
const AVERAGED_FROM = 4;
/** Later epochs take shorter steps. */
const STEPS = [0.1, 0.1, 0.1, 0.1, 0.05, 0.05, 0.05, 0.02];
const SEED = 42;

function addShare(sum: Float32Array, values: Float32Array, share: number): void {
  for (let at = 0; at < sum.length; at += 1) sum[at]! += share * values[at]!;
}

/** @param given rows of the same requests in other words and surroundings; each epoch takes the next of them, in turn */
export function fitTaskHeads(given: readonly TaskRows[], { features }: TaskFit): TaskNet {
  const editions = given.map((rows): Edition => ({ rows, pairs: pairsOf(rows.groups) }));
  const featureCount = given[0]!.featureCount;
  const descent = new Descent({
    featureCount,
    parts: partsOf(editions, featureCount),
    penalties: penaltiesByKind(),
    kindOf: kindsOf(features),
    leftOut: LEFT_OUT,
    guides: GUIDES,
    likeness: byColumn((group) => LIKENESS[group]),
  });
  const random = splitmix32(SEED);
  const { net } = descent;
  const mean: TaskNet = {
    weights: new Float32Array(net.weights.length),
    output: new Float32Array(net.output.length),
  };
  STEPS.forEach((step, epoch) => {
    descent.setStep(step);
    learnEpoch(descent, editions[epoch % editions.length]!, random);
    if (epoch < AVERAGED_FROM) return;
    const share = 1 / (STEPS.length - AVERAGED_FROM);
    const now = descent.net;
    addShare(mean.weights, now.weights, share);
    addShare(mean.output, now.output, share);
  });
  return mean;
}

/** All rows and pairs once, in shuffled order. */
function learnEpoch(descent: Descent, { rows, pairs }: Edition, random: Random): void {
  const order = Int32Array.from({ length: rows.count + pairs.length }, (_, index) => index);
  shuffle(order, random);
  for (const index of order) {
    const pair = pairs[index - rows.count];
    if (pair !== undefined) {
      descent.liken(rows, ...pair);
      continue;
    }
    const targets = rows.targets.subarray(index * HEADS.count, (index + 1) * HEADS.count);
    descent.learn(rows, index, (out) => {
      toShares(out);
      toSlopes(out, targets);
    });
  }
}
