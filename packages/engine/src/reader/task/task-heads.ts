// The heads over a row of features: each part of the turn is summed by itself, attention adds the parts up, and the sums are read
// linearly and beside that through a layer of hidden units. All have their weights in one row a feature, a byte each, with a scale by
// column; rows of concepts and layout have one of their own beside it.
// @source Cheng et al. (2016), "Wide & deep learning for recommender systems"
import { padRows, POOLED_COLUMNS, SUMMED_COLUMNS } from "../../kernels/simd-memory.ts";
import type { SimdMemory } from "../../kernels/simd-memory.ts";
import type { TensorStore } from "../../artefact/tensor-store.ts";
import type { TaskFeatures, TaskRow } from "./task-features.ts";
import { ROW_MAX, SEGMENTS_MOST } from "./task-features.ts";
import type { TextSpan } from "./task-reading.ts";
import {
  addUp,
  ASKED_FEATURES,
  COLUMNS,
  createAttention,
  createSpanSums,
  HEADS,
  HIDDEN_AT,
  HIDDEN_UNITS,
  readAsked,
  weigh,
} from "./attention.ts";

interface TaskHeads {
  /** Logits of every head. @shape out HEADS.count */
  run(row: TaskRow, out: Float64Array): void;
  /** The same of the parts from `from` to `to` alone, of the row that was run last. It leaves `shares` and `units` as they are. */
  runParts(span: TextSpan, out: Float64Array): void;
  /** How much of the last turn's operation is read from each of its parts. @shape parts x GROUPS.length */
  readonly shares: Float64Array;
  /** Output of the hidden units for the last row: 0 or more. @shape HIDDEN_UNITS */
  readonly units: Float64Array;
}

const roundUp = (count: number, step: number): number => Math.ceil(count / step) * step;
const PACKED_COLUMNS = roundUp(COLUMNS, POOLED_COLUMNS);
/** A row of weights lies in two lines of the cache. */
const LINE_BYTES = 64;
/** Keeps the touched bytes, so that no compiler drops the touching. */
const sink = new Int32Array(1);
/** Beside the reserved bytes, for what alignment takes. */
const ROOM_BYTES = 256;

/** Rows widened with zeros to what the kernel takes in one pass. @returns their address */
function placePacked(memory: SimdMemory, packed: Int8Array): number {
  const rowCount = packed.length / COLUMNS;
  const address = memory.reserve(rowCount * PACKED_COLUMNS);
  const rows = memory.bytes(address, rowCount * PACKED_COLUMNS);
  if (PACKED_COLUMNS === COLUMNS) rows.set(packed);
  else
    for (let row = 0; row < rowCount; row += 1)
      rows.set(packed.subarray(row * COLUMNS, (row + 1) * COLUMNS), row * PACKED_COLUMNS);
  return address;
}

interface Layer {
  /** Adds to `out` what the hidden units above zero say. @shape units HIDDEN_UNITS; out width */
  addTo(out: Float64Array, units: Float64Array): void;
}

const roomOfLayer = (width: number): number =>
  HIDDEN_UNITS * (4 * roundUp(width, SUMMED_COLUMNS) + 8) + 8 * roundUp(width, SUMMED_COLUMNS) + ROOM_BYTES;

/** The units above zero, each with its row of weights. @param weights @shape HIDDEN_UNITS x width */
function placeLayer(memory: SimdMemory, weights: Float32Array, width: number): Layer {
  const columns = roundUp(width, SUMMED_COLUMNS);
  const rows = padRows(weights, HIDDEN_UNITS, width, columns);
  const address = memory.reserve(rows.length * 4);
  memory.floats(address, rows.length).set(rows);
  const [ids, values] = [memory.reserve(4 * HIDDEN_UNITS), memory.reserve(4 * HIDDEN_UNITS)];
  const sums = memory.reserve(8 * columns);
  const [idsView, valuesView] = [memory.ints(ids, HIDDEN_UNITS), memory.floats(values, HIDDEN_UNITS)];
  const sumsView = memory.doubles(sums, columns);
  return {
    addTo: (out, units) => {
      let count = 0;
      for (let unit = 0; unit < HIDDEN_UNITS; unit += 1) {
        const value = units[unit]!;
        if (value <= 0) continue;
        idsView[count] = unit;
        valuesView[count] = value;
        count += 1;
      }
      memory.kernels.sumRows(address, ids, values, count, columns, sums);
      for (let column = 0; column < width; column += 1) out[column] = out[column]! + sumsView[column]!;
    },
  };
}

