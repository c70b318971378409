// The SIMD kernels against their plain twin, bit by bit.
import assert from "node:assert/strict";
import { test } from "node:test";

import fc from "fast-check";

import { blockRows } from "./row-blocks.ts";
import { createSimdMemory, padRows, POOLED_COLUMNS, SUMMED_COLUMNS, type SimdMemory } from "./simd-memory.ts";
import { mulberry32 } from "../numerics/random.ts";
import { createPlainKernels } from "../../test/plain-kernels.ts";

const CAPACITY = 1 << 18;

function fill(view: Float32Array, random: () => number): Float32Array {
  for (let index = 0; index < view.length; index += 1) view[index] = random() * 4 - 2;
  return view;
}

interface Twins {
  readonly simd: SimdMemory;
  readonly plain: SimdMemory;
}

function twins(): Twins {
  const plain = createSimdMemory(CAPACITY);
  const kernels = createPlainKernels(plain.bytes(0, 1).buffer as ArrayBuffer);
  return { simd: createSimdMemory(CAPACITY), plain: { ...plain, kernels: { ...plain.kernels, ...kernels } } };
}

/** The same numbers at the same addresses of both memories. */
function placeBoth({ simd, plain }: Twins, count: number, random: () => number): number {
  const address = simd.reserve(count * 4);
  assert.equal(plain.reserve(count * 4), address);
  plain.floats(address, count).set(fill(simd.floats(address, count), random));
  return address;
}

const sizes = fc.record({
  rows: fc.integer({ min: 1, max: 40 }),
  quarters: fc.integer({ min: 1, max: 24 }),
  seed: fc.integer(),
});

test("matrix times vector equals its twin to the last bit", () => {
  fc.assert(
    fc.property(sizes, ({ rows, quarters, seed }) => {
      const both = twins();
      const random = mulberry32(seed);
      const columns = quarters * 4;
      const [matrix, x, out] = [rows * columns, columns, rows].map((count) => placeBoth(both, count, random));
      for (const memory of [both.simd, both.plain])
        memory.kernels.matrixVector(matrix!, x!, out!, rows, columns);
      assert.deepEqual(both.simd.floats(out!, rows), both.plain.floats(out!, rows));
    }),
    { numRuns: 60, seed: 1 },
  );
});

/** Straight from the definition, in double precision. */
function nearestOf(rows: Float32Array, x: Float32Array): number {
  let least = Number.POSITIVE_INFINITY;
  for (let row = 0; row < rows.length; row += x.length)
    least = Math.min(
      least,
      x.reduce((sum, value, column) => sum + (value - rows[row + column]!) ** 2, 0),
    );
  return least;
}

test("the nearest squared distance equals its twin to the last bit, and the definition nearly", () => {
  fc.assert(
    fc.property(sizes, ({ rows, quarters, seed }) => {
      const both = twins();
      const random = mulberry32(seed);
      const centres = fill(new Float32Array(rows * quarters * 4), random);
      const { floats, blocks, columns } = blockRows(centres, rows, quarters * 4);
      const matrix = placeBoth(both, floats.length, random);
      for (const memory of [both.simd, both.plain]) memory.floats(matrix, floats.length).set(floats);
      const x = placeBoth(both, columns, random);
      const [simd, plain] = [both.simd, both.plain].map((memory) =>
        memory.kernels.nearestSquared(matrix, x, blocks, columns),
      );
      assert.equal(simd, plain);
      const wanted = nearestOf(centres, both.plain.floats(x, columns));
      assert.ok(Math.abs(plain! - wanted) <= 1e-5 * (1 + wanted), `${plain} is not ${wanted}`);
    }),
    { numRuns: 60, seed: 2 },
  );
});

