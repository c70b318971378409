// One training row in the hand: what is kept of it, what the heads make of it, and how it moves the weights. Sums and steps run in
// the kernels of the engine, over weights that lie in their memory.
import { createSimdMemory, HEADS, HIDDEN_UNITS, ROW_MAX } from "@signalbox/engine/internals";
import type { SimdMemory } from "@signalbox/engine/internals";
import { splitmix32 } from "@signalbox/engine/numerics";
import type { Random } from "@signalbox/engine/numerics";
import { COLUMNS } from "./task-net.ts";
import type { TaskNet } from "./task-net.ts";
import type { SparseRows } from "./task-rows.ts";

export interface DescentOptions {
  readonly featureCount: number;
  /** Part of the penalty of a feature's weights that each row pays that meets it. @shape featureCount */
  readonly parts: Float32Array;
  /** Penalties by kind of feature. @shape each COLUMNS */
  readonly penalties: readonly Float32Array[];
  /** Which of `penalties` is a feature's. */
  readonly kindOf: (feature: number) => number;
  /** How strongly two wordings are drawn together. @shape COLUMNS */
  readonly likeness: Float32Array;
  /** Of the features of a row, but for the one that is always 1, and of the hidden units, those left out of one pass. */
  readonly leftOut: { readonly features: number; readonly units: number };
}

/** Columns of the output layer, as the kernel that sums rows takes them. */
const OUT_COLUMNS = Math.ceil(HEADS.count / 12) * 12;
/** Where squared slopes begin, so that a first step is no longer than the others. */
const SQUARES_START = 1e-6;
/** Weights of and behind the hidden units begin between plus and minus so much. */
const START = { hidden: 0.035, output: 0.17 } as const;
/** Hidden units take shorter steps than heads. */
const HIDDEN_STEP = 0.5;
const SEED = 42;

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

/** What all lists and vectors take together, generously. */
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
  /** What a hidden unit counts in this pass; 0 where it is left out or below zero. */
  readonly #gains = new Float64Array(HIDDEN_UNITS);
  #unitCount = 0;

  constructor(options: DescentOptions) {
    this.#options = options;
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
      if (at % COLUMNS >= HEADS.count) input[at] = draw(START.hidden);
    for (let at = 0; at < output.length; at += 1)
      if (at % OUT_COLUMNS < HEADS.count) output[at] = draw(START.output);
  }

  setStep(step: number): void {
    this.#steps.values.fill(step).fill(step * HIDDEN_STEP, HEADS.count);
    this.#outSteps.values.fill(step * HIDDEN_STEP);
  }

  /** A request: `toSlopes` turns its logits into their slopes. */
  learn(rows: SparseRows, row: number, toSlopes: (out: Float64Array) => void): void {
    const count = this.#keep(rows, row, this.#options.leftOut.features);
    this.#sum(count);
    this.#predict();
    toSlopes(this.#out);
    this.#slopes.values.set(this.#out);
    this.#outSlopes.values.set(this.#out);
    this.#slopeUnits();
    this.#move(count);
  }

  /** Two wordings of one request, which should be read alike. */
  liken(apart: SparseRows, row: number): void {
    const count = this.#keep(apart, row, 0);
    this.#sum(count);
    const { likeness } = this.#options;
    for (let column = 0; column < COLUMNS; column += 1)
      this.#slopes.values[column] = likeness[column]! * this.#sums.values[column]!;
    this.#move(count);
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

  /** Those that stay count for those left out. */
  #keep(rows: SparseRows, row: number, leftOut: number): number {
    const { ids, values, parts, penalties } = this.#row;
    const { parts: partOf, kindOf } = this.#options;
    let count = 0;
    for (let at = rows.offsets[row]!; at < rows.offsets[row + 1]!; at += 1) {
      const id = rows.ids[at]!;
      const isBase = id === 0;
      if (!isBase && leftOut > 0 && this.#random() < leftOut) continue;
      ids[count] = id;
      values[count] = isBase ? rows.values[at]! : rows.values[at]! / (1 - leftOut);
      parts[count] = partOf[id]!;
      penalties[count] = this.#penaltyAt[kindOf(id)]!;
      count += 1;
    }
    return count;
  }

  #sum(count: number): void {
    const { ids, values } = this.#row.at;
    this.#memory.kernels.sumRows(this.#input.address, ids, values, count, COLUMNS, this.#sums.at);
  }

  /** Logits of the sums, some of the units left out. */
  #predict(): void {
    const { ids, values } = this.#units;
    const { units: leftOut } = this.#options.leftOut;
    const sums = this.#sums.values;
    this.#out.set(sums.subarray(0, HEADS.count));
    this.#unitCount = 0;
    for (let unit = 0; unit < HIDDEN_UNITS; unit += 1) {
      const isKept = this.#random() >= leftOut && sums[HEADS.count + unit]! > 0;
      this.#gains[unit] = isKept ? 1 / (1 - leftOut) : 0;
      if (!isKept) continue;
      ids[this.#unitCount] = unit;
      values[this.#unitCount] = sums[HEADS.count + unit]! / (1 - leftOut);
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
      this.#slopes.values[HEADS.count + unit] = this.#gains[unit]! * this.#unitSlopes.values[unit]!;
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

  #move(count: number): void {
    const { at } = this.#row;
    const { address, squares } = this.#input;
    this.#memory.kernels.descendRows(
      address,
      squares,
      at.ids,
      at.values,
      at.parts,
      at.penalties,
      count,
      this.#slopes.at,
      this.#steps.at,
      COLUMNS,
    );
  }
}
