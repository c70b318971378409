// One training row in the hand: what is kept of it, what the heads make of it, and how it moves the weights. Sums and steps run in
// the kernels of the engine, over weights that lie in their memory.
import {
  addUp,
  ASKED_FEATURES,
  COLUMNS,
  createAttention,
  createSimdMemory,
  GROUP_OF,
  GROUPS,
  HEADS,
  HIDDEN_AT,
  ROW_MAX,
  SCORES_AT,
  readAsked,
  SEGMENTS_MOST,
  weigh,
} from "@signalbox/engine/internals";
import type { SimdMemory } from "@signalbox/engine/internals";
import { splitmix32 } from "@signalbox/engine/numerics";
import type { Random } from "@signalbox/engine/numerics";
import { placeEntries, placeTable, placeVector } from "./descent-memory.ts";
import type { Entries, Table, Vector } from "./descent-memory.ts";
import { HIDDEN_STEP, roomOfLayer, UnitLayer } from "./unit-layer.ts";
import { guideScores, slopeScores } from "./score-slopes.ts";
import type { TaskNet } from "./task-net.ts";
import type { SparseRows, TaskRows } from "./task-rows.ts";

interface DescentOptions {
  readonly featureCount: number;
  /** Part of the penalty of a feature's weights that each row pays that meets it. @shape featureCount */
  readonly parts: Float32Array;
  /** Penalties by kind of feature. @shape each COLUMNS */
  readonly penalties: readonly Float32Array[];
  /** Which of `penalties` is a feature's. */
  readonly kindOf: (feature: number) => number;
  /** Shares left out of one pass: of a row's features, but for the one that is always 1, and of the hidden units. */
  readonly leftOut: { readonly features: number; readonly units: number };
  /** How strongly the sums of two wordings of one request are drawn together. @shape COLUMNS */
  readonly likeness: Float32Array;
  /** How much it counts, by group of columns, that the parts which ask have all of the share. @shape GROUPS */
  readonly guides: readonly number[];
}

/** Weights of and behind the hidden units begin between plus and minus so much. */
const START = { hidden: 0.035, output: 0.17 } as const;
const SEED = 42;
const NOTHING_KNOWN = new Int8Array(0);
type LearntRows = SparseRows & Pick<TaskRows, "asks">;

/** Room for all lists and vectors together, generously. */
const ROOM_BYTES = 1 << 20;

export class Descent {
  readonly #options: DescentOptions;
  readonly #memory: SimdMemory;
  readonly #input: Table;
  readonly #output: UnitLayer;
  readonly #row: Entries;
  readonly #sums: { readonly at: number; readonly values: Float64Array };
  readonly #slopes: Vector;
  readonly #steps: Vector;
  readonly #penaltyAt: readonly number[];
  readonly #random: Random = splitmix32(SEED);
  readonly #out = new Float64Array(HEADS.count);
  /** Entries of the row in the hand: segment s keeps kept[s] .. kept[s + 1]. */
  readonly #kept = new Int32Array(SEGMENTS_MOST + 1);
  readonly #segments = new Float64Array(SEGMENTS_MOST * COLUMNS);
  readonly #attention = createAttention();
  readonly #asked = new Float64Array(ASKED_FEATURES);
  readonly #scoreSlopes = new Float64Array(SEGMENTS_MOST * GROUPS.length);
  /** Sums of one of two wordings. */
  readonly #apart = new Float64Array(COLUMNS);
  readonly #isLeftOut: Uint8Array;

