import assert from "node:assert/strict";
import { test } from "node:test";
import { COLUMNS, HASH_SLOTS } from "@signalbox/engine/internals";
import { pruneRows } from "./prune-rows.ts";

test("the rows with the largest weights stay, in the order of their slots, and those of concepts all stay", () => {
  const slots = [3, 70, 900, 5_000];
  const sizes = [0.1, 5, 0.2, 3];
  const isKnown = new Uint8Array(HASH_SLOTS / 8);
  for (const slot of slots) isKnown[slot >> 3]! |= 1 << (slot & 7);
  const weights = new Float32Array((2 + slots.length) * COLUMNS);
  sizes.forEach((size, row) => (weights[(2 + row) * COLUMNS + 7] = size));
  const pruned = pruneRows({ weights, isKnown }, 2, 2);
  const left = slots.filter((slot) => (pruned.isKnown[slot >> 3]! & (1 << (slot & 7))) !== 0);
  assert.deepEqual(left, [70, 5_000]);
  assert.equal(pruned.weights.length, 4 * COLUMNS);
  assert.deepEqual(
    [2, 3].map((row) => pruned.weights[row * COLUMNS + 7]),
    [5, 3],
  );
});

test("a table that is small enough stays as it is", () => {
  const weights = new Float32Array(3 * COLUMNS);
  const isKnown = new Uint8Array(HASH_SLOTS / 8);
  assert.equal(pruneRows({ weights, isKnown }, 2, 5).weights, weights);
});
