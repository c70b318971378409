// Adam for the small arrays, row-wise Adagrad for the token table: only rows that a batch touched move.
import { dot } from "@signalbox/engine/internals";
import type { Gradients } from "./backward.ts";
import type { MemberParameters, MemberShape } from "./member.ts";
import type { TrainingSet } from "./training-set.ts";

export interface LearningRates {
  readonly network: number;
  readonly theta: number;
  readonly tokens: number;
  /** Decoupled weight decay of the network (Loshchilov and Hutter 2019). */
  readonly weightDecay: number;
  /** Gaussian prior on shared abilities. */
  readonly sharedDecay: number;
  /** Gaussian prior on what a source adds to a model's ability. */
  readonly ownDecay: number;
}

interface Moments {
  readonly first: Float32Array;
  readonly second: Float32Array;
}

export interface OptimiserState {
  step: number;
  readonly moments: Readonly<
    Record<"hidden" | "hiddenBias" | "heads" | "headBias" | "shared" | "own", Moments>
  >;
  /** Mean square of each token row's gradients so far. @shape vocabularySize */
  readonly tokenSquares: Float32Array;
  readonly sharedGradient: Float32Array;
}

const momentsOf = (array: Float32Array): Moments => ({
  first: new Float32Array(array.length),
  second: new Float32Array(array.length),
});

export function createOptimiser(shape: MemberShape, member: MemberParameters): OptimiserState {
  return {
    step: 0,
    moments: {
      hidden: momentsOf(member.hidden),
      hiddenBias: momentsOf(member.hiddenBias),
      heads: momentsOf(member.heads),
      headBias: momentsOf(member.headBias),
      shared: momentsOf(member.shared),
      own: momentsOf(member.own),
    },
    tokenSquares: new Float32Array(shape.vocabularySize),
    sharedGradient: new Float32Array(member.shared.length),
  };
}

const BETA_FIRST = 0.9;
const BETA_SECOND = 0.99;
const EPSILON = 1e-8;

interface AdamStep {
  readonly rate: number;
  readonly decay: number;
  readonly step: number;
}

/** @source Kingma and Ba (2015), algorithm 1 */
function adam(values: Float32Array, gradient: Float32Array, moments: Moments, settings: AdamStep): void {
  const { first, second } = moments;
  const scale = settings.rate / (1 - BETA_FIRST ** settings.step);
  const secondScale = 1 / (1 - BETA_SECOND ** settings.step);
  const shrink = 1 - settings.rate * settings.decay;
  for (let index = 0; index < values.length; index += 1) {
    const slope = gradient[index]!;
    const mean = BETA_FIRST * first[index]! + (1 - BETA_FIRST) * slope;
    const square = BETA_SECOND * second[index]! + (1 - BETA_SECOND) * slope * slope;
    first[index] = mean;
    second[index] = square;
    values[index] = shrink * values[index]! - (scale * mean) / (Math.sqrt(square * secondScale) + EPSILON);
  }
}

function gatherShared(state: OptimiserState, gradients: Gradients, set: TrainingSet, columns: number): void {
  state.sharedGradient.fill(0);
  for (let model = 0; model < set.canonicalOf.length; model += 1) {
    const into = set.canonicalOf[model]! * columns;
    for (let column = 0; column < columns; column += 1)
      state.sharedGradient[into + column] =
        state.sharedGradient[into + column]! + gradients.theta[model * columns + column]!;
  }
}

function stepTokens(
  shape: MemberShape,
  member: MemberParameters,
  state: OptimiserState,
  update: { readonly gradients: Gradients; readonly rate: number },
): void {
  const { gradients, rate } = update;
  const size = shape.tokenSize;
  for (let slot = 0; slot < gradients.touchedCount; slot += 1) {
    const id = gradients.touched[slot]!;
    const square = dot(gradients.tokens, slot * size, gradients.tokens, slot * size, size) / size;
    const sum = state.tokenSquares[id]! + square;
    state.tokenSquares[id] = sum;
    const factor = rate / (Math.sqrt(sum) + EPSILON);
    for (let column = 0; column < size; column += 1) {
      const at = id * size + column;
      member.tokens[at] = member.tokens[at]! - factor * gradients.tokens[slot * size + column]!;
    }
  }
}

/** One step along the summed gradients of a batch; `pace` scales all rates (warm-up and cool-down). */
export function stepMember(
  target: { readonly shape: MemberShape; readonly member: MemberParameters; readonly set: TrainingSet },
  state: OptimiserState,
  update: { readonly gradients: Gradients; readonly rates: LearningRates; readonly pace: number },
): void {
  const { shape, member, set } = target;
  const { gradients, rates, pace } = update;
  state.step += 1;
  const at = (rate: number, decay: number): AdamStep => ({ rate: rate * pace, decay, step: state.step });
  const { moments } = state;
  adam(member.hidden, gradients.hidden, moments.hidden, at(rates.network, rates.weightDecay));
  adam(member.hiddenBias, gradients.hiddenBias, moments.hiddenBias, at(rates.network, 0));
  adam(member.heads, gradients.heads, moments.heads, at(rates.network, rates.weightDecay));
  adam(member.headBias, gradients.headBias, moments.headBias, at(rates.network, 0));
  gatherShared(state, gradients, set, shape.abilitySize + 1);
  adam(member.shared, state.sharedGradient, moments.shared, at(rates.theta, rates.sharedDecay));
  adam(member.own, gradients.theta, moments.own, at(rates.theta, rates.ownDecay));
  stepTokens(shape, member, state, { gradients, rate: rates.tokens * pace });
}
