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
  HIDDEN_UNITS,
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
  /** Features of a row, but for the one that is always 1, and hidden units that are left out of one pass. */
  readonly leftOut: { readonly features: number; readonly units: number };
  /** How strongly the sums of two wordings of one request are drawn together. @shape COLUMNS */
  readonly likeness: Float32Array;
  /** How much it counts, by group of columns, that the parts which ask have all of the share. @shape GROUPS */
  readonly guides: readonly number[];
}

/** Columns of the output layer, as the kernel that sums rows takes them. */
const OUT_COLUMNS = Math.ceil(HEADS.count / 12) * 12;
/** Weights of and behind the hidden units begin between plus and minus so much. */
const START = { hidden: 0.035, output: 0.17 } as const;
/** Hidden units take shorter steps than heads. */
const HIDDEN_STEP = 0.5;
const SEED = 42;
const NOTHING_KNOWN = new Int8Array(0);
type LearntRows = SparseRows & Pick<TaskRows, "asks">;

/** Bytes that all lists and vectors take together, generously. */
const ROOM_BYTES = 1 << 20;

export class Descent {
  readonly #options: DescentOptions;
  readonly #memory: SimdMemory;
  readonly #input: Table;
  readonly #output: Table;
  readonly #row: Entries;
  readonly #units: Entries;
  readonly #sums: { readonly at: number; readonly values: Float64Array };
  readonly #slopes: Vector;
  readonly #outSlopes: Vector;
  readonly #unitSlopes: Vector;
  readonly #steps: Vector;
  readonly #outSteps: Vector;
  readonly #penaltyAt: readonly number[];
  readonly #random: Random = splitmix32(SEED);
  readonly #out = new Float64Array(HEADS.count);
  /** The factor of a hidden unit in this pass; 0 where it is left out or below zero. */
  readonly #gains = new Float64Array(HIDDEN_UNITS);
  #unitCount = 0;
  /** Entries of the row in the hand: segment s keeps kept[s] .. kept[s + 1]. */
  readonly #kept = new Int32Array(SEGMENTS_MOST + 1);
  readonly #segments = new Float64Array(SEGMENTS_MOST * COLUMNS);
  readonly #attention = createAttention();
  readonly #asked = new Float64Array(ASKED_FEATURES);
  readonly #scoreSlopes = new Float64Array(SEGMENTS_MOST * GROUPS.length);
  /** The sums of one of two wordings. */
  readonly #apart = new Float64Array(COLUMNS);
  readonly #isLeftOut: Uint8Array;

  constructor(options: DescentOptions) {
    this.#options = options;
    this.#isLeftOut = new Uint8Array(options.featureCount);
    const weights = options.featureCount * COLUMNS;
    const memory = createSimdMemory(8 * (weights + HIDDEN_UNITS * OUT_COLUMNS) + ROOM_BYTES);
    this.#memory = memory;
    [this.#input, this.#output] = [
      placeTable(memory, weights),
      placeTable(memory, HIDDEN_UNITS * OUT_COLUMNS),
    ];
    [this.#row, this.#units] = [placeEntries(memory, ROW_MAX), placeEntries(memory, HIDDEN_UNITS)];
    const sums = memory.reserve(8 * COLUMNS);
    this.#sums = { at: sums, values: memory.doubles(sums, COLUMNS) };
    const vector = (length: number): Vector => placeVector(memory, new Float32Array(length));
    [this.#slopes, this.#steps] = [vector(COLUMNS), vector(COLUMNS)];
    [this.#outSlopes, this.#outSteps] = [vector(OUT_COLUMNS), vector(OUT_COLUMNS)];
    // The kernel multiplies rows by fours and writes one number for each.
    this.#unitSlopes = vector(HIDDEN_UNITS);
    this.#penaltyAt = options.penalties.map((penalty) => placeVector(memory, penalty).at);
    this.#units.penalties.fill(vector(OUT_COLUMNS).at);
    this.#begin();
  }

  #begin(): void {
    const draw = (reach: number): number => reach * (2 * this.#random() - 1);
    const [input, output] = [this.#input.weights, this.#output.weights];
    for (let at = 0; at < input.length; at += 1)
      if (at % COLUMNS >= HIDDEN_AT) input[at] = draw(START.hidden);
    for (let at = 0; at < output.length; at += 1)
      if (at % OUT_COLUMNS < HEADS.count) output[at] = draw(START.output);
  }

  setStep(step: number): void {
    this.#steps.values.fill(step).fill(step * HIDDEN_STEP, HIDDEN_AT);
    this.#outSteps.values.fill(step * HIDDEN_STEP);
  }

  /** A request: `toSlopes` turns its logits into their slopes. */
  learn(rows: LearntRows, row: number, toSlopes: (out: Float64Array) => void): void {
    const segmentCount = this.#pool(rows, row, this.#options.leftOut.features);
    this.#predict();
    toSlopes(this.#out);
    this.#slopes.values.fill(0);
    this.#slopes.values.set(this.#out);
    this.#outSlopes.values.set(this.#out);
    this.#slopeUnits();
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

  /** A copy of the weights as they are now. */
  get net(): TaskNet {
    const { weights } = this.#output;
    const output = Float32Array.from(
      { length: HIDDEN_UNITS * HEADS.count },
      (_, at) => weights[Math.floor(at / HEADS.count) * OUT_COLUMNS + (at % HEADS.count)]!,
    );
    return { weights: this.#input.weights, output };
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

  /** Logits of the sums, some of the units left out. */
  #predict(): void {
    const { ids, values } = this.#units;
    const { units: leftOut } = this.#options.leftOut;
    const pooled = this.#attention.pooled;
    const sums = this.#sums.values;
    this.#out.set(pooled.subarray(0, HEADS.count));
    this.#unitCount = 0;
    for (let unit = 0; unit < HIDDEN_UNITS; unit += 1) {
      const isKept = this.#random() >= leftOut && pooled[HIDDEN_AT + unit]! > 0;
      this.#gains[unit] = isKept ? 1 / (1 - leftOut) : 0;
      if (!isKept) continue;
      ids[this.#unitCount] = unit;
      values[this.#unitCount] = pooled[HIDDEN_AT + unit]! / (1 - leftOut);
      this.#unitCount += 1;
    }
    const { at } = this.#units;
    this.#memory.kernels.sumRows(
      this.#output.address,
      at.ids,
      at.values,
      this.#unitCount,
      OUT_COLUMNS,
      this.#sums.at,
    );
    for (let head = 0; head < HEADS.count; head += 1) this.#out[head] = this.#out[head]! + sums[head]!;
  }

  /** Slopes of the units from those of the heads; then the weights behind the units move. */
  #slopeUnits(): void {
    const { kernels } = this.#memory;
    const { address, squares } = this.#output;
    kernels.matrixVector(address, this.#outSlopes.at, this.#unitSlopes.at, HIDDEN_UNITS, OUT_COLUMNS);
    for (let unit = 0; unit < HIDDEN_UNITS; unit += 1)
      this.#slopes.values[HIDDEN_AT + unit] = this.#gains[unit]! * this.#unitSlopes.values[unit]!;
    const { at } = this.#units;
    kernels.descendRows(
      address,
      squares,
      at.ids,
      at.values,
      at.parts,
      at.penalties,
      this.#unitCount,
      this.#outSlopes.at,
      this.#outSteps.at,
      OUT_COLUMNS,
    );
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
