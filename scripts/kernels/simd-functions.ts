// The loops of the routing model in which nearly all numeric time goes, four floats at a time.
// Every array is 16-byte aligned; column counts are multiples of 4 (pool: 48, sumRows: 12). Parameters are byte addresses and counts.
import {
  add,
  addDoubles,
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
  loadTwoAsDoubles,
  loadV,
  lowAsInts,
  minF32,
  multiply,
  multiplyDoubles,
  multiplyV,
  put,
  splatAsDouble,
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
import { descendRows } from "./descend-rows.ts";

const FLOAT_BYTES = 4;
const VECTOR_BYTES = 16;
/** Lanes of the pooled vector that stand in registers together. */
const POOLED_COLUMNS = 48;

const kinds = (kind: "i32" | "v128", length: number) => Array.from({ length }, () => kind);

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
    sums.map((sum, index) => storeF32(get(out), sumLanes(sum), index * FLOAT_BYTES)),
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
  const locals = [...kinds("i32", 7), ...kinds("v128", 5)];
  return { name: "matrixVector", parameters: 5, returnsF32: false, locals, body };
}

/** Rows that lie beside each other in a block, four columns of each in turn: one cursor runs through all of them. */
const BLOCK_ROWS = 8;
const BLOCK_BYTES = BLOCK_ROWS * VECTOR_BYTES;

interface BlockLoop {
  readonly matrix: number;
  readonly x: number;
  readonly columns: number;
  readonly cursor: number;
  readonly end: number;
  readonly input: number;
  readonly sums: readonly number[];
  /** The amount that four columns of a row add to its sum. */
  readonly part: (four: Code) => Code;
}

/** Sums over the columns of one block; moves `matrix` behind it. Eight sums keep the adders busy, each in the order of a lone row. */
function blockLoop({ matrix, x, columns, cursor, end, input, sums, part }: BlockLoop): Code {
  return [
    sums.map((sum) => put(sum, zeroV)),
    put(cursor, get(x)),
    put(end, add(get(x), get(columns))),
    whileBelow(cursor, get(end), [
      put(input, loadV(get(cursor))),
      sums.map((sum, index) => put(sum, addV(get(sum), part(loadV(get(matrix), index * VECTOR_BYTES))))),
      put(matrix, add(get(matrix), constant(BLOCK_BYTES))),
      put(cursor, add(get(cursor), constant(VECTOR_BYTES))),
    ]),
  ];
}

/** Smallest over r of the sum over c of (matrix[r x c] - x[c])^2, rows in blocks. (matrix, x, blocks, columns) */
function nearestSquared(): WasmFunction {
  const [matrix, x, blocks, columns] = [0, 1, 2, 3];
  const [block, cursor, end, input, difference] = [4, 5, 6, 7, 8];
  const sums = Array.from({ length: BLOCK_ROWS }, (_, row) => 9 + row);
  const best = 9 + BLOCK_ROWS;
  const part = (four: Code): Code => [
    put(difference, subtractV(get(input), four)),
    multiplyV(get(difference), get(difference)),
  ];
  const body: Code = [
    put(columns, multiply(get(columns), constant(FLOAT_BYTES))),
    put(best, infinity),
    put(block, constant(0)),
    whileBelow(block, get(blocks), [
      blockLoop({ matrix, x, columns, cursor, end, input, sums, part }),
      sums.map((sum) => put(best, minF32(get(best), sumLanes(sum)))),
      put(block, add(get(block), constant(1))),
    ]),
    get(best),
  ];
  const locals = [...kinds("i32", 3), ...kinds("v128", 2 + BLOCK_ROWS), "f32" as const];
  return { name: "nearestSquared", parameters: 4, returnsF32: true, locals, body };
}

/**
 * out[c] = sum over i of factors[i] * table[ids[i] x c], the table in int8. (table, ids, factors, count, columns, out)
 * Forty-eight columns at a time stay in registers while all tokens pass by.
 */
