// The addresses at which the weights and lists of a fit lie in the memory of the kernels.
import type { SimdMemory } from "@signalbox/engine/internals";

/** The value at which squared slopes begin, so that a first step is no longer than the others. */
const SQUARES_START = 1e-6;

export interface Table {
  readonly address: number;
  readonly squares: number;
  readonly weights: Float32Array;
}

/** A list of entries where the kernels read it. */
export interface Entries {
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

export function placeTable(memory: SimdMemory, count: number): Table {
  const [address, squares] = [memory.reserve(4 * count), memory.reserve(4 * count)];
  memory.floats(squares, count).fill(SQUARES_START);
  return { address, squares, weights: memory.floats(address, count) };
}

export function placeEntries(memory: SimdMemory, count: number): Entries {
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

export interface Vector {
  readonly at: number;
  readonly values: Float32Array;
}

export function placeVector(memory: SimdMemory, values: ArrayLike<number>): Vector {
  const at = memory.reserve(4 * values.length);
  const view = memory.floats(at, values.length);
  view.set(values);
  return { at, values: view };
}
