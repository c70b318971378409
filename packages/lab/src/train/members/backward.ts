// Gradients of the weighted cross-entropy, by hand, prompt by prompt; a batch adds up before one step.
import { addScaled, dot, poolShare } from "@signalbox/engine/internals";
import { sigmoid } from "@signalbox/engine/numerics";
import type { ForwardContext, Pass } from "./forward.ts";
import { inputSizeOf } from "./member.ts";
import type { MemberShape } from "./member.ts";
import type { TrainingSet } from "./training-set.ts";

/** Sums of gradients over a batch. Token gradients are kept only for the rows that the batch touched. */
export interface Gradients {
  readonly tokens: Float32Array;
  /** Slot of a token id in `tokens`, or -1. */
  readonly slotOf: Int32Array;
  readonly touched: Int32Array;
  touchedCount: number;
  readonly hidden: Float32Array;
  readonly hiddenBias: Float32Array;
  readonly heads: Float32Array;
  readonly headBias: Float32Array;
  /** Gradient of each source-model's theta; shared and own parts both get it. */
  readonly theta: Float32Array;
  readonly head: Float32Array;
  readonly unit: Float32Array;
  readonly input: Float32Array;
}

export function createGradients(shape: MemberShape, tokensMax: number): Gradients {
  const columns = shape.abilitySize + 1;
  const rows = Math.min(tokensMax, shape.vocabularySize);
  return {
    tokens: new Float32Array(rows * shape.tokenSize),
    slotOf: new Int32Array(shape.vocabularySize).fill(-1),
    touched: new Int32Array(rows),
    touchedCount: 0,
    hidden: new Float32Array(shape.hiddenSize * inputSizeOf(shape)),
    hiddenBias: new Float32Array(shape.hiddenSize),
    heads: new Float32Array(columns * shape.hiddenSize),
    headBias: new Float32Array(columns),
    theta: new Float32Array(shape.modelCount * columns),
    head: new Float32Array(columns),
    unit: new Float32Array(shape.hiddenSize),
    input: new Float32Array(inputSizeOf(shape)),
  };
}

/** Clears the sums for the next batch. */
export function clearGradients(gradients: Gradients): void {
  for (let index = 0; index < gradients.touchedCount; index += 1)
    gradients.slotOf[gradients.touched[index]!] = -1;
  gradients.touchedCount = 0;
  for (const array of [
    gradients.hidden,
    gradients.hiddenBias,
    gradients.heads,
    gradients.headBias,
    gradients.theta,
  ])
    array.fill(0);
}

/** A prompt whose forward pass is in `pass`. */
export interface Example {
  readonly set: TrainingSet;
  readonly row: number;
  readonly pass: Pass;
}

/** Gradient of the loss over the heads, from all outcomes of the prompt; returns the weighted loss. */
function gradeOutcomes(context: ForwardContext, example: Example, out: Gradients): number {
  const { shape, member } = context;
  const { set, row, pass } = example;
  const { outcomes, canonicalOf } = set;
  const size = shape.abilitySize;
  const columns = size + 1;
  out.head.fill(0);
  let loss = 0;
  const to = outcomes.offsets[row + 1]!;
  for (let index = outcomes.offsets[row]!; index < to; index += 1) {
    const model = outcomes.model[index]!;
    const own = model * columns;
    const shared = canonicalOf[model]! * columns;
    const logit =
      dot(pass.heads, 0, member.shared, shared, size) +
      dot(pass.heads, 0, member.own, own, size) +
      member.shared[shared + size]! +
      member.own[own + size]! -
      pass.heads[size]!;
    const score = outcomes.score[index]!;
    const weight = outcomes.weight[index]!;
    const chance = sigmoid(logit);
    loss -= weight * (score * Math.log(chance + 1e-7) + (1 - score) * Math.log(1 - chance + 1e-7));
    const slope = weight * (chance - score);
    addScaled(slope, member.shared, shared, out.head, 0, size);
    addScaled(slope, member.own, own, out.head, 0, size);
    addScaled(slope, pass.heads, 0, out.theta, own, size);
    out.theta[own + size] = out.theta[own + size]! + slope;
    out.head[size] = out.head[size]! - slope;
  }
  return loss;
}

function slotFor(out: Gradients, id: number, tokenSize: number): number {
  const known = out.slotOf[id] ?? -1;
  if (known !== -1) return known;
  const slot = out.touchedCount;
  out.touchedCount += 1;
  out.touched[slot] = id;
  out.slotOf[id] = slot;
  out.tokens.fill(0, slot * tokenSize, (slot + 1) * tokenSize);
  return slot;
}

function backToTokens(shape: MemberShape, pass: Pass, out: Gradients): void {
  const share = poolShare(pass.keptCount);
  for (let index = 0; index < pass.keptCount; index += 1) {
    const slot = slotFor(out, pass.kept[index]!, shape.tokenSize);
    addScaled(share, out.input, 0, out.tokens, slot * shape.tokenSize, shape.tokenSize);
  }
}

function backThroughHeads(context: ForwardContext, pass: Pass, out: Gradients): void {
  const { shape, member } = context;
  out.unit.fill(0);
  for (let head = 0; head <= shape.abilitySize; head += 1) {
    const slope = out.head[head]!;
    out.headBias[head] = out.headBias[head]! + slope;
    addScaled(slope, pass.hidden, 0, out.heads, head * shape.hiddenSize, shape.hiddenSize);
    addScaled(slope, member.heads, head * shape.hiddenSize, out.unit, 0, shape.hiddenSize);
  }
}

function backThroughHidden(context: ForwardContext, pass: Pass, out: Gradients): void {
  const { shape, member } = context;
  const inputSize = inputSizeOf(shape);
  out.input.fill(0);
  for (let unit = 0; unit < shape.hiddenSize; unit += 1) {
    const slope = out.unit[unit]! * pass.gate[unit]!;
    if (slope === 0) continue;
    out.hiddenBias[unit] = out.hiddenBias[unit]! + slope;
    addScaled(slope, pass.input, 0, out.hidden, unit * inputSize, inputSize);
    addScaled(slope, member.hidden, unit * inputSize, out.input, 0, shape.tokenSize);
  }
}

/** Adds the gradients of one prompt and returns its weighted loss. */
export function runBackward(context: ForwardContext, example: Example, out: Gradients): number {
  const loss = gradeOutcomes(context, example, out);
  backThroughHeads(context, example.pass, out);
  backThroughHidden(context, example.pass, out);
  backToTokens(context.shape, example.pass, out);
  return loss;
}
