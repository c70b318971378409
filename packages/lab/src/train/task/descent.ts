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
  type SimdMemory,
  SCORE_RANGE,
  SHARING,
  HIDDEN_UNITS,
} from "@signalbox/engine/internals";
import { splitmix32, type Random, minimise, sigmoid } from "@signalbox/engine/numerics";
import type { TaskNet } from "./task-net.ts";
import type { SparseRows, TaskRows } from "./task-rows.ts";

// Logistic regression on sparse rows, whose weights cost something: what is not shown often stays near zero.

export interface LogisticRow {
  readonly ids: ArrayLike<number>;
  /** @shape ids */
  readonly values: ArrayLike<number>;
  /** Share of the outcome. @range 0..1 */
  readonly share: number;
  /** How much the row counts. */
  readonly weight: number;
}

interface LogisticFit {
  /** The price of a weight, times half its square. @unit nats */
  readonly cost: number;
  /** So many weights from the first on cost nothing. */
  readonly freeCount: number;
  readonly iterations: number;
}

/** Keeps logarithms finite. */
const CHANCE_MARGIN = 1e-12;

/** @param weights where the fit begins; it ends there too */
export function fitLogistic(
  rows: readonly LogisticRow[],
  weights: Float64Array,
  { cost, freeCount, iterations }: LogisticFit,
): void {
  const objective = (x: Float64Array, gradient: Float64Array): number => {
    let loss = 0;
    gradient.fill(0);
    for (let at = freeCount; at < x.length; at += 1) {
      loss += (cost * x[at]! * x[at]!) / 2;
      gradient[at] = cost * x[at]!;
    }
    for (const { ids, values, share, weight } of rows) {
      let logit = 0;
      for (let entry = 0; entry < ids.length; entry += 1) logit += values[entry]! * x[ids[entry]!]!;
      const chance = sigmoid(logit);
      loss -=
        weight *
        (share * Math.log(chance + CHANCE_MARGIN) + (1 - share) * Math.log(1 - chance + CHANCE_MARGIN));
      const slope = weight * (chance - share);
      for (let entry = 0; entry < ids.length; entry += 1)
        gradient[ids[entry]!] = gradient[ids[entry]!]! + slope * values[entry]!;
    }
    return loss;
  };
  minimise(objective, weights, { iterations });
}

// A layer of hidden units in training: what those above zero say, some of them left out at random, and how the weights behind them
// move.

// The addresses at which the weights and lists of a fit lie in the memory of the kernels.

/** The value at which squared slopes begin, so that a first step is no longer than the others. */
const SQUARES_START = 1e-6;

interface Table {
  readonly address: number;
  readonly squares: number;
  readonly weights: Float32Array;
}

/** A list of entries where the kernels read it. */
interface Entries {
  readonly at: {
    readonly ids: number;
    readonly values: number;
    readonly parts: number;
    readonly penalties: number;
  };
  readonly ids: Int32Array;
  readonly values: Float32Array;
  readonly parts: Float32Array;
  readonly penalties: Int32Array;
}

function placeTable(memory: SimdMemory, count: number): Table {
  const [address, squares] = [memory.reserve(4 * count), memory.reserve(4 * count)];
  memory.floats(squares, count).fill(SQUARES_START);
  return { address, squares, weights: memory.floats(address, count) };
}

function placeEntries(memory: SimdMemory, count: number): Entries {
  const reserve = (): number => memory.reserve(4 * count);
  const at = { ids: reserve(), values: reserve(), parts: reserve(), penalties: reserve() };
  return {
    at,
    ids: memory.ints(at.ids, count),
    values: memory.floats(at.values, count),
    parts: memory.floats(at.parts, count),
    penalties: memory.ints(at.penalties, count),
  };
}

interface Vector {
  readonly at: number;
  readonly values: Float32Array;
}

function placeVector(memory: SimdMemory, values: ArrayLike<number>): Vector {
  const at = memory.reserve(4 * values.length);
  const view = memory.floats(at, values.length);
  view.set(values);
  return { at, values: view };
}

/** Columns that the kernel takes in one pass. */
const PASS_COLUMNS = 12;
/** Hidden units take shorter steps than heads. */
const HIDDEN_STEP = 0.5;

const columnsOf = (width: number): number => Math.ceil(width / PASS_COLUMNS) * PASS_COLUMNS;

interface UnitLayerShape {
  /** Numbers that a unit says something of. */
  readonly width: number;
  /** Weights begin between plus and minus so much. */
  readonly start: number;
  /** Share of the units that is left out of one pass. @range 0..1 */
  readonly leftOut: number;
}

/** Bytes of the weights and of what they need to move. */
const roomOfLayer = ({ width }: Pick<UnitLayerShape, "width">): number => 8 * HIDDEN_UNITS * columnsOf(width);

class UnitLayer {
  readonly #memory: SimdMemory;
  readonly #shape: UnitLayerShape;
  readonly #columns: number;
  readonly #random: Random;
  readonly #table: Table;
  readonly #active: Entries;
  readonly #sums: { readonly at: number; readonly values: Float64Array };
  readonly #slopes: Vector;
  readonly #unitSlopes: Vector;
  readonly #steps: Vector;
  /** How many units counted in the last reading. */
  #count = 0;

