// Weights of hashed words in one byte each, with a scale for each column; those of concepts and layout stay exact.
import { COLUMNS } from "@signalbox/engine/internals";

const LARGEST = 127;

interface PackedWeights {
  /** @shape rows before `hashAt` x COLUMNS */
  readonly exact: Float32Array;
  /** @shape rows from `hashAt` on x COLUMNS */
  readonly packed: Int8Array;
  /** @shape COLUMNS */
  readonly scale: Float32Array;
}

export function packWeights(weights: Float32Array, hashAt: number): PackedWeights {
  const hashed = weights.subarray(hashAt * COLUMNS);
  const scale = new Float32Array(COLUMNS);
  hashed.forEach((weight, at) => {
    const column = at % COLUMNS;
    scale[column] = Math.max(scale[column]!, Math.abs(weight) / LARGEST);
  });
  return {
    exact: weights.slice(0, hashAt * COLUMNS),
    packed: Int8Array.from(hashed, (weight, at) => Math.round(weight / (scale[at % COLUMNS]! || 1))),
    scale,
  };
}
