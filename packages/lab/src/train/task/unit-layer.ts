// A layer of hidden units in training: what those above zero say, some of them left out at random, and how the weights behind them
// move.
import { HIDDEN_UNITS } from "@signalbox/engine/internals";
import type { SimdMemory } from "@signalbox/engine/internals";
import type { Random } from "@signalbox/engine/numerics";
import { placeEntries, placeTable, placeVector } from "./descent-memory.ts";
import type { Entries, Table, Vector } from "./descent-memory.ts";

/** Columns that the kernel takes in one pass. */
const PASS_COLUMNS = 12;
/** Hidden units take shorter steps than heads. */
export const HIDDEN_STEP = 0.5;

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
export const roomOfLayer = ({ width }: Pick<UnitLayerShape, "width">): number =>
  8 * HIDDEN_UNITS * columnsOf(width);

export class UnitLayer {
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