function pool(): WasmFunction {
  const [table, ids, factors, count, columns, out] = [0, 1, 2, 3, 4, 5];
  const [end, id, factorAt, last, row, factor, shorts] = [6, 7, 8, 9, 10, 11, 12];
  const sums = Array.from({ length: POOLED_COLUMNS / 4 }, (_, four) => 13 + four);
  const accumulate = (sum: number, part: Code): Code =>
    put(sum, addV(get(sum), multiplyV(get(factor), toFloats(part))));
  const eights = Array.from({ length: POOLED_COLUMNS / 8 }, (_, eight): Code => [
    put(shorts, loadBytesAsShorts(get(row), eight * 8)),
    accumulate(sums[eight * 2] ?? 0, lowAsInts(get(shorts))),
    accumulate(sums[eight * 2 + 1] ?? 0, highAsInts(get(shorts))),
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
        eights,
        put(id, add(get(id), constant(FLOAT_BYTES))),
        put(factorAt, add(get(factorAt), constant(FLOAT_BYTES))),
      ]),
      sums.map((sum, index) => storeV(get(out), get(sum), index * VECTOR_BYTES)),
      put(out, add(get(out), constant(sums.length * VECTOR_BYTES))),
      // The next columns of every row lie as many bytes further on.
      put(table, add(get(table), constant(POOLED_COLUMNS))),
    ]),
  ];
  const locals = [...kinds("i32", 5), ...kinds("v128", 2 + sums.length)];
  return { name: "pool", parameters: 6, returnsF32: false, locals, body };
}

/** Sums of rows that stand in registers together. */
const SUMMED_COLUMNS = 12;
const DOUBLE_BYTES = 8;

/**
 * out[c] = sum over i of factors[i] * table[ids[i] x c], in doubles and in the order of the ids. (table, ids, factors, count,
 * columns, out)
 */
function sumRows(): WasmFunction {
  const [table, ids, factors, count, columns, out] = [0, 1, 2, 3, 4, 5];
  const [end, id, factorAt, last, row, factor] = [6, 7, 8, 9, 10, 11];
  const sums = Array.from({ length: SUMMED_COLUMNS / 2 }, (_, two) => 12 + two);
  const body: Code = [
    put(end, add(get(out), multiply(get(columns), constant(DOUBLE_BYTES)))),
    put(last, add(get(ids), multiply(get(count), constant(FLOAT_BYTES)))),
    put(columns, multiply(get(columns), constant(FLOAT_BYTES))),
    whileBelow(out, get(end), [
      sums.map((sum) => put(sum, zeroV)),
      put(id, get(ids)),
      put(factorAt, get(factors)),
      whileBelow(id, get(last), [
        put(row, add(get(table), multiply(loadI32(get(id)), get(columns)))),
        put(factor, splatAsDouble(loadF32(get(factorAt)))),
        sums.map((sum, two) =>
          put(
            sum,
            addDoubles(
              get(sum),
              multiplyDoubles(get(factor), loadTwoAsDoubles(get(row), two * 2 * FLOAT_BYTES)),
            ),
          ),
        ),
        put(id, add(get(id), constant(FLOAT_BYTES))),
        put(factorAt, add(get(factorAt), constant(FLOAT_BYTES))),
      ]),
      sums.map((sum, two) => storeV(get(out), get(sum), two * VECTOR_BYTES)),
      put(out, add(get(out), constant(SUMMED_COLUMNS * DOUBLE_BYTES))),
      // The next columns of every row lie as many bytes further on.
      put(table, add(get(table), constant(SUMMED_COLUMNS * FLOAT_BYTES))),
    ]),
  ];
  const locals = [...kinds("i32", 5), ...kinds("v128", 1 + sums.length)];
  return { name: "sumRows", parameters: 6, returnsF32: false, locals, body };
}

export const SIMD_FUNCTIONS: readonly WasmFunction[] = [
  matrixVector(),
  nearestSquared(),
  pool(),
  sumRows(),
  descendRows(),
];
