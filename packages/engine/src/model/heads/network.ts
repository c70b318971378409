// The hidden layer and the heads of every member: features -> loadings a(x) and difficulty b(x).
// A logit is one dot product `loadings . theta`: each member's block is [a, 1], and the last entry carries -b.
import type { TensorStore } from "../artefact/tensor-store.ts";
import { blockRows, roomOfRows, type RowBlocks } from "../../kernels/row-blocks.ts";
import { createSimdMemory } from "../../kernels/simd-memory.ts";

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

/** Rows of one member in kernel memory. */
interface Placed {
  readonly address: number;
  readonly blocks: number;
  readonly columns: number;
}

const ROOM = 64;

/** The weights of all members beside each other in kernel memory, with room for one input and all activations. */
function layOut(
  store: TensorStore,
  { memberCount, tokenSize, denseSize, hiddenSize, abilitySize }: NetworkShape,
) {
  const inputSize = tokenSize + denseSize;
  const headCount = abilitySize + 1;
  const hiddenRows = store.float32("hidden", memberCount * hiddenSize, inputSize);
  const headRows = store.float32("heads", memberCount * headCount, hiddenSize);
  const blocksOf = (rows: Float32Array, count: number, size: number): readonly RowBlocks[] =>
    Array.from({ length: memberCount }, (_, member) =>
      blockRows(rows.subarray(member * count * size, (member + 1) * count * size), count, size),
    );
  const [hidden, heads] = [
    blocksOf(hiddenRows, hiddenSize, inputSize),
    blocksOf(headRows, headCount, hiddenSize),
  ];
  const unitRoom = roomOfRows(hiddenSize);
  const outputRoom = roomOfRows(headCount);
  const floats = [...hidden, ...heads].reduce((sum, { floats: { length } }) => sum + length, 0);
  const scratch = inputSize + (1 + memberCount) * unitRoom + outputRoom + ROOM;
  const memory = createSimdMemory(4 * (floats + scratch));
  const placeAll = (all: readonly RowBlocks[]): readonly Placed[] =>
    all.map(({ floats: rows, blocks, columns }) => {
      const address = memory.reserve(rows.length * 4);
      memory.floats(address, rows.length).set(rows);
      return { address, blocks, columns };
    });
  const placed = { hidden: placeAll(hidden), heads: placeAll(heads) };
  const [input, units, outputs, bias] = [inputSize, unitRoom, outputRoom, memberCount * unitRoom].map(
    (count) => memory.reserve(count * 4),
  ) as [number, number, number, number];
  const biases = memory.floats(bias, memberCount * unitRoom);
  const hiddenBias = store.float32("hiddenBias", memberCount * hiddenSize);
  for (let member = 0; member < memberCount; member += 1)
    biases.set(hiddenBias.subarray(member * hiddenSize, (member + 1) * hiddenSize), member * unitRoom);
  const views = {
    input: memory.floats(input, inputSize),
    units: memory.floats(units, hiddenSize),
    outputs: memory.floats(outputs, headCount),
  };
  return { kernels: memory.kernels, ...placed, input, units, outputs, bias, unitRoom, views };
}

export function loadNetwork(store: TensorStore, shape: NetworkShape): Network {
  const { memberCount, tokenSize, denseSize, hiddenSize, abilitySize } = shape;
  const width = memberCount * tokenSize;
  const headCount = abilitySize + 1;
  const place = layOut(store, shape);
  const { kernels, views, unitRoom } = place;
  const headBias = store.float32("headBias", memberCount * headCount);
  const calibration = store.float32("calibration", 2);
  const scale = calibration[0]! / memberCount;
  const shift = calibration[1]!;

  const runUnits = (features: Float32Array, member: number): void => {
    for (let column = 0; column < tokenSize; column += 1)
      views.input[column] = features[member * tokenSize + column]!;
    for (let column = 0; column < denseSize; column += 1)
      views.input[tokenSize + column] = features[width + column]!;
    const { address, blocks, columns } = place.hidden[member]!;
    kernels.blockProducts(address, place.input, place.units, blocks, columns);
    kernels.addRectified(place.bias + 4 * member * unitRoom, place.units, unitRoom);
  };
  const runHeads = (member: number): void => {
    const { address, blocks, columns } = place.heads[member]!;
    kernels.blockProducts(address, place.units, place.outputs, blocks, columns);
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
        units.set(views.units, member * hiddenSize);
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
