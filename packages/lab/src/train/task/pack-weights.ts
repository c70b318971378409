// Weights of hashed words in one byte each, with a scale for each head; those of concepts and layout stay exact.
import { HEADS } from "@signalbox/engine/internals";

const LARGEST = 127;

export interface PackedWeights {
  /** @shape rows before `hashAt` x HEADS.count */
  readonly exact: Float32Array;
  /** @shape rows from `hashAt` on x HEADS.count */
  readonly packed: Int8Array;
  /** @shape HEADS.count */
  readonly scale: Float32Array;
}

export function packWeights(weights: Float32Array, hashAt: number): PackedWeights {
  const hashed = weights.subarray(hashAt * HEADS.count);
  const scale = new Float32Array(HEADS.count);
  hashed.forEach((weight, at) => {
    const head = at % HEADS.count;
    scale[head] = Math.max(scale[head]!, Math.abs(weight) / LARGEST);
  });
  return {
    exact: weights.slice(0, hashAt * HEADS.count),
    packed: Int8Array.from(hashed, (weight, at) => Math.round(weight / (scale[at % HEADS.count]! || 1))),
    scale,
  };
}
