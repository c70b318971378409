// The gate that says which reading of a turn leads: in a mixture of readings it makes what two people said of each turn as likely as
// it can.
// @source Jacobs, Jordan, Nowlan, Hinton (1991), "Adaptive mixtures of local experts"
import { OPERATIONS } from "@signalbox/contracts";
import {
  EDGE_FEATURES,
  bytesOfHeads,
  createTaskFeatures,
  hashingOf,
  HEADS,
  INSTRUCTION_FEATURES,
  leadOf,
  loadTurnReader,
  weightsFrom,
} from "@signalbox/engine/internals";
import type { LeadFeatures } from "@signalbox/engine/internals";
import { minimise, meanOf, varianceOf } from "@signalbox/engine/numerics";
import type { AtlasLabel } from "../../atlas/atlas-schema.ts";
import { bagOf } from "../artefact/tensor-bag.ts";
import type { BaggedTensor } from "../artefact/tensor-bag.ts";
import type { LeadExample } from "./lead-examples.ts";
import { taskTextOf } from "./task-rows.ts";

const WEIGHTS = EDGE_FEATURES + INSTRUCTION_FEATURES;
/** The operation counts so much of the class: that decides the pick. */
const OPERATION_SHARE = 0.5;
/** Nearer to 0 the heads are not to be believed. */
const [OPERATION_LEAST, TIER_LEAST] = [1e-3, 2e-3];
/** The price of a weight's square, over the mean loss of a turn. @unit nats */
const WEIGHT_COST = 1e-3;
/** Odds of the others where the fit begins: all of the turn leads. @unit log odds */
const BEGINNING = -3;
const ITERATIONS = 150;

interface Turn {
  readonly weight: number;
  /** How likely what people said is by each reading, the whole turn's first. @shape 1 + others */
  readonly likely: Float64Array;
  readonly others: readonly LeadFeatures[];
}

function likelihood(labels: readonly AtlasLabel[], shares: ArrayLike<number>): number {
  const logs = labels.map(({ op, tier }) => {
    const operation = Math.max(OPERATION_LEAST, shares[OPERATIONS.indexOf(op)]!);
    const tierShare = Math.max(TIER_LEAST, shares[HEADS.tier + tier - 1]!);
    return OPERATION_SHARE * Math.log(operation) + Math.log(tierShare);
  });
  return Math.exp(meanOf(logs));
}

function readTurns(tensors: readonly BaggedTensor[], examples: readonly LeadExample[]): readonly Turn[] {
  const bag = bagOf(tensors);
  const features = createTaskFeatures(
    bag.text("taskLexicon"),
    hashingOf(bag.uint8("taskHashes")),
    bytesOfHeads,
  );
  const reader = loadTurnReader(bag, features);
  return examples.map(({ asked, labels, weight }) => {
    const others = reader.read(taskTextOf(asked));
    return {
      weight,
      likely: Float64Array.from([reader.whole, ...others.map(({ shares }) => shares)], (shares) =>
        likelihood(labels, shares),
      ),
      others: others.map(({ span, features: own }) => ({ span, features: own.slice() })),
    };
  });
}

/** The deviation of each feature, so that all weights cost alike. @shape WEIGHTS */
function scalesOf(turns: readonly Turn[]): Float64Array {
  const others = turns.flatMap((turn) => turn.others);
  return Float64Array.from({ length: WEIGHTS }, (_, at) => {
    const values = others.flatMap((other) => other.features[at - weightsFrom(other)] ?? []);
    return (values.length > 0 && Math.sqrt(varianceOf(values))) || 1;
  });
}

/** Adds the gradient of a turn's loss. @returns the loss */
function addLoss(turn: Turn, weights: Float64Array, gradient: Float64Array): number {
  const { others, likely, weight } = turn;
  const leads = others.map((other) => leadOf(other, weights));
  const most = Math.max(0, ...leads);
  const counts = [0, ...leads].map((lead) => Math.exp(lead - most));
  const all = counts.reduce((sum, count) => sum + count, 0);
  const explained = counts.reduce((sum, count, at) => sum + count * likely[at]!, 0);
  others.forEach((other, at) => {
    const { features } = other;
    const from = weightsFrom(other);
    const count = counts[at + 1]!;
    const slope = weight * (count / all - (count * likely[at + 1]!) / explained);
    for (let feature = 0; feature < features.length; feature += 1)
      gradient[from + feature]! += slope * features[feature]!;
  });
  return -weight * Math.log(explained / all);
}

/** @param tensors of the reader, but for what is fitted here @returns what `loadLeadingReading` reads */
export function fitLead(
  tensors: readonly BaggedTensor[],
  examples: readonly LeadExample[],
): readonly BaggedTensor[] {
  const turns = readTurns(tensors, examples).filter(({ others }) => others.length > 0);
  const scales = scalesOf(turns);
  const total = turns.reduce((sum, { weight }) => sum + weight, 0);
  // Weights of features of deviation 1, and of the features as they are.
  const scaled = new Float64Array(WEIGHTS);
  for (const from of [0, EDGE_FEATURES]) scaled[from] = BEGINNING;
  const plain = new Float64Array(WEIGHTS);
  const slopes = new Float64Array(WEIGHTS);
  const objective = (x: Float64Array, gradient: Float64Array): number => {
    plain.set(x.map((value, at) => value / scales[at]!));
    slopes.fill(0);
    let loss = 0;
    for (const turn of turns) loss += addLoss(turn, plain, slopes);
    let cost = loss / total;
    x.forEach((value, at) => {
      cost += WEIGHT_COST * value * value;
      gradient[at] = slopes[at]! / scales[at]! / total + 2 * WEIGHT_COST * value;
    });
    return cost;
  };
  minimise(objective, scaled, { iterations: ITERATIONS });
  const data = Float32Array.from(scaled, (value, at) => value / scales[at]!);
  return [{ name: "taskLead", shape: [WEIGHTS], data }];
}