test("pooling equals its twin to the last bit, and forgets what lay in its output", () => {
  fc.assert(
    fc.property(sizes, ({ rows, quarters, seed }) => {
      const both = twins();
      const random = mulberry32(seed);
      const columns = Math.ceil(quarters / 8) * POOLED_COLUMNS;
      const tokens = 1 + Math.floor(random() * 50);
      const [table, ids] = [both.simd.reserve(rows * columns), both.simd.reserve(tokens * 4)];
      for (const bytes of [rows * columns, tokens * 4]) both.plain.reserve(bytes);
      const factors = placeBoth(both, tokens, random);
      const out = placeBoth(both, columns, random);
      const cells = Int8Array.from({ length: rows * columns }, () => Math.floor(random() * 256) - 128);
      const chosen = Int32Array.from({ length: tokens }, () => Math.floor(random() * rows));
      for (const memory of [both.simd, both.plain]) {
        memory.bytes(table, cells.length).set(cells);
        memory.ints(ids, tokens).set(chosen);
        memory.kernels.pool(table, ids, factors, tokens, columns, out);
      }
      assert.deepEqual(both.simd.floats(out, columns), both.plain.floats(out, columns));
    }),
    { numRuns: 60, seed: 3 },
  );
});

test("sums of rows in doubles equal those added by hand to the last bit, on SIMD and on the twin", () => {
  fc.assert(
    fc.property(sizes, ({ rows, quarters, seed }) => {
      const both = twins();
      const random = mulberry32(seed);
      const columns = Math.ceil(quarters / 8) * SUMMED_COLUMNS;
      const count = Math.floor(random() * 50);
      const [table, factors] = [placeBoth(both, rows * columns, random), placeBoth(both, 50, random)];
      const [ids, out] = [both.simd.reserve(50 * 4), both.simd.reserve(columns * 8)];
      for (const bytes of [50 * 4, columns * 8]) both.plain.reserve(bytes);
      const chosen = Int32Array.from({ length: count }, () => Math.floor(random() * rows));
      const wanted = new Float64Array(columns);
      const [cells, weights] = [both.plain.floats(table, rows * columns), both.plain.floats(factors, 50)];
      for (const [index, id] of chosen.entries())
        for (let column = 0; column < columns; column += 1)
          wanted[column]! += weights[index]! * cells[id * columns + column]!;
      for (const memory of [both.simd, both.plain]) {
        memory.ints(ids, count).set(chosen);
        memory.doubles(out, columns).fill(7);
        memory.kernels.sumRows(table, ids, factors, count, columns, out);
        assert.deepEqual(memory.doubles(out, columns), wanted);
      }
    }),
    { numRuns: 60, seed: 6 },
  );
});

test("a step of training equals its twin to the last bit, and moves no row that is not named", () => {
  fc.assert(
    fc.property(sizes, ({ rows, quarters, seed }) => {
      const both = twins();
      const random = mulberry32(seed);
      const columns = quarters * 4;
      const count = 1 + Math.floor(random() * 20);
      const [table, squares, factors, parts, slopes, steps, penalty] = [
        rows * columns,
        rows * columns,
        count,
        count,
        columns,
        columns,
        columns,
      ].map((length) => placeBoth(both, length, random)) as [
        number,
        number,
        number,
        number,
        number,
        number,
        number,
      ];
      const [ids, penalties] = [both.simd.reserve(count * 4), both.simd.reserve(count * 4)];
      for (let list = 0; list < 2; list += 1) both.plain.reserve(count * 4);
      const chosen = Int32Array.from({ length: count }, () => Math.floor(random() * rows));
      const before = both.plain.floats(table, rows * columns).slice();
      for (const memory of [both.simd, both.plain]) {
        const sums = memory.floats(squares, rows * columns);
        for (let at = 0; at < sums.length; at += 1) sums[at] = sums[at]! ** 2 + 1e-3;
        memory.ints(ids, count).set(chosen);
        memory.ints(penalties, count).fill(penalty);
        const { kernels } = memory;
        kernels.descendRows(table, squares, ids, factors, parts, penalties, count, slopes, steps, columns);
      }
      const after = both.plain.floats(table, rows * columns);
      assert.deepEqual(both.simd.floats(table, rows * columns), after);
      assert.deepEqual(both.simd.floats(squares, rows * columns), both.plain.floats(squares, rows * columns));
      for (let row = 0; row < rows; row += 1) {
        const of = (weights: Float32Array) => [...weights.subarray(row * columns, (row + 1) * columns)];
        if (!chosen.includes(row)) assert.deepEqual(of(after), of(before));
      }
    }),
    { numRuns: 60, seed: 7 },
  );
});

