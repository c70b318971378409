// The loops of the routing model in which nearly all numeric time goes, four floats at a time, in AssemblyScript. Parameters are
// byte addresses, 16-byte aligned, and counts; columns are multiples of 4. The order of every sum is part of the result.

const FLOAT: usize = 4;
const DOUBLE: usize = 8;
const VECTOR: usize = 16;
/** Columns that one pass of `pool` takes, and of `sumRows`: their sums stay in registers while all rows pass by. */
const POOLED: usize = 48;
const SUMMED: usize = 12;
/** Rows that `nearestSquared` takes at once: independent sums keep the adders busy, each in the order of a lone row. */
const BLOCK_ROWS: usize = 8;

/** ((lane 0 + lane 1) + lane 2) + lane 3 */
function sumLanes(v: v128): f32 {
  const two = f32x4.extract_lane(v, 0) + f32x4.extract_lane(v, 1);
  return two + f32x4.extract_lane(v, 2) + f32x4.extract_lane(v, 3);
}

function addProduct(sum: v128, factor: v128, at: usize): v128 {
  return f32x4.add(sum, f32x4.mul(v128.load(at), factor));
}

/** out[r] = sum over c of matrix[r x c] * x[c], four rows at a time; the last row fills up the last four. */
export function matrixVector(matrix: usize, x: usize, out: usize, rows: usize, columns: usize): void {
  const stride = columns * FLOAT;
  for (let row: usize = 0; row < rows; row += 4) {
    const second = min(row + 1, rows - 1);
    const third = min(row + 2, rows - 1);
    const fourth = min(row + 3, rows - 1);
    let a = f32x4.splat(0);
    let b = a;
    let c = a;
    let d = a;
    for (let at: usize = 0; at < stride; at += VECTOR) {
      const input = v128.load(x + at);
      a = addProduct(a, input, matrix + row * stride + at);
      b = addProduct(b, input, matrix + second * stride + at);
      c = addProduct(c, input, matrix + third * stride + at);
      d = addProduct(d, input, matrix + fourth * stride + at);
    }
    store<f32>(out + row * FLOAT, sumLanes(a));
    store<f32>(out + second * FLOAT, sumLanes(b));
    store<f32>(out + third * FLOAT, sumLanes(c));
    store<f32>(out + fourth * FLOAT, sumLanes(d));
  }
}

function addSquare(sum: v128, input: v128, at: usize): v128 {
  const difference = f32x4.sub(input, v128.load(at));
  return f32x4.add(sum, f32x4.mul(difference, difference));
}

/** Smallest over r of the sum over c of (matrix[r x c] - x[c])^2, rows by eights, four columns of each in turn. */
export function nearestSquared(matrix: usize, x: usize, blocks: i32, columns: usize): f32 {
  let at = matrix;
  let best: f32 = Infinity;
  for (let block = 0; block < blocks; block += 1) {
    let a = f32x4.splat(0);
    let b = a;
    let c = a;
    let d = a;
    let e = a;
    let f = a;
    let g = a;
    let h = a;
    for (let column: usize = 0; column < columns * FLOAT; column += VECTOR) {
      const input = v128.load(x + column);
      a = addSquare(a, input, at);
      b = addSquare(b, input, at + VECTOR);
      c = addSquare(c, input, at + 2 * VECTOR);
      d = addSquare(d, input, at + 3 * VECTOR);
      e = addSquare(e, input, at + 4 * VECTOR);
      f = addSquare(f, input, at + 5 * VECTOR);
      g = addSquare(g, input, at + 6 * VECTOR);
      h = addSquare(h, input, at + 7 * VECTOR);
      at += BLOCK_ROWS * VECTOR;
    }
    best = min(best, min(min(sumLanes(a), sumLanes(b)), min(sumLanes(c), sumLanes(d))));
    best = min(best, min(min(sumLanes(e), sumLanes(f)), min(sumLanes(g), sumLanes(h))));
  }
  return best;
}

/** Adds the lower or the upper four of eight shorts. */
function addLow(sum: v128, factor: v128, shorts: v128): v128 {
  return f32x4.add(sum, f32x4.mul(factor, f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_s(shorts))));
}

function addHigh(sum: v128, factor: v128, shorts: v128): v128 {
  return f32x4.add(sum, f32x4.mul(factor, f32x4.convert_i32x4_s(i32x4.extend_high_i16x8_s(shorts))));
}