  constructor(memory: SimdMemory, shape: UnitLayerShape, random: Random) {
    const columns = columnsOf(shape.width);
    const vector = (length: number): Vector => placeVector(memory, new Float32Array(length));
    [this.#memory, this.#shape, this.#columns, this.#random] = [memory, shape, columns, random];
    this.#table = placeTable(memory, HIDDEN_UNITS * columns);
    this.#active = placeEntries(memory, HIDDEN_UNITS);
    this.#active.penalties.fill(vector(columns).at);
    const at = memory.reserve(8 * columns);
    this.#sums = { at, values: memory.doubles(at, columns) };
    [this.#slopes, this.#steps] = [vector(columns), vector(columns)];
    // The kernel multiplies rows by fours and writes one number for each.
    this.#unitSlopes = vector(HIDDEN_UNITS);
    const { weights } = this.#table;
    for (let place = 0; place < weights.length; place += 1)
      if (place % columns < shape.width) weights[place] = shape.start * (2 * random() - 1);
  }

  setStep(step: number): void {
    this.#steps.values.fill(step * HIDDEN_STEP);
  }

  /** Adds to `out` what the units say. @shape units HIDDEN_UNITS; out at least the width */
  read({ units, out }: { units: Float64Array; out: Float64Array }): void {
    const { ids, values, at } = this.#active;
    const { width, leftOut } = this.#shape;
    let count = 0;
    for (let unit = 0; unit < HIDDEN_UNITS; unit += 1) {
      const value = units[unit]!;
      if (value <= 0 || this.#random() < leftOut) continue;
      [ids[count], values[count]] = [unit, value / (1 - leftOut)];
      count += 1;
    }
    this.#count = count;
    const { address } = this.#table;
    this.#memory.kernels.sumRows(address, at.ids, at.values, count, this.#columns, this.#sums.at);
    for (let column = 0; column < width; column += 1) out[column]! += this.#sums.values[column]!;
  }

  /** Adds to `unitSlopes` those of the units, from the slopes of what they said; then the weights move. */
  descend({ slopes, unitSlopes }: { slopes: ArrayLike<number>; unitSlopes: Float32Array }): void {
    const { kernels } = this.#memory;
    const { address, squares } = this.#table;
    const { ids, at } = this.#active;
    this.#slopes.values.set(slopes);
    kernels.matrixVector(address, this.#slopes.at, this.#unitSlopes.at, HIDDEN_UNITS, this.#columns);
    for (let index = 0; index < this.#count; index += 1) {
      const unit = ids[index]!;
      unitSlopes[unit]! += this.#unitSlopes.values[unit]! / (1 - this.#shape.leftOut);
    }
    kernels.descendRows(
      address,
      squares,
      at.ids,
      at.values,
      at.parts,
      at.penalties,
      this.#count,
      this.#slopes.at,
      this.#steps.at,
      this.#columns,
    );
  }

  /** A copy of the weights as they are now. @shape HIDDEN_UNITS x width */
  get weights(): Float32Array {
    const { width } = this.#shape;
    const { weights } = this.#table;
    return Float32Array.from(
      { length: HIDDEN_UNITS * width },
      (_, at) => weights[Math.floor(at / width) * this.#columns + (at % width)]!,
    );
  }
}

// Slopes of the scores by which the parts of a turn are weighed against each other.

/** A row whose parts were weighed. */
interface Attended {
  /** Sums of the whole, then of each part. @shape (1 + partCount) x COLUMNS */
  readonly segments: Float64Array;
  /** @shape partCount x GROUPS.length */
  readonly counts: Float64Array;
  readonly shares: Float64Array;
  readonly partCount: number;
}

const WIDTH = GROUPS.length;
const SLOPE_MOST = 1;
/** A part that asks is looked for even where nearly nothing of it is looked at. */
const SHARE_LEAST = 1e-3;

/**
 * From the slopes of what a row adds up to.
 * @param whole @shape COLUMNS
 * @param slopes @shape out partCount x GROUPS.length
 */
function slopeScores(
  { segments, counts, shares, partCount }: Attended,
  whole: Float64Array,
  slopes: Float64Array,
): void {
  slopes.fill(0, 0, partCount * WIDTH);
  const sums = GROUPS.map(() => 0);
  for (let part = 0; part < partCount; part += 1) {
    const from = (1 + part) * COLUMNS;
    for (let column = 0; column < COLUMNS; column += 1) {
      const group = GROUP_OF[column]!;
      if (group >= 0) slopes[part * WIDTH + group]! += whole[column]! * segments[from + column]!;
    }
    for (let group = 0; group < WIDTH; group += 1) {
      slopes[part * WIDTH + group]! *= counts[part * WIDTH + group]!;
      sums[group]! += slopes[part * WIDTH + group]!;
    }
  }
  for (let part = 0; part < partCount; part += 1)
    for (let group = 0; group < WIDTH; group += 1) {
      const at = part * WIDTH + group;
      const slope = slopes[at]! - SHARING[group]! * shares[at]! * sums[group]!;
      const score = segments[(1 + part) * COLUMNS + SCORES_AT + group]!;
      const isBeyond = (score >= SCORE_RANGE.high && slope < 0) || (score <= SCORE_RANGE.low && slope > 0);
      slopes[at] = isBeyond ? 0 : Math.max(-SLOPE_MOST, Math.min(SLOPE_MOST, slope));
    }
}

/** Facts about the parts of a row. */
interface Guide {
  /** Marks of each part: 1 where it asks. */
  readonly asks: Int8Array;
  /** How much it counts, by group. @shape GROUPS */
  readonly guides: readonly number[];
}

/** Parts that ask are to have all of the share: minus the logarithm of theirs is added to the loss. */
function guideScores({ shares, partCount }: Attended, { asks, guides }: Guide, slopes: Float64Array): void {
  for (let group = 0; group < WIDTH; group += 1) {
    let asking = SHARE_LEAST;
    for (let part = 0; part < partCount; part += 1)
      if (asks[part] === 1) asking += shares[part * WIDTH + group]!;
    for (let part = 0; part < partCount; part += 1) {
      const at = part * WIDTH + group;
      slopes[at]! += guides[group]! * shares[at]! * (1 - Number(asks[part] === 1) / asking);
    }
  }
}

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