test("a step of training goes down the slope by the step over the root of the squares", () => {
  const memory = createSimdMemory(1 << 12);
  const [table, squares, factors, parts, slopes, steps, penalty] = Array.from({ length: 7 }, () =>
    memory.reserve(16),
  ) as [number, number, number, number, number, number, number];
  const [ids, penalties] = [memory.reserve(16), memory.reserve(16)];
  memory.floats(table, 4).set([1, 2, 3, 4]);
  memory.floats(squares, 4).fill(16);
  memory.floats(factors, 1).fill(2);
  memory.floats(parts, 1).fill(0.5);
  memory.floats(slopes, 4).set([1, 0, 1, 0]);
  memory.floats(steps, 4).fill(0.1);
  memory.floats(penalty, 4).set([2, 2, 0, 0]);
  memory.ints(penalties, 1).fill(penalty);
  memory.kernels.descendRows(table, squares, ids, factors, parts, penalties, 1, slopes, steps, 4);
  // Slopes 2 * 1 + .5 * 2 * 1 = 3, 0 + .5 * 2 * 2 = 2, 2 and 0.
  const wanted = [1 - 0.3 / 5, 2 - 0.2 / Math.sqrt(20), 3 - 0.2 / Math.sqrt(20), 4];
  for (const [at, weight] of memory.floats(table, 4).entries())
    assert.ok(Math.abs(weight - wanted[at]!) < 1e-6);
  assert.deepEqual([...memory.floats(squares, 4)], [25, 20, 20, 16]);
});

test("the twin agrees with arithmetic in double precision", () => {
  const buffer = new ArrayBuffer(4096);
  const kernels = createPlainKernels(buffer);
  const floats = new Float32Array(buffer);
  floats.set([1, 2, 3, 4, 5, 6, 7, 8, 1, -1, 2, -2], 0);
  kernels.matrixVector(0, 32, 64, 2, 4);
  assert.deepEqual([...floats.subarray(16, 18)], [1 - 2 + 6 - 8, 5 - 6 + 14 - 16]);
  const { floats: rows, blocks, columns } = blockRows(Float32Array.of(1, 2, 3, 4, 5, 6, 7, 8), 2, 4);
  floats.set(rows, 32);
  assert.equal(kernels.nearestSquared(128, 32, blocks, columns), 0 + 9 + 1 + 36);
});

test("rows are widened with zeros", () => {
  assert.deepEqual([...padRows(Float32Array.of(1, 2, 3, 4, 5, 6), 2, 3, 4)], [1, 2, 3, 0, 4, 5, 6, 0]);
});

test("rows in blocks lie by eights, four columns of each in turn, the last row filling up", () => {
  const { floats, blocks, columns } = blockRows(
    Float32Array.from({ length: 9 * 5 }, (_, index) => index + 1),
    9,
    5,
  );
  assert.deepEqual([blocks, columns, floats.length], [2, 8, 16 * 8]);
  assert.deepEqual([...floats.subarray(0, 8)], [1, 2, 3, 4, 6, 7, 8, 9]);
  assert.deepEqual([...floats.subarray(32, 40)], [5, 0, 0, 0, 10, 0, 0, 0]);
  for (let place = 0; place < 8; place += 1)
    assert.deepEqual([...floats.subarray(64 + place * 4, 68 + place * 4)], [41, 42, 43, 44]);
});

test("a memory that was planned too small says so", () => {
  const memory = createSimdMemory(16);
  assert.throws(() => memory.reserve(1 << 20), RangeError);
});
