// The hidden layer and the heads of every member: features -> loadings a(x) and difficulty b(x).
// A logit is one dot product `loadings . theta`: each member's block is [a, 1], and the last entry carries -b.
import type { TensorStore } from "../artefact/tensor-store.ts";
import { createSimdMemory, padRows } from "../../kernels/simd-memory.ts";

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

/** Columns as the kernels want them. */
const padded = (columns: number): number => Math.ceil(columns / 4) * 4;

/** The weights of all members beside each other in kernel memory, with room for one input and all activations. */
function layOut(store: TensorStore, shape: NetworkShape) {
  const { memberCount, tokenSize, denseSize, hiddenSize, abilitySize } = shape;
  const inputSize = tokenSize + denseSize;
  const headCount = abilitySize + 1;
  const inputWidth = padded(inputSize);
  const unitWidth = padded(hiddenSize);
  const hiddenRows = store.float32("hidden", memberCount * hiddenSize, inputSize);
  const headRows = store.float32("heads", memberCount * headCount, hiddenSize);
  const hiddenFloats = padRows(hiddenRows, memberCount * hiddenSize, inputSize, inputWidth);
  const headFloats = padRows(headRows, memberCount * headCount, hiddenSize, unitWidth);
  const scratch = inputWidth + unitWidth + headCount;
  const memory = createSimdMemory(4 * (hiddenFloats.length + headFloats.length + scratch) + 64);
  const place = (count: number): number => memory.reserve(count * 4);
  const hidden = place(hiddenFloats.length);
  const heads = place(headFloats.length);
  memory.floats(hidden, hiddenFloats.length).set(hiddenFloats);
  memory.floats(heads, headFloats.length).set(headFloats);
  const [input, units, outputs] = [place(inputWidth), place(unitWidth), place(headCount)];
  const views = {
    input: memory.floats(input, inputWidth),
    units: memory.floats(units, unitWidth),
    outputs: memory.floats(outputs, headCount),
  };
  return { kernels: memory.kernels, hidden, heads, input, units, outputs, views, inputWidth, unitWidth };
}

export function loadNetwork(store: TensorStore, shape: NetworkShape): Network {
  const { memberCount, tokenSize, denseSize, hiddenSize, abilitySize } = shape;
  const width = memberCount * tokenSize;
  const headCount = abilitySize + 1;
  const place = layOut(store, shape);
  const { kernels, views, inputWidth, unitWidth } = place;
  const hiddenBias = store.float32("hiddenBias", memberCount * hiddenSize);
  const headBias = store.float32("headBias", memberCount * headCount);
  const calibration = store.float32("calibration", 2);
  const scale = calibration[0]! / memberCount;
  const shift = calibration[1]!;

  const runUnits = (features: Float32Array, member: number): void => {
    for (let column = 0; column < tokenSize; column += 1)
      views.input[column] = features[member * tokenSize + column]!;
    for (let column = 0; column < denseSize; column += 1)
      views.input[tokenSize + column] = features[width + column]!;
    const weights = place.hidden + member * hiddenSize * inputWidth * 4;
    kernels.matrixVector(weights, place.input, place.units, hiddenSize, inputWidth);
    for (let unit = 0; unit < hiddenSize; unit += 1)
      views.units[unit] = Math.max(0, views.units[unit]! + hiddenBias[member * hiddenSize + unit]!);
  };
  const runHeads = (member: number): void => {
    const weights = place.heads + member * headCount * unitWidth * 4;
    kernels.matrixVector(weights, place.units, place.outputs, headCount, unitWidth);
    for (let index = 0; index < headCount; index += 1)
      views.outputs[index] = views.outputs[index]! + headBias[member * headCount + index]!;
  };
  return {
    loadingCount: loadingCountOf(shape),
    unitCount: memberCount * hiddenSize,
    run(features, units, loadings) {
      let difficulty = 0;
      for (let member = 0; member < memberCount; member += 1) {
        runUnits(features, member);
        runHeads(member);
        units.set(views.units.subarray(0, hiddenSize), member * hiddenSize);
        const at = member * headCount;
        for (let index = 0; index < abilitySize; index += 1)
          loadings[at + index] = scale * views.outputs[index]!;
        loadings[at + abilitySize] = scale;
        difficulty += scale * views.outputs[abilitySize]!;
      }
      loadings[memberCount * headCount] = shift - difficulty;
    },
  };
}