  constructor(options: DescentOptions) {
    this.#options = options;
    this.#isLeftOut = new Uint8Array(options.featureCount);
    const weights = options.featureCount * COLUMNS;
    const { units: leftOut } = options.leftOut;
    const output = { width: HEADS.count, start: START.output, leftOut };
    const memory = createSimdMemory(8 * weights + roomOfLayer(output) + ROOM_BYTES);
    this.#memory = memory;
    this.#input = placeTable(memory, weights);
    this.#begin();
    this.#output = new UnitLayer(memory, output, this.#random);
    this.#row = placeEntries(memory, ROW_MAX);
    const sums = memory.reserve(8 * COLUMNS);
    this.#sums = { at: sums, values: memory.doubles(sums, COLUMNS) };
    const vector = (length: number): Vector => placeVector(memory, new Float32Array(length));
    [this.#slopes, this.#steps] = [vector(COLUMNS), vector(COLUMNS)];
    this.#penaltyAt = options.penalties.map((penalty) => placeVector(memory, penalty).at);
  }

  #begin(): void {
    const { weights } = this.#input;
    for (let at = 0; at < weights.length; at += 1)
      if (at % COLUMNS >= HIDDEN_AT) weights[at] = START.hidden * (2 * this.#random() - 1);
  }

  setStep(step: number): void {
    this.#steps.values.fill(step).fill(step * HIDDEN_STEP, HIDDEN_AT);
    this.#output.setStep(step);
  }

  /** A request: `toSlopes` turns its logits into their slopes. */
  learn(rows: LearntRows, row: number, toSlopes: (out: Float64Array) => void): void {
    const segmentCount = this.#pool(rows, row, this.#options.leftOut.features);
    const { pooled } = this.#attention;
    this.#out.set(pooled.subarray(0, HEADS.count));
    this.#output.read({ units: pooled.subarray(HIDDEN_AT), out: this.#out });
    toSlopes(this.#out);
    const { values } = this.#slopes;
    values.fill(0).set(this.#out);
    this.#output.descend({ slopes: this.#out, unitSlopes: values.subarray(HIDDEN_AT) });
    this.#slopeParts(segmentCount, rows.asks.subarray(rows.starts[row]! + 1, rows.starts[row + 1]));
  }

  /**
   * Two wordings of one request, which should be read alike: one of them moves towards the other by the features that the other does
   * not have. Twice as far, since it is the turn of either every other time.
   */
  liken(rows: LearntRows, one: number, other: number): void {
    const [still, moved] = this.#random() < 0.5 ? [one, other] : [other, one];
    const stillSegments = this.#pool(rows, still, 0);
    this.#apart.set(this.#attention.pooled);
    const known = this.#row.ids.slice(0, this.#kept[stillSegments]);
    const segmentCount = this.#pool(rows, moved, 0);
    this.#leaveOut(known, segmentCount);
    const { likeness } = this.#options;
    for (let column = 0; column < COLUMNS; column += 1)
      this.#slopes.values[column] =
        2 * likeness[column]! * (this.#attention.pooled[column]! - this.#apart[column]!);
    this.#slopeParts(segmentCount, NOTHING_KNOWN);
  }

  /** Takes features out of the row in the hand, once it was added up. */
  #leaveOut(known: Int32Array, segmentCount: number): void {
    const { ids, values, parts, penalties } = this.#row;
    for (const id of known) this.#isLeftOut[id] = 1;
    let [count, from] = [0, 0];
    for (let segment = 0; segment < segmentCount; segment += 1) {
      const to = this.#kept[segment + 1]!;
      for (let at = from; at < to; at += 1) {
        if (this.#isLeftOut[ids[at]!] === 1) continue;
        [ids[count], values[count], parts[count], penalties[count]] = [
          ids[at]!,
          values[at]!,
          parts[at]!,
          penalties[at]!,
        ];
        count += 1;
      }
      from = to;
      this.#kept[segment + 1] = count;
    }
    for (const id of known) this.#isLeftOut[id] = 0;
  }

  /** @returns how many segments the row has */
  #pool(rows: LearntRows, row: number, leftOut: number): number {
    const segmentCount = this.#keep(rows, row, leftOut);
    const partCount = segmentCount - 1;
    for (let segment = 1; segment < segmentCount; segment += 1) this.#sum(segment);
    weigh(this.#segments, partCount, this.#attention);
    const units = rows.units.subarray(rows.starts[row]! + 1, rows.starts[row + 1]);
    readAsked(this.#attention, units, { partCount, features: this.#asked });
    const { ids, values } = this.#row;
    for (let at = 0; at < this.#kept[1]!; at += 1) {
      const asked = this.#asked[ids[at]! - rows.askedAt];
      if (asked !== undefined) values[at] = asked / (1 - leftOut);
    }
    this.#sum(0);
    addUp(this.#segments, partCount, this.#attention);
    return segmentCount;
  }

  /** From the slopes of what the row adds up to, those of each segment; then their weights move. */
  #slopeParts(segmentCount: number, asks: Int8Array): void {
    const [whole, partCount, width] = [
      Float64Array.from(this.#slopes.values),
      segmentCount - 1,
      GROUPS.length,
    ];
    const attended = { ...this.#attention, segments: this.#segments, partCount };
    slopeScores(attended, whole, this.#scoreSlopes);
    if (partCount > 1 && (asks[0] ?? 0) !== 0)
      guideScores(attended, { asks, guides: this.#options.guides }, this.#scoreSlopes);
    this.#move(0);
    for (let part = 0; part < partCount; part += 1) {
      const own = this.#slopes.values;
      for (let column = 0; column < COLUMNS; column += 1) {
        const group = GROUP_OF[column]!;
        if (group >= 0) own[column] = this.#attention.counts[part * width + group]! * whole[column]!;
      }
      for (let group = 0; group < width; group += 1)
        own[SCORES_AT + group] = this.#scoreSlopes[part * width + group]!;
      this.#move(1 + part);
    }
  }

  /** The weights as they are now, those of the layer copied. */
  get net(): TaskNet {
    return { weights: this.#input.weights, output: this.#output.weights };
  }

  /** Those that stay count for those left out. @returns segments of the row */
  #keep(rows: SparseRows, row: number, leftOut: number): number {
    const { ids, values, parts, penalties } = this.#row;
    const { parts: partOf, kindOf } = this.#options;
    const [first, last] = [rows.starts[row]!, rows.starts[row + 1]!];
    let count = 0;
    for (let segment = first; segment < last; segment += 1) {
      const from = rows.offsets[segment]!;
      for (let at = from; at < rows.offsets[segment + 1]!; at += 1) {
        const id = rows.ids[at]!;
        const isBase = at === from;
        if (!isBase && leftOut > 0 && this.#random() < leftOut) continue;
        ids[count] = id;
        values[count] = isBase ? rows.values[at]! : rows.values[at]! / (1 - leftOut);
        parts[count] = partOf[id]!;
        penalties[count] = this.#penaltyAt[kindOf(id)]!;
        count += 1;
      }
      this.#kept[segment - first + 1] = count;
    }
    return last - first;
  }

  #sum(segment: number): void {
    const { ids, values } = this.#row.at;
    const [from, to] = [this.#kept[segment]!, this.#kept[segment + 1]!];
    const { kernels } = this.#memory;
    kernels.sumRows(
      this.#input.address,
      ids + 4 * from,
      values + 4 * from,
      to - from,
      COLUMNS,
      this.#sums.at,
    );
    this.#segments.set(this.#sums.values, segment * COLUMNS);
  }

  #move(segment: number): void {
    const { at } = this.#row;
    const { address, squares } = this.#input;
    const [from, to] = [this.#kept[segment]!, this.#kept[segment + 1]!];
    this.#memory.kernels.descendRows(
      address,
      squares,
      at.ids + 4 * from,
      at.values + 4 * from,
      at.parts + 4 * from,
      at.penalties + 4 * from,
      to - from,
      this.#slopes.at,
      this.#steps.at,
      COLUMNS,
    );
  }
}