/** out[c] = sum over i of factors[i] * table[ids[i] x c], the table in int8, columns a multiple of 48. */
export function pool(
  table: usize,
  ids: usize,
  factors: usize,
  count: usize,
  columns: usize,
  out: usize,
): void {
  for (let first: usize = 0; first < columns; first += POOLED) {
    let a = f32x4.splat(0);
    let b = a;
    let c = a;
    let d = a;
    let e = a;
    let f = a;
    let g = a;
    let h = a;
    let i = a;
    let j = a;
    let k = a;
    let l = a;
    for (let at: usize = 0; at < count * FLOAT; at += FLOAT) {
      const row = table + <usize>load<u32>(ids + at) * columns + first;
      const factor = f32x4.splat(load<f32>(factors + at));
      let eight = v128.load_ext<i8>(row);
      a = addLow(a, factor, eight);
      b = addHigh(b, factor, eight);
      eight = v128.load_ext<i8>(row, 8);
      c = addLow(c, factor, eight);
      d = addHigh(d, factor, eight);
      eight = v128.load_ext<i8>(row, 16);
      e = addLow(e, factor, eight);
      f = addHigh(f, factor, eight);
      eight = v128.load_ext<i8>(row, 24);
      g = addLow(g, factor, eight);
      h = addHigh(h, factor, eight);
      eight = v128.load_ext<i8>(row, 32);
      i = addLow(i, factor, eight);
      j = addHigh(j, factor, eight);
      eight = v128.load_ext<i8>(row, 40);
      k = addLow(k, factor, eight);
      l = addHigh(l, factor, eight);
    }
    const to = out + first * FLOAT;
    v128.store(to, a);
    v128.store(to, b, 16);
    v128.store(to, c, 32);
    v128.store(to, d, 48);
    v128.store(to, e, 64);
    v128.store(to, f, 80);
    v128.store(to, g, 96);
    v128.store(to, h, 112);
    v128.store(to, i, 128);
    v128.store(to, j, 144);
    v128.store(to, k, 160);
    v128.store(to, l, 176);
  }
}

function addDoubles(sum: v128, factor: v128, at: usize): v128 {
  return f64x2.add(sum, f64x2.mul(factor, f64x2.promote_low_f32x4(v128.load64_zero(at))));
}

/** As `pool`, over rows of floats, in doubles and in the order of the ids; columns are a multiple of 12. */
export function sumRows(
  table: usize,
  ids: usize,
  factors: usize,
  count: usize,
  columns: usize,
  out: usize,
): void {
  for (let first: usize = 0; first < columns; first += SUMMED) {
    let a = f64x2.splat(0);
    let b = a;
    let c = a;
    let d = a;
    let e = a;
    let f = a;
    for (let at: usize = 0; at < count * FLOAT; at += FLOAT) {
      const row = table + (<usize>load<u32>(ids + at) * columns + first) * FLOAT;
      const factor = f64x2.splat(<f64>load<f32>(factors + at));
      a = addDoubles(a, factor, row);
      b = addDoubles(b, factor, row + 8);
      c = addDoubles(c, factor, row + 16);
      d = addDoubles(d, factor, row + 24);
      e = addDoubles(e, factor, row + 32);
      f = addDoubles(f, factor, row + 40);
    }
    const to = out + first * DOUBLE;
    v128.store(to, a);
    v128.store(to, b, 16);
    v128.store(to, c, 32);
    v128.store(to, d, 48);
    v128.store(to, e, 64);
    v128.store(to, f, 80);
  }
}

/**
 * For each i and column c, of row ids[i]: slope = factors[i] * slopes[c] + parts[i] * penalties[i][c] * table[c]; squares[c] +=
 * slope^2; table[c] -= steps[c] * slope / sqrt(squares[c]). `penalties` holds the address of a vector for each i.
 */
export function descendRows(
  table: usize,
  squares: usize,
  ids: usize,
  factors: usize,
  parts: usize,
  penalties: usize,
  count: usize,
  slopes: usize,
  steps: usize,
  columns: usize,
): void {
  const stride = columns * FLOAT;
  for (let at: usize = 0; at < count * FLOAT; at += FLOAT) {
    const row = <usize>load<u32>(ids + at) * stride;
    const factor = f32x4.splat(load<f32>(factors + at));
    const part = f32x4.splat(load<f32>(parts + at));
    const penalty = <usize>load<u32>(penalties + at);
    for (let column: usize = 0; column < stride; column += VECTOR) {
      const place = row + column;
      const weight = v128.load(table + place);
      const shrunk = f32x4.mul(f32x4.mul(part, v128.load(penalty + column)), weight);
      const slope = f32x4.add(f32x4.mul(factor, v128.load(slopes + column)), shrunk);
      const square = f32x4.add(v128.load(squares + place), f32x4.mul(slope, slope));
      v128.store(squares + place, square);
      const step = f32x4.div(f32x4.mul(v128.load(steps + column), slope), f32x4.sqrt(square));
      v128.store(table + place, f32x4.sub(weight, step));
    }
  }
}
