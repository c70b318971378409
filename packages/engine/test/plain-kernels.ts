/* oxlint-disable max-params -- the signatures are those of the WebAssembly functions */
// The kernels in plain JavaScript: they define what the SIMD ones must give to the last bit (four running sums, single
// precision, lanes added in order).
import { BLOCK_ROWS, placeOf } from "../src/kernels/row-blocks.ts";
import type { Kernels } from "../src/kernels/simd-memory.ts";

const { fround } = Math;
const FLOAT_BYTES = 4;
const DOUBLE_BYTES = 8;

function sumLanes(lanes: Float32Array): number {
  return fround(fround(fround(lanes[0]! + lanes[1]!) + lanes[2]!) + lanes[3]!);
}

function createMatrixVector(floats: Float32Array): Kernels["matrixVector"] {
  const lanes = new Float32Array(4);
  return (matrix, x, out, rows, columns) => {
    const [weights, input, output] = [matrix / FLOAT_BYTES, x / FLOAT_BYTES, out / FLOAT_BYTES];
    for (let row = 0; row < rows; row += 1) {
      lanes.fill(0);
      for (let column = 0; column < columns; column += 1)
        lanes[column % 4]! += fround(floats[weights + row * columns + column]! * floats[input + column]!);
      floats[output + row] = sumLanes(lanes);
    }
  };
}

function createNearestSquared(floats: Float32Array): Kernels["nearestSquared"] {
  const lanes = new Float32Array(4);
  return (matrix, x, blocks, columns) => {
    const [centres, input] = [matrix / FLOAT_BYTES, x / FLOAT_BYTES];
    let best = Number.POSITIVE_INFINITY;
    for (let row = 0; row < blocks * BLOCK_ROWS; row += 1) {
      lanes.fill(0);
      for (let column = 0; column < columns; column += 1) {
        const centre = floats[centres + placeOf(row, column, columns)]!;
        const difference = fround(floats[input + column]! - centre);
        lanes[column % 4]! += fround(difference * difference);
      }
      best = Math.min(best, sumLanes(lanes));
    }
    return best;
  };
}

function createPool(buffer: ArrayBuffer, floats: Float32Array): Kernels["pool"] {
  const bytes = new Int8Array(buffer);
  const ints = new Int32Array(buffer);
  return (table, ids, factors, count, columns, out) => {
    const output = out / FLOAT_BYTES;
    floats.fill(0, output, output + columns);
    for (let index = 0; index < count; index += 1) {
      const row = table + ints[ids / FLOAT_BYTES + index]! * columns;
      const factor = floats[factors / FLOAT_BYTES + index]!;
      for (let column = 0; column < columns; column += 1)
        floats[output + column]! += fround(factor * bytes[row + column]!);
    }
  };
}

function createSumRows(buffer: ArrayBuffer, floats: Float32Array): Kernels["sumRows"] {
  const doubles = new Float64Array(buffer);
  const ints = new Int32Array(buffer);
  return (table, ids, factors, count, columns, out) => {
    const output = out / DOUBLE_BYTES;
    doubles.fill(0, output, output + columns);
    for (let index = 0; index < count; index += 1) {
      const row = table / FLOAT_BYTES + ints[ids / FLOAT_BYTES + index]! * columns;
      const factor = floats[factors / FLOAT_BYTES + index]!;
      for (let column = 0; column < columns; column += 1)
        doubles[output + column]! += factor * floats[row + column]!;
    }
  };
}

function createDescendRows(floats: Float32Array, ints: Int32Array): Kernels["descendRows"] {
  return (table, squares, ids, factors, parts, penalties, count, slopes, steps, columns) => {
    for (let index = 0; index < count; index += 1) {
      const from = ints[ids / FLOAT_BYTES + index]! * columns;
      const factor = floats[factors / FLOAT_BYTES + index]!;
      const part = floats[parts / FLOAT_BYTES + index]!;
      const penalty = ints[penalties / FLOAT_BYTES + index]! / FLOAT_BYTES;
      for (let column = 0; column < columns; column += 1) {
        const [weight, square] = [table / FLOAT_BYTES + from + column, squares / FLOAT_BYTES + from + column];
        const shrunk = fround(fround(part * floats[penalty + column]!) * floats[weight]!);
        const slope = fround(fround(factor * floats[slopes / FLOAT_BYTES + column]!) + shrunk);
        floats[square] = fround(floats[square]! + fround(slope * slope));
        const stepped = fround(floats[steps / FLOAT_BYTES + column]! * slope);
        floats[weight]! -= fround(stepped / fround(Math.sqrt(floats[square])));
      }
    }
  };
}

export function createPlainKernels(buffer: ArrayBuffer): Kernels {
  const floats = new Float32Array(buffer);
  return {
    matrixVector: createMatrixVector(floats),
    nearestSquared: createNearestSquared(floats),
    pool: createPool(buffer, floats),
    sumRows: createSumRows(buffer, floats),
    descendRows: createDescendRows(floats, new Int32Array(buffer)),
  };
}
