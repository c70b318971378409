// The linear heads over a row of features. Weights of concepts and layout are floats, added in doubles; those of hashed words come
// in a byte each with a scale by head, and their sums are whole numbers, which single precision keeps exact.
import { createSimdMemory, padRows, POOLED_COLUMNS, SUMMED_COLUMNS } from "../../kernels/simd-memory.ts";
import type { SimdMemory } from "../../kernels/simd-memory.ts";
import type { TensorStore } from "../artefact/tensor-store.ts";
import type { TaskFeatures, TaskRow } from "./task-features.ts";
import { ROW_MAX } from "./task-features.ts";
import { HASH_VALUE } from "./task-hashing.ts";

export interface TaskHeads {
  /** Logits of every head. @shape out headCount */
  run(row: TaskRow, out: Float64Array): void;
}

const roundUp = (count: number, step: number): number => Math.ceil(count / step) * step;
/** Beside the reserved bytes, for what alignment takes. */
const ROOM_BYTES = 128;

interface Rows {
  readonly address: number;
  readonly columns: number;
}

function placeExact(memory: SimdMemory, exact: Float32Array, headCount: number): Rows {
  const columns = roundUp(headCount, SUMMED_COLUMNS);
  const rows = padRows(exact, exact.length / headCount, headCount, columns);
  const address = memory.reserve(rows.length * 4);
  memory.floats(address, rows.length).set(rows);
  return { address, columns };
}

function placePacked(memory: SimdMemory, packed: Int8Array, headCount: number): Rows {
  const columns = roundUp(headCount, POOLED_COLUMNS);
  const rowCount = packed.length / headCount;
  const address = memory.reserve(rowCount * columns);
  const rows = memory.bytes(address, rowCount * columns);
  for (let row = 0; row < rowCount; row += 1)
    rows.set(packed.subarray(row * headCount, (row + 1) * headCount), row * columns);
  return { address, columns };
}

function capacityOf(exact: Float32Array, packed: Int8Array, headCount: number): number {
  const [summed, pooled] = [roundUp(headCount, SUMMED_COLUMNS), roundUp(headCount, POOLED_COLUMNS)];
  const rows = (exact.length / headCount) * summed * 4 + (packed.length / headCount) * pooled;
  return rows + 3 * 4 * ROW_MAX + 8 * summed + 4 * pooled + ROOM_BYTES;
}

/** @throws SignalboxError invalid_artefact when a tensor is missing or misshapen */
export function loadTaskHeads(store: TensorStore, features: TaskFeatures, headCount: number): TaskHeads {
  const { featureCount, hashAt } = features;
  const exact = store.float32("taskWeights", hashAt, headCount);
  const packed = store.int8("taskHashWeights", featureCount - hashAt, headCount);
  const scale = store.float32("taskHashScale", headCount).map((value) => value * HASH_VALUE);
  const memory = createSimdMemory(capacityOf(exact, packed, headCount));
  const [ofExact, ofPacked] = [placeExact(memory, exact, headCount), placePacked(memory, packed, headCount)];
  const [ids, values, ones] = [0, 0, 0].map(() => memory.reserve(4 * ROW_MAX)) as [number, number, number];
  const [sums, hashed] = [memory.reserve(8 * ofExact.columns), memory.reserve(4 * ofPacked.columns)];
  const { kernels } = memory;
  const idsView = memory.ints(ids, ROW_MAX);
  const valuesView = memory.floats(values, ROW_MAX);
  const [sumsView, hashedView] = [memory.doubles(sums, headCount), memory.floats(hashed, headCount)];
  memory.floats(ones, ROW_MAX).fill(1);
  return {
    run: (row, out) => {
      const { exactCount, count } = row;
      for (let at = 0; at < exactCount; at += 1) {
        idsView[at] = row.ids[at]!;
        valuesView[at] = row.values[at]!;
      }
      for (let at = exactCount; at < count; at += 1) idsView[at] = row.ids[at]! - hashAt;
      kernels.sumRows(ofExact.address, ids, values, exactCount, ofExact.columns, sums);
      kernels.pool(
        ofPacked.address,
        ids + 4 * exactCount,
        ones,
        count - exactCount,
        ofPacked.columns,
        hashed,
      );
      for (let head = 0; head < headCount; head += 1)
        out[head] = sumsView[head]! + scale[head]! * hashedView[head]!;
    },
  };
}
