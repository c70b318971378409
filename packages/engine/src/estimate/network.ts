// The hidden layer and the heads of every member: features -> loadings a(x) and difficulty b(x).
// A logit is one dot product `loadings . theta`: each member's block is [a, 1], and the last entry carries -b.
import type { TensorStore } from "../artefact/tensor-store.ts";
import { dot } from "./kernels.ts";

export interface NetworkShape {
  readonly memberCount: number;
  readonly tokenSize: number;
  readonly denseSize: number;
  readonly hiddenSize: number;
  readonly abilitySize: number;
}

export interface Network {
  /** Entries of a loading vector: memberCount blocks of abilitySize + 1, and the difficulty. */
  readonly loadingCount: number;
  /** memberCount x hiddenSize. */
  readonly unitCount: number;
  /** Runs all members; `units` gets the hidden activations, `loadings` the calibrated loadings. */
  run(features: Float32Array, units: Float32Array, loadings: Float32Array): void;
}

/** Number of latent coordinates of an ability. */
export const loadingCountOf = (shape: NetworkShape): number =>
  shape.memberCount * (shape.abilitySize + 1) + 1;

export function loadNetwork(store: TensorStore, shape: NetworkShape): Network {
  const { memberCount, tokenSize, denseSize, hiddenSize, abilitySize } = shape;
  const inputSize = tokenSize + denseSize;
  const width = memberCount * tokenSize;
  const hidden = store.float32("hidden", memberCount * hiddenSize, inputSize);
  const hiddenBias = store.float32("hiddenBias", memberCount * hiddenSize);
  const heads = store.float32("heads", memberCount * (abilitySize + 1), hiddenSize);
  const headBias = store.float32("headBias", memberCount * (abilitySize + 1));
  const calibration = store.float32("calibration", 2);
  const scale = calibration[0]! / memberCount;
  const shift = calibration[1]!;

  const runUnits = (features: Float32Array, member: number, units: Float32Array): void => {
    for (let unit = member * hiddenSize; unit < (member + 1) * hiddenSize; unit += 1) {
      const sum =
        dot(hidden, unit * inputSize, features, member * tokenSize, tokenSize) +
        dot(hidden, unit * inputSize + tokenSize, features, width, denseSize) +
        hiddenBias[unit]!;
      units[unit] = sum > 0 ? sum : 0;
    }
  };
  const head = (units: Float32Array, member: number, index: number): number => {
    const row = member * (abilitySize + 1) + index;
    return dot(heads, row * hiddenSize, units, member * hiddenSize, hiddenSize) + headBias[row]!;
  };
  return {
    loadingCount: loadingCountOf(shape),
    unitCount: memberCount * hiddenSize,
    run(features, units, loadings) {
      let difficulty = 0;
      for (let member = 0; member < memberCount; member += 1) {
        runUnits(features, member, units);
        const at = member * (abilitySize + 1);
        for (let index = 0; index < abilitySize; index += 1)
          loadings[at + index] = scale * head(units, member, index);
        loadings[at + abilitySize] = scale;
        difficulty += scale * head(units, member, abilitySize);
      }
      loadings[memberCount * (abilitySize + 1)] = shift - difficulty;
    },
  };
}
