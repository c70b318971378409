// The forward pass of one member over one prompt, with dropout while training.
import { addScaled, dot, poolShare } from "@signalbox/engine/internals";
import type { Random } from "@signalbox/engine/numerics";
import { inputSizeOf } from "./member.ts";
import type { MemberParameters, MemberShape } from "./member.ts";
import type { PromptFeatures } from "./training-set.ts";

export interface Dropout {
  /** Share of tokens that a training pass does not see. @range 0..1 */
  readonly token: number;
  /** Share of hidden units switched off. @range 0..1 */
  readonly hidden: number;
  /** Share of dense features switched off. @range 0..1 */
  readonly dense: number;
}

/** Working memory of one prompt. */
export interface Pass {
  readonly input: Float32Array;
  readonly hidden: Float32Array;
  /** 0 where a unit is off (dropout or negative), else the factor that scales it. */
  readonly gate: Float32Array;
  /** Factor of each dense feature: 0 when it was dropped. */
  readonly denseGate: Float32Array;
  /** Loadings, then difficulty. */
  readonly heads: Float32Array;
  /** Ids of the tokens that were kept. */
  readonly kept: Int32Array;
  keptCount: number;
}

export function createPass(shape: MemberShape, tokensMax: number): Pass {
  return {
    input: new Float32Array(inputSizeOf(shape)),
    hidden: new Float32Array(shape.hiddenSize),
    gate: new Float32Array(shape.hiddenSize),
    denseGate: new Float32Array(shape.denseSize),
    heads: new Float32Array(shape.abilitySize + 1),
    kept: new Int32Array(tokensMax),
    keptCount: 0,
  };
}

function keepTokens(
  features: PromptFeatures,
  row: number,
  pass: Pass,
  drop: (() => boolean) | undefined,
): void {
  const from = features.offsets[row]!;
  const to = features.offsets[row + 1]!;
  pass.keptCount = 0;
  for (let index = from; index < to; index += 1) {
    if (drop?.() === true) continue;
    pass.kept[pass.keptCount] = features.ids[index]!;
    pass.keptCount += 1;
  }
}

function poolTokens(member: MemberParameters, tokenSize: number, pass: Pass): void {
  pass.input.fill(0, 0, tokenSize);
  const share = poolShare(pass.keptCount);
  for (let index = 0; index < pass.keptCount; index += 1)
    addScaled(share, member.tokens, pass.kept[index]! * tokenSize, pass.input, 0, tokenSize);
}

/** Everything that a pass needs besides its working memory. */
export interface ForwardContext {
  readonly shape: MemberShape;
  readonly member: MemberParameters;
  readonly features: PromptFeatures;
  /** Undefined outside training: nothing is dropped. */
  readonly training?: { readonly dropout: Dropout; readonly random: Random };
}

function writeDense(context: ForwardContext, row: number, pass: Pass): void {
  const { shape, features, training } = context;
  for (let index = 0; index < shape.denseSize; index += 1) {
    const isDropped = training !== undefined && training.random() < training.dropout.dense;
    pass.denseGate[index] = isDropped ? 0 : 1;
    pass.input[shape.tokenSize + index] = isDropped ? 0 : features.dense[row * shape.denseSize + index]!;
  }
}

function runHidden(context: ForwardContext, pass: Pass): void {
  const { shape, member, training } = context;
  const inputSize = inputSizeOf(shape);
  const keep = 1 / (1 - (training?.dropout.hidden ?? 0));
  for (let unit = 0; unit < shape.hiddenSize; unit += 1) {
    const isDropped = training !== undefined && training.random() < training.dropout.hidden;
    const sum = isDropped
      ? 0
      : dot(member.hidden, unit * inputSize, pass.input, 0, inputSize) + member.hiddenBias[unit]!;
    const factor = sum > 0 ? keep : 0;
    pass.gate[unit] = factor;
    pass.hidden[unit] = sum * factor;
  }
}

/** Fills `pass.heads` with the loadings and the difficulty of prompt `row`. */
export function runForward(context: ForwardContext, row: number, pass: Pass): void {
  const { shape, member, training } = context;
  const drop = training === undefined ? undefined : () => training.random() < training.dropout.token;
  keepTokens(context.features, row, pass, drop);
  poolTokens(member, shape.tokenSize, pass);
  writeDense(context, row, pass);
  runHidden(context, pass);
  for (let head = 0; head <= shape.abilitySize; head += 1)
    pass.heads[head] =
      dot(member.heads, head * shape.hiddenSize, pass.hidden, 0, shape.hiddenSize) + member.headBias[head]!;
}