/** Sums segments of rows of features. */
function createSummer(store: TensorStore, { featureCount, hashAt, memory, rowAt }: TaskFeatures) {
  const table = placePacked(memory, store.int8("taskWeights", featureCount, COLUMNS));
  const rows = memory.bytes(table, featureCount * PACKED_COLUMNS);
  const scale = store.float32("taskScale", COLUMNS);
  const rowScale = store.float32("taskRowScale", hashAt);
  const factors = memory.reserve(4 * ROW_MAX);
  const sums = memory.reserve(4 * PACKED_COLUMNS);
  const factorsView = memory.floats(factors, ROW_MAX);
  const sumsView = memory.floats(sums, COLUMNS);
  return (row: TaskRow, segment: number, out: Float64Array): void => {
    const from = segment === 0 ? 0 : row.ends[segment - 1]!;
    const [words, to] = [row.hashedFrom[segment]!, row.ends[segment]!];
    // Rows lie anywhere in 21 MB: asked for here, they come side by side instead of one behind the other.
    let touched = 0;
    for (let at = from; at < to; at += 1) {
      const id = row.ids[at]!;
      touched += rows[id * PACKED_COLUMNS]! + rows[id * PACKED_COLUMNS + LINE_BYTES]!;
    }
    sink[0] = touched;
    for (let at = from; at < words; at += 1) factorsView[at] = row.values[at]! * rowScale[row.ids[at]!]!;
    for (let at = words; at < to; at += 1) factorsView[at] = row.values[at]!;
    memory.kernels.pool(table, rowAt.ids + 4 * from, factors + 4 * from, to - from, PACKED_COLUMNS, sums);
    for (let column = 0; column < COLUMNS; column += 1)
      out[segment * COLUMNS + column] = scale[column]! * sumsView[column]!;
  };
}

/** @param featureCount rows of weights @unit bytes */
export const bytesOfHeads = (featureCount: number): number =>
  featureCount * PACKED_COLUMNS + 4 * ROW_MAX + 4 * PACKED_COLUMNS + roomOfLayer(HEADS.count) + ROOM_BYTES;

/**
 * @param features with room for the heads in their memory
 * @throws SignalboxError invalid_artefact when a tensor is missing or misshapen
 */
export function loadTaskHeads(store: TensorStore, features: TaskFeatures): TaskHeads {
  const { memory } = features;
  const sum = createSummer(store, features);
  const output = placeLayer(memory, store.float32("taskOutput", HIDDEN_UNITS, HEADS.count), HEADS.count);
  const segments = new Float64Array(SEGMENTS_MOST * COLUMNS);
  const attention = createAttention();
  const { pooled, shares } = attention;
  const spans = createSpanSums();
  const [spanSums, spanUnits] = [new Float64Array(COLUMNS), new Float64Array(HIDDEN_UNITS)];
  const asked = new Float64Array(ASKED_FEATURES);
  const units = new Float64Array(HIDDEN_UNITS);
  const conclude = (sums: Float64Array, hidden: Float64Array, out: Float64Array): void => {
    out.set(sums.subarray(0, HEADS.count));
    for (let unit = 0; unit < HIDDEN_UNITS; unit += 1) hidden[unit] = Math.max(0, sums[HIDDEN_AT + unit]!);
    output.addTo(out, hidden);
  };
  return {
    units,
    shares,
    run: (row, out) => {
      const partCount = row.segmentCount - 1;
      for (let part = 1; part <= partCount; part += 1) sum(row, part, segments);
      weigh(segments, partCount, attention);
      readAsked(attention, row.units, { partCount, features: asked });
      const askedFrom = row.hashedFrom[0]! - ASKED_FEATURES;
      for (let at = 0; at < ASKED_FEATURES; at += 1) row.values[askedFrom + at] = asked[at]!;
      sum(row, 0, segments);
      addUp(segments, partCount, attention);
      spans.take(segments, partCount, attention);
      conclude(pooled, units, out);
    },
    runParts: ({ from, to }, out) => {
      spans.addUp(from, to, spanSums);
      conclude(spanSums, spanUnits, out);
    },
  };
}
