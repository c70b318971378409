// The three loops of the routing model in which nearly all numeric time goes, four floats at a time.
// Every array is 16-byte aligned; column counts are multiples of 4 (pool: 8). Parameters are byte addresses and counts.
import {
  add,
  addF32,
  addV,
  constant,
  get,
  highAsInts,
  infinity,
  lane,
  loadBytesAsShorts,
  loadF32,
  loadI32,
  loadV,
  lowAsInts,
  minF32,
  multiply,
  multiplyV,
  put,
  splatF32,
  storeF32,
  storeV,
  subtractV,
  toFloats,
  whileBelow,
  zeroV,
  type Code,
  type WasmFunction,
} from "./wasm-module.ts";

const FLOAT_BYTES = 4;
const VECTOR_BYTES = 16;

/** ((lane 0 + lane 1) + lane 2) + lane 3: the order is part of the result. */
const sumLanes = (vector: number): Code =>
  [1, 2, 3].reduce<Code>((sum, index) => addF32(sum, lane(get(vector), index)), lane(get(vector), 0));

/** out[r] = sum over c of matrix[r x c] * x[c]. (matrix, x, out, rows, columns) */
function matrixVector(): WasmFunction {
  const [matrix, x, out, rows, columns] = [0, 1, 2, 3, 4];
  const [row, end, cursor, sum] = [5, 6, 7, 8];
  const body: Code = [
    put(columns, multiply(get(columns), constant(FLOAT_BYTES))),
    put(row, constant(0)),
    whileBelow(row, get(rows), [
      put(sum, zeroV),
      put(cursor, get(x)),
      put(end, add(get(x), get(columns))),
      whileBelow(cursor, get(end), [
        put(sum, addV(get(sum), multiplyV(loadV(get(matrix)), loadV(get(cursor))))),
        put(matrix, add(get(matrix), constant(VECTOR_BYTES))),
        put(cursor, add(get(cursor), constant(VECTOR_BYTES))),
      ]),
      storeF32(get(out), sumLanes(sum)),
      put(out, add(get(out), constant(FLOAT_BYTES))),
      put(row, add(get(row), constant(1))),
    ]),
  ];
  return {
    name: "matrixVector",
    parameters: 5,
    returnsF32: false,
    locals: ["i32", "i32", "i32", "v128"],
    body,
  };
}

/** Smallest over r of the sum over c of (matrix[r x c] - x[c])^2. (matrix, x, rows, columns) */
function nearestSquared(): WasmFunction {
  const [matrix, x, rows, columns] = [0, 1, 2, 3];
  const [row, end, cursor, sum, difference, best] = [4, 5, 6, 7, 8, 9];
  const body: Code = [
    put(columns, multiply(get(columns), constant(FLOAT_BYTES))),
    put(best, infinity),
    put(row, constant(0)),
    whileBelow(row, get(rows), [
      put(sum, zeroV),
      put(cursor, get(x)),
      put(end, add(get(x), get(columns))),
      whileBelow(cursor, get(end), [
        put(difference, subtractV(loadV(get(cursor)), loadV(get(matrix)))),
        put(sum, addV(get(sum), multiplyV(get(difference), get(difference)))),
        put(matrix, add(get(matrix), constant(VECTOR_BYTES))),
        put(cursor, add(get(cursor), constant(VECTOR_BYTES))),
      ]),
      put(best, minF32(get(best), sumLanes(sum))),
      put(row, add(get(row), constant(1))),
    ]),
    get(best),
  ];
  const locals = ["i32", "i32", "i32", "v128", "v128", "f32"] as const;
  return { name: "nearestSquared", parameters: 4, returnsF32: true, locals, body };
}

/** out[c] = sum over i of factors[i] * table[ids[i] x c], the table in int8. (table, ids, factors, count, columns, out) */
function pool(): WasmFunction {
  const [table, ids, factors, count, columns, out] = [0, 1, 2, 3, 4, 5];
  const [index, cursor, end, row, factor, shorts] = [6, 7, 8, 9, 10, 11];
  const accumulate = (part: Code, offset: number): Code =>
    storeV(get(cursor), addV(loadV(get(cursor), offset), multiplyV(get(factor), toFloats(part))), offset);
  const body: Code = [
    put(end, add(get(out), multiply(get(columns), constant(FLOAT_BYTES)))),
    put(cursor, get(out)),
    whileBelow(cursor, get(end), [
      storeV(get(cursor), zeroV),
      put(cursor, add(get(cursor), constant(VECTOR_BYTES))),
    ]),
    put(index, constant(0)),
    whileBelow(index, get(count), [
      put(row, add(get(table), multiply(loadI32(get(ids)), get(columns)))),
      put(factor, splatF32(loadF32(get(factors)))),
      put(cursor, get(out)),
      whileBelow(cursor, get(end), [
        put(shorts, loadBytesAsShorts(get(row))),
        accumulate(lowAsInts(get(shorts)), 0),
        accumulate(highAsInts(get(shorts)), VECTOR_BYTES),
        put(row, add(get(row), constant(8))),
        put(cursor, add(get(cursor), constant(2 * VECTOR_BYTES))),
      ]),
      put(ids, add(get(ids), constant(FLOAT_BYTES))),
      put(factors, add(get(factors), constant(FLOAT_BYTES))),
      put(index, add(get(index), constant(1))),
    ]),
  ];
  const locals = ["i32", "i32", "i32", "i32", "v128", "v128"] as const;
  return { name: "pool", parameters: 6, returnsF32: false, locals, body };
}

export const SIMD_FUNCTIONS: readonly WasmFunction[] = [matrixVector(), nearestSquared(), pool()];
