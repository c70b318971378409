// One member of the ensemble: token table -> mean -> hidden layer -> loadings a(x) and difficulty b(x),
// and the abilities theta of all models. @source multidimensional item response theory (Reckase 2009)
import type { Random } from "@signalbox/engine/numerics";
import { drawNormal } from "@signalbox/engine/numerics";
import { floatAt } from "../../arrays/value-at.ts";

export interface MemberShape {
  readonly vocabularySize: number;
  /** Width of a token vector. */
  readonly tokenSize: number;
  readonly denseSize: number;
  readonly hiddenSize: number;
  /** Latent axes; one more column holds the general ability. */
  readonly abilitySize: number;
  readonly modelCount: number;
  readonly canonicalCount: number;
}

/** Trainable arrays. Theta of a source-model is `shared[canonical] + own[model]`; the last column is its offset. */
export interface MemberParameters {
  /** @shape vocabularySize x tokenSize */
  readonly tokens: Float32Array;
  /** @shape hiddenSize x (tokenSize + denseSize) */
  readonly hidden: Float32Array;
  /** @shape hiddenSize */
  readonly hiddenBias: Float32Array;
  /** Loadings, then difficulty in the last row. @shape (abilitySize + 1) x hiddenSize */
  readonly heads: Float32Array;
  /** @shape abilitySize + 1 */
  readonly headBias: Float32Array;
  /** @shape canonicalCount x (abilitySize + 1) */
  readonly shared: Float32Array;
  /** @shape modelCount x (abilitySize + 1) */
  readonly own: Float32Array;
}

export const inputSizeOf = (shape: MemberShape): number => shape.tokenSize + shape.denseSize;

function randomArray(length: number, deviation: number, random: Random): Float32Array {
  return Float32Array.from({ length }, () => deviation * drawNormal(random));
}

/** Fresh parameters; the token table starts from `startTokens` (row-major, at least tokenSize columns wide). */
export function createMember(
  shape: MemberShape,
  start: { readonly tokens: Float32Array; readonly width: number },
  random: Random,
): MemberParameters {
  const { tokenSize, hiddenSize, abilitySize } = shape;
  const tokens = new Float32Array(shape.vocabularySize * tokenSize);
  for (let id = 0; id < shape.vocabularySize; id += 1)
    for (let column = 0; column < tokenSize; column += 1)
      tokens[id * tokenSize + column] = floatAt(start.tokens, id * start.width + column);
  const inputSize = inputSizeOf(shape);
  return {
    tokens,
    hidden: randomArray(hiddenSize * inputSize, Math.sqrt(2 / inputSize), random),
    hiddenBias: new Float32Array(hiddenSize),
    heads: randomArray((abilitySize + 1) * hiddenSize, Math.sqrt(0.5 / hiddenSize), random),
    headBias: new Float32Array(abilitySize + 1),
    shared: randomArray(shape.canonicalCount * (abilitySize + 1), 0.15, random),
    own: new Float32Array(shape.modelCount * (abilitySize + 1)),
  };
}

export const PARAMETER_NAMES = [
  "tokens",
  "hidden",
  "hiddenBias",
  "heads",
  "headBias",
  "shared",
  "own",
] as const satisfies readonly (keyof MemberParameters)[];

/** A deep copy, for keeping the best epoch. */
export function cloneMember(member: MemberParameters): MemberParameters {
  return {
    tokens: member.tokens.slice(),
    hidden: member.hidden.slice(),
    hiddenBias: member.hiddenBias.slice(),
    heads: member.heads.slice(),
    headBias: member.headBias.slice(),
    shared: member.shared.slice(),
    own: member.own.slice(),
  };
}
