// The SIMD kernels against their plain twin, bit by bit.
import assert from "node:assert/strict";
import { test } from "node:test";

import fc from "fast-check";

import { createPlainKernels } from "./plain-kernels.ts";
import { createSimdMemory, padRows, type SimdMemory } from "./simd-memory.ts";
import { mulberry32 } from "../numerics/random.ts";

const CAPACITY = 1 << 18;

function fill(view: Float32Array, random: () => number): Float32Array {
  for (let index = 0; index < view.length; index += 1) view[index] = random() * 4 - 2;
  return view;
}

interface Twins {
  readonly simd: SimdMemory;
  readonly plain: SimdMemory;
}

const twins = (): Twins => ({ simd: createSimdMemory(CAPACITY), plain: createSimdMemory(CAPACITY, true) });

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

test("SIMD is what runs here, not the twin", () => {
  const { simd, plain } = twins();
  assert.notEqual(simd.kernels.pool.toString(), plain.kernels.pool.toString());
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

test("the nearest squared distance equals its twin to the last bit", () => {
  fc.assert(
    fc.property(sizes, ({ rows, quarters, seed }) => {
      const both = twins();
      const random = mulberry32(seed);
      const columns = quarters * 4;
      const [matrix, x] = [rows * columns, columns].map((count) => placeBoth(both, count, random));
      const [simd, plain] = [both.simd, both.plain].map((memory) =>
        memory.kernels.nearestSquared(matrix!, x!, rows, columns),
      );
      assert.equal(simd, plain);
    }),
    { numRuns: 60, seed: 2 },
  );
});

test("pooling equals its twin to the last bit, and forgets what lay in its output", () => {
  fc.assert(
    fc.property(sizes, ({ rows, quarters, seed }) => {
      const both = twins();
      const random = mulberry32(seed);
      const columns = quarters * 16;
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

test("the twin agrees with arithmetic in double precision", () => {
  const buffer = new ArrayBuffer(4096);
  const kernels = createPlainKernels(buffer);
  const floats = new Float32Array(buffer);
  floats.set([1, 2, 3, 4, 5, 6, 7, 8, 1, -1, 2, -2], 0);
  kernels.matrixVector(0, 32, 64, 2, 4);
  assert.deepEqual([...floats.subarray(16, 18)], [1 - 2 + 6 - 8, 5 - 6 + 14 - 16]);
  assert.equal(kernels.nearestSquared(0, 32, 2, 4), 0 + 9 + 1 + 36);
});

test("rows are widened with zeros", () => {
  assert.deepEqual([...padRows(Float32Array.of(1, 2, 3, 4, 5, 6), 2, 3, 4)], [1, 2, 3, 0, 4, 5, 6, 0]);
});

test("a memory that was planned too small says so", () => {
  const memory = createSimdMemory(16);
  assert.throws(() => memory.reserve(1 << 20), RangeError);
});
