// The three loops of the routing model in which nearly all numeric time goes, four floats at a time.
// Every array is 16-byte aligned; column counts are multiples of 4 (pool: 16). Parameters are byte addresses and counts.
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

const ROWS_AT_ONCE = 4;

interface RowBlock {
  /** Rows that are summed side by side: independent sums keep the adders busy, each in the order of a lone row. */
  readonly count: number;
  readonly matrix: number;
  readonly x: number;
  readonly out: number;
  readonly columns: number;
  readonly end: number;
  readonly cursor: number;
  readonly input: number;
  readonly sums: readonly number[];
  readonly rows: readonly number[];
}

/** Sums of `count` neighbouring rows; moves `matrix` and `out` behind them. */
function rowBlock(block: RowBlock): Code {
  const { count, matrix, x, out, columns, end, cursor, input } = block;
  const sums = block.sums.slice(0, count);
  const rows = block.rows.slice(0, count);
  return [
    rows.map((row, index) => put(row, add(get(matrix), multiply(get(columns), constant(index))))),
    sums.map((sum) => put(sum, zeroV)),
    put(cursor, get(x)),
    put(end, add(get(x), get(columns))),
    whileBelow(cursor, get(end), [
      put(input, loadV(get(cursor))),
      sums.map((sum, index) => [
        put(sum, addV(get(sum), multiplyV(loadV(get(rows[index] ?? 0)), get(input)))),
        put(rows[index] ?? 0, add(get(rows[index] ?? 0), constant(VECTOR_BYTES))),
      ]),
      put(cursor, add(get(cursor), constant(VECTOR_BYTES))),
    ]),
    sums.map((sum, index) => storeF32(add(get(out), constant(index * FLOAT_BYTES)), sumLanes(sum))),
    put(matrix, add(get(matrix), multiply(get(columns), constant(count)))),
    put(out, add(get(out), constant(count * FLOAT_BYTES))),
  ];
}

/** out[r] = sum over c of matrix[r x c] * x[c]. (matrix, x, out, rows, columns) */
function matrixVector(): WasmFunction {
  const [matrix, x, out, rows, columns] = [0, 1, 2, 3, 4];
  const [row, end, cursor] = [5, 6, 7];
  const shared = {
    matrix,
    x,
    out,
    columns,
    end,
    cursor,
    rows: [8, 9, 10, 11],
    sums: [12, 13, 14, 15],
    input: 16,
  };
  const body: Code = [
    put(columns, multiply(get(columns), constant(FLOAT_BYTES))),
    put(row, constant(ROWS_AT_ONCE)),
    // `row` counts the rows done after the coming block, so that a block never reaches beyond the last row.
    whileBelow(row, add(get(rows), constant(1)), [
      rowBlock({ ...shared, count: ROWS_AT_ONCE }),
      put(row, add(get(row), constant(ROWS_AT_ONCE))),
    ]),
    put(row, add(get(row), constant(1 - ROWS_AT_ONCE))),
    whileBelow(row, add(get(rows), constant(1)), [
      rowBlock({ ...shared, count: 1 }),
      put(row, add(get(row), constant(1))),
    ]),
  ];
  const locals = [
    ...Array.from({ length: 7 }, () => "i32" as const),
    ...Array.from({ length: 5 }, () => "v128" as const),
  ];
  return { name: "matrixVector", parameters: 5, returnsF32: false, locals, body };
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

/**
 * out[c] = sum over i of factors[i] * table[ids[i] x c], the table in int8. (table, ids, factors, count, columns, out)
 * Sixteen columns at a time stay in registers while all tokens pass by.
 */
function pool(): WasmFunction {
  const [table, ids, factors, count, columns, out] = [0, 1, 2, 3, 4, 5];
  const [end, id, factorAt, last, row, factor, shorts] = [6, 7, 8, 9, 10, 11, 12];
  const sums = [13, 14, 15, 16];
  const accumulate = (sum: number, part: Code): Code =>
    put(sum, addV(get(sum), multiplyV(get(factor), toFloats(part))));
  const halves = [0, 1].map((half): Code => [
    put(shorts, loadBytesAsShorts(add(get(row), constant(half * 8)))),
    accumulate(sums[half * 2] ?? 0, lowAsInts(get(shorts))),
    accumulate(sums[half * 2 + 1] ?? 0, highAsInts(get(shorts))),
  ]);
  const body: Code = [
    put(end, add(get(out), multiply(get(columns), constant(FLOAT_BYTES)))),
    put(last, add(get(ids), multiply(get(count), constant(FLOAT_BYTES)))),
    whileBelow(out, get(end), [
      sums.map((sum) => put(sum, zeroV)),
      put(id, get(ids)),
      put(factorAt, get(factors)),
      whileBelow(id, get(last), [
        put(row, add(get(table), multiply(loadI32(get(id)), get(columns)))),
        put(factor, splatF32(loadF32(get(factorAt)))),
        halves,
        put(id, add(get(id), constant(FLOAT_BYTES))),
        put(factorAt, add(get(factorAt), constant(FLOAT_BYTES))),
      ]),
      sums.map((sum, index) => storeV(get(out), get(sum), index * VECTOR_BYTES)),
      put(out, add(get(out), constant(sums.length * VECTOR_BYTES))),
      // The next sixteen columns of every row lie sixteen bytes further on.
      put(table, add(get(table), constant(16))),
    ]),
  ];
  const kinds = (kind: "i32" | "v128", length: number) => Array.from({ length }, () => kind);
  const locals = [...kinds("i32", 5), ...kinds("v128", 6)];
  return { name: "pool", parameters: 6, returnsF32: false, locals, body };
}

export const SIMD_FUNCTIONS: readonly WasmFunction[] = [matrixVector(), nearestSquared(), pool()];
