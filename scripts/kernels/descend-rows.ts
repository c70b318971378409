// The step of a fit in which nearly all time of training goes: the rows of weights that a training row meets move down their slopes.
import {
  add,
  addV,
  constant,
  divideV,
  get,
  loadF32,
  loadI32,
  loadV,
  multiply,
  multiplyV,
  put,
  rootV,
  splatF32,
  storeV,
  subtractV,
  whileBelow,
  type Code,
  type WasmFunction,
} from "./wasm-module.ts";

const FLOAT_BYTES = 4;
const VECTOR_BYTES = 16;

/**
 * For each i and column c, of row ids[i]: slope = factors[i] * slopes[c] + parts[i] * penalties[i][c] * table[c]; squares[c] +=
 * slope^2; table[c] -= steps[c] * slope / sqrt(squares[c]). `penalties` holds the address of a vector for each i. (table, squares,
 * ids, factors, parts, penalties, count, slopes, steps, columns)
 */
export function descendRows(): WasmFunction {
  const [table, squares, ids, factors, parts, penalties, count, slopes, steps, columns] = [
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
  ];
  const [index, last, row, place, column, penalty, factor, part, weight, slope, square] = [
    10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20,
  ];
  const entry = (of: number): Code => add(get(of), get(index));
  const moveFour: Code = [
    put(weight, loadV(add(get(table), get(place)))),
    put(
      slope,
      addV(
        multiplyV(get(factor), loadV(add(get(slopes), get(column)))),
        multiplyV(multiplyV(get(part), loadV(add(get(penalty), get(column)))), get(weight)),
      ),
    ),
    put(square, addV(loadV(add(get(squares), get(place))), multiplyV(get(slope), get(slope)))),
    storeV(add(get(squares), get(place)), get(square)),
    storeV(
      add(get(table), get(place)),
      subtractV(
        get(weight),
        divideV(multiplyV(loadV(add(get(steps), get(column))), get(slope)), rootV(get(square))),
      ),
    ),
  ];
  const body: Code = [
    put(columns, multiply(get(columns), constant(FLOAT_BYTES))),
    put(last, multiply(get(count), constant(FLOAT_BYTES))),
    put(index, constant(0)),
    whileBelow(index, get(last), [
      put(row, multiply(loadI32(entry(ids)), get(columns))),
      put(factor, splatF32(loadF32(entry(factors)))),
      put(part, splatF32(loadF32(entry(parts)))),
      put(penalty, loadI32(entry(penalties))),
      put(column, constant(0)),
      whileBelow(column, get(columns), [
        put(place, add(get(row), get(column))),
        moveFour,
        put(column, add(get(column), constant(VECTOR_BYTES))),
      ]),
      put(index, add(get(index), constant(FLOAT_BYTES))),
    ]),
  ];
  const locals = [
    ...Array.from({ length: 6 }, () => "i32" as const),
    ...Array.from({ length: 5 }, () => "v128" as const),
  ];
  return { name: "descendRows", parameters: 10, returnsF32: false, locals, body };
}
