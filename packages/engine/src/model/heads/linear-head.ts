// A linear layer over some input: the field head and the output-token head.
import type { TensorStore } from "../artefact/tensor-store.ts";
import { dot } from "../../kernels/kernels.ts";

export interface LinearHead {
  /** Value of one output row. */
  value(input: Float32Array, row: number): number;
  /** Row with the largest value. */
  largest(input: Float32Array): number;
}

/** Reads `name` (rows x (inputSize + 1)); the last column is the bias. */
export function loadLinearHead(
  store: TensorStore,
  name: string,
  rows: number,
  inputSize: number,
): LinearHead {
  const weights = store.float32(name, rows, inputSize + 1);
  const value = (input: Float32Array, row: number): number => {
    const at = row * (inputSize + 1);
    return dot(weights, at, input, 0, inputSize) + weights[at + inputSize]!;
  };
  return {
    value,
    largest(input) {
      let best = 0;
      let most = Number.NEGATIVE_INFINITY;
      for (let row = 0; row < rows; row += 1) {
        const found = value(input, row);
        if (found <= most) continue;
        most = found;
        best = row;
      }
      return best;
    },
  };
}
