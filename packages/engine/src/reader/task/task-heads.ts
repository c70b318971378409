// The heads over a row of features: each part of the turn is summed by itself, attention adds the parts up, and the sums are read
// linearly and beside that through a layer of hidden units. All have their weights in one row a feature. Weights of concepts and layout are floats, added in doubles; those of hashed words come in a byte each with a scale by
// column, and their sums are whole numbers, which single precision keeps exact.
// @source Cheng et al. (2016), "Wide & deep learning for recommender systems"
import { createSimdMemory, padRows, POOLED_COLUMNS, SUMMED_COLUMNS } from "../../kernels/simd-memory.ts";
import type { SimdMemory } from "../../kernels/simd-memory.ts";
import type { TensorStore } from "../../artefact/tensor-store.ts";
import type { TaskFeatures, TaskRow } from "./task-features.ts";
import { ROW_MAX, SEGMENTS_MOST } from "./task-features.ts";
import {
  addUp,
  ASKED_FEATURES,
  COLUMNS,
  createAttention,
  HEADS,
  HIDDEN_AT,
  HIDDEN_UNITS,
  readAsked,
  weigh,
} from "./attention.ts";
import { HASH_VALUE } from "./task-hashing.ts";

interface TaskHeads {
  /** Logits of every head. @shape out HEADS.count */
  run(row: TaskRow, out: Float64Array): void;
  /** How much of the last turn's operation is read from each of its parts. @shape parts x GROUPS.length */
  readonly shares: Float64Array;
  /** Output of the hidden units for the last row: 0 or more. @shape HIDDEN_UNITS */
  readonly units: Float64Array;
}

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
  /** @shape hashAt x COLUMNS */
  readonly exact: Float32Array;
  /** @shape rows of hashed words x COLUMNS */
  readonly packed: Int8Array;
  /** @shape HIDDEN_UNITS x HEADS.count */
  readonly output: Float32Array;
}

function capacityOf({ exact, packed, output }: Weights): number {
  const [summed, pooled] = [roundUp(COLUMNS, SUMMED_COLUMNS), roundUp(COLUMNS, POOLED_COLUMNS)];
  const rows = (exact.length / COLUMNS) * summed * 4 + (packed.length / COLUMNS) * pooled;
  const layer =
    HIDDEN_UNITS * (4 * roundUp(HEADS.count, SUMMED_COLUMNS) + 8) + 8 * roundUp(HEADS.count, SUMMED_COLUMNS);
  return rows + layer + 3 * 4 * ROW_MAX + 8 * summed + 4 * pooled + ROOM_BYTES + output.length;
}

function readWeights(store: TensorStore, { featureCount, hashAt }: TaskFeatures): Weights {
  return {
    exact: store.float32("taskWeights", hashAt, COLUMNS),
    packed: store.int8("taskHashWeights", featureCount - hashAt, COLUMNS),
    output: store.float32("taskOutput", HIDDEN_UNITS, HEADS.count),
  };
}

/** @throws SignalboxError invalid_artefact when a tensor is missing or misshapen */
export function loadTaskHeads(store: TensorStore, features: TaskFeatures): TaskHeads {
  const weights = readWeights(store, features);
  const scale = store.float32("taskHashScale", COLUMNS).map((value) => value * HASH_VALUE);
  const memory = createSimdMemory(capacityOf(weights));
  const exact = placeExact(memory, weights.exact, COLUMNS);
  const packed = placePacked(memory, weights.packed, COLUMNS);
  const layer = placeLayer(memory, weights.output, HEADS.count);
  const [ids, values, ones] = [0, 0, 0].map(() => memory.reserve(4 * ROW_MAX)) as [number, number, number];
  const [sums, hashed] = [memory.reserve(8 * exact.columns), memory.reserve(4 * packed.columns)];
  const { kernels } = memory;
  const [idsView, valuesView] = [memory.ints(ids, ROW_MAX), memory.floats(values, ROW_MAX)];
  const [sumsView, hashedView] = [memory.doubles(sums, COLUMNS), memory.floats(hashed, COLUMNS)];
  memory.floats(ones, ROW_MAX).fill(1);
  const segments = new Float64Array(SEGMENTS_MOST * COLUMNS);
  const attention = createAttention();
  const { pooled, shares } = attention;
  const asked = new Float64Array(ASKED_FEATURES);
  const units = new Float64Array(HIDDEN_UNITS);
  const sumSegment = (row: TaskRow, segment: number, from: number): void => {
    const [words, to] = [row.hashedFrom[segment]!, row.ends[segment]!];
    for (let at = from; at < words; at += 1) {
      idsView[at] = row.ids[at]!;
      valuesView[at] = row.values[at]!;
    }
    for (let at = words; at < to; at += 1) idsView[at] = row.ids[at]! - features.hashAt;
    kernels.sumRows(exact.address, ids + 4 * from, values + 4 * from, words - from, exact.columns, sums);
    kernels.pool(packed.address, ids + 4 * words, ones, to - words, packed.columns, hashed);
    const at = segment * COLUMNS;
    for (let column = 0; column < COLUMNS; column += 1)
      segments[at + column] = sumsView[column]! + scale[column]! * hashedView[column]!;
  };
  return {
    units,
    shares,
    run: (row, out) => {
      const partCount = row.segmentCount - 1;
      for (let part = 1; part <= partCount; part += 1) sumSegment(row, part, row.ends[part - 1]!);
      weigh(segments, partCount, attention);
      readAsked(attention, row.units, { partCount, features: asked });
      const askedFrom = row.hashedFrom[0]! - ASKED_FEATURES;
      for (let at = 0; at < ASKED_FEATURES; at += 1) row.values[askedFrom + at] = asked[at]!;
      sumSegment(row, 0, 0);
      addUp(segments, partCount, attention);
      out.set(pooled.subarray(0, HEADS.count));
      for (let unit = 0; unit < HIDDEN_UNITS; unit += 1) units[unit] = Math.max(0, pooled[HIDDEN_AT + unit]!);
      layer.addTo(out, units);
    },
  };
}
