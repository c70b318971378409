// Logistic blend of several estimates: logit P = bias + sum of weight * logit, pulled towards given weights.
import { sigmoid, solvePositive } from "@signalbox/engine/numerics";
import { logit } from "../contract/platt-scaling.ts";
import { addAt, floatAt } from "../../arrays/value-at.ts";

export interface Blend {
  readonly bias: number;
  /** One a member. */
  readonly weights: Float64Array;
}

interface WeightRequest {
  /** One array a weight, all of the shape of `observed`. */
  readonly inputs: readonly Float32Array[];
  /** NaN = unknown: skipped. */
  readonly observed: Float32Array;
  /** Where the weights are pulled to; the bias is pulled to 0. */
  readonly start: Float64Array;
  /** How many outcomes the start is worth. */
  readonly pull: number;
}

const ROUNDS = 25;

/** Newton's method on the penalised logistic likelihood. */
function fitWeights({ inputs, observed, start, pull }: WeightRequest): Blend {
  const size = inputs.length + 1;
  const solution = Float64Array.of(...start, 0);
  const row = new Float64Array(size).fill(1);
  for (let round = 0; round < ROUNDS; round += 1) {
    const curvature = new Float64Array(size * size);
    const slope = new Float64Array(size);
    for (let k = 0; k < size; k += 1) {
      curvature[k * size + k] = pull;
      slope[k] = pull * ((start[k] ?? 0) - floatAt(solution, k));
    }
    for (let i = 0; i < observed.length; i += 1) {
      if (Number.isNaN(floatAt(observed, i))) continue;
      for (const [k, input] of inputs.entries()) row[k] = floatAt(input, i);
      let sum = 0;
      for (let k = 0; k < size; k += 1) sum += floatAt(solution, k) * floatAt(row, k);
      const p = sigmoid(sum);
      for (let k = 0; k < size; k += 1) {
        addAt(slope, k, (floatAt(observed, i) - p) * floatAt(row, k));
        const scaled = p * (1 - p) * floatAt(row, k);
        for (let l = 0; l <= k; l += 1) addAt(curvature, k * size + l, scaled * floatAt(row, l));
      }
    }
    const move = solvePositive(curvature, slope);
    for (let k = 0; k < size; k += 1) addAt(solution, k, floatAt(move, k));
    if (move.every((step) => Math.abs(step) < 1e-6)) break;
  }
  return { bias: floatAt(solution, size - 1), weights: solution.slice(0, size - 1) };
}

/** @param predicted one matrix of probabilities a member, all of the shape of `observed` */
export function fitBlend(
  predicted: readonly Float32Array[],
  observed: Float32Array,
  towards: Pick<WeightRequest, "start" | "pull">,
): Blend {
  return fitWeights({ ...towards, inputs: predicted.map((member) => member.map(logit)), observed });
}

export function applyBlend({ bias, weights }: Blend, predicted: readonly Float32Array[]): Float32Array {
  return (predicted[0] ?? new Float32Array()).map((_, i) => {
    let sum = bias;
    for (const [k, member] of predicted.entries()) sum += floatAt(weights, k) * logit(floatAt(member, i));
    return sigmoid(sum);
  });
}
