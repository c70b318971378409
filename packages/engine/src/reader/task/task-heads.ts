// The heads over a row of features: linear, and beside them through a layer of hidden units. Both have their weights in one row a
// feature. Weights of concepts and layout are floats, added in doubles; those of hashed words come in a byte each with a scale by
// column, and their sums are whole numbers, which single precision keeps exact.
// @source Cheng et al. (2016), "Wide & deep learning for recommender systems"
import { createSimdMemory, padRows, POOLED_COLUMNS, SUMMED_COLUMNS } from "../../kernels/simd-memory.ts";
import type { SimdMemory } from "../../kernels/simd-memory.ts";
import type { TensorStore } from "../../artefact/tensor-store.ts";
import type { TaskFeatures, TaskRow } from "./task-features.ts";
import { ROW_MAX } from "./task-features.ts";
import { HASH_VALUE } from "./task-hashing.ts";

export interface TaskHeads {
  /** Logits of every head. @shape out headCount */
  run(row: TaskRow, out: Float64Array): void;
  /** What the hidden units said of the last row: 0 or more. @shape HIDDEN_UNITS */
  readonly units: Float64Array;
}

/** Beside the heads, so many that a row fills two passes of the kernel that adds bytes. */
export const HIDDEN_UNITS = 61;

const roundUp = (count: number, step: number): number => Math.ceil(count / step) * step;
/** Beside the reserved bytes, for what alignment takes. */
const ROOM_BYTES = 256;

interface Rows {
  readonly address: number;
  readonly columns: number;
}

function placeExact(memory: SimdMemory, exact: Float32Array, width: number): Rows {
  const columns = roundUp(width, SUMMED_COLUMNS);
  const rows = padRows(exact, exact.length / width, width, columns);
  const address = memory.reserve(rows.length * 4);
  memory.floats(address, rows.length).set(rows);
  return { address, columns };
}

function placePacked(memory: SimdMemory, packed: Int8Array, width: number): Rows {
  const columns = roundUp(width, POOLED_COLUMNS);
  const rowCount = packed.length / width;
  const address = memory.reserve(rowCount * columns);
  const rows = memory.bytes(address, rowCount * columns);
  if (columns === width) rows.set(packed);
  else
    for (let row = 0; row < rowCount; row += 1)
      rows.set(packed.subarray(row * width, (row + 1) * width), row * columns);
  return { address, columns };
}

interface Layer {
  /** Adds to `out` what the hidden units say. @shape hidden units; out headCount */
  addTo(out: Float64Array, units: Float64Array): void;
}

/** The units above zero, each with its row of weights by head. */
function placeLayer(memory: SimdMemory, output: Float32Array, headCount: number): Layer {
  const { address, columns } = placeExact(memory, output, headCount);
  const unitCount = output.length / headCount;
  const [ids, values] = [memory.reserve(4 * unitCount), memory.reserve(4 * unitCount)];
  const sums = memory.reserve(8 * columns);
  const [idsView, valuesView] = [memory.ints(ids, unitCount), memory.floats(values, unitCount)];
  const sumsView = memory.doubles(sums, columns);
  return {
    addTo: (out, units) => {
      let count = 0;
      for (let unit = 0; unit < unitCount; unit += 1) {
        const value = units[unit]!;
        if (value <= 0) continue;
        idsView[count] = unit;
        valuesView[count] = value;
        count += 1;
      }
      memory.kernels.sumRows(address, ids, values, count, columns, sums);
      for (let head = 0; head < headCount; head += 1) out[head] = out[head]! + sumsView[head]!;
    },
  };
}

interface Weights {
  /** @shape hashAt x (headCount + HIDDEN_UNITS) */
  readonly exact: Float32Array;
  /** @shape rows of hashed words x (headCount + HIDDEN_UNITS) */
  readonly packed: Int8Array;
  /** @shape HIDDEN_UNITS x headCount */
  readonly output: Float32Array;
}

function capacityOf({ exact, packed, output }: Weights, headCount: number): number {
  const width = headCount + HIDDEN_UNITS;
  const [summed, pooled] = [roundUp(width, SUMMED_COLUMNS), roundUp(width, POOLED_COLUMNS)];
  const rows = (exact.length / width) * summed * 4 + (packed.length / width) * pooled;
  const layer =
    HIDDEN_UNITS * (4 * roundUp(headCount, SUMMED_COLUMNS) + 8) + 8 * roundUp(headCount, SUMMED_COLUMNS);
  return rows + layer + 3 * 4 * ROW_MAX + 8 * summed + 4 * pooled + ROOM_BYTES + output.length;
}

function readWeights(store: TensorStore, { featureCount, hashAt }: TaskFeatures, headCount: number): Weights {
  const width = headCount + HIDDEN_UNITS;
  return {
    exact: store.float32("taskWeights", hashAt, width),
    packed: store.int8("taskHashWeights", featureCount - hashAt, width),
    output: store.float32("taskOutput", HIDDEN_UNITS, headCount),
  };
}

/** @throws SignalboxError invalid_artefact when a tensor is missing or misshapen */
export function loadTaskHeads(store: TensorStore, features: TaskFeatures, headCount: number): TaskHeads {
  const width = headCount + HIDDEN_UNITS;
  const weights = readWeights(store, features, headCount);
  const scale = store.float32("taskHashScale", width).map((value) => value * HASH_VALUE);
  const memory = createSimdMemory(capacityOf(weights, headCount));
  const exact = placeExact(memory, weights.exact, width);
  const packed = placePacked(memory, weights.packed, width);
  const layer = placeLayer(memory, weights.output, headCount);
  const [ids, values, ones] = [0, 0, 0].map(() => memory.reserve(4 * ROW_MAX)) as [number, number, number];
  const [sums, hashed] = [memory.reserve(8 * exact.columns), memory.reserve(4 * packed.columns)];
  const { kernels } = memory;
  const [idsView, valuesView] = [memory.ints(ids, ROW_MAX), memory.floats(values, ROW_MAX)];
  const [sumsView, hashedView] = [memory.doubles(sums, width), memory.floats(hashed, width)];
  memory.floats(ones, ROW_MAX).fill(1);
  const columnAt = (column: number): number => sumsView[column]! + scale[column]! * hashedView[column]!;
  const unitAt = (unit: number): number => columnAt(headCount + unit);
  const units = new Float64Array(HIDDEN_UNITS);
  return {
    units,
    run: (row, out) => {
      const { exactCount, count } = row;
      for (let at = 0; at < exactCount; at += 1) {
        idsView[at] = row.ids[at]!;
        valuesView[at] = row.values[at]!;
      }
      for (let at = exactCount; at < count; at += 1) idsView[at] = row.ids[at]! - features.hashAt;
      kernels.sumRows(exact.address, ids, values, exactCount, exact.columns, sums);
      const words = ids + 4 * exactCount;
      kernels.pool(packed.address, words, ones, count - exactCount, packed.columns, hashed);
      for (let head = 0; head < headCount; head += 1) out[head] = columnAt(head);
      for (let unit = 0; unit < HIDDEN_UNITS; unit += 1) units[unit] = Math.max(0, unitAt(unit));
      layer.addTo(out, units);
    },
  };
}
