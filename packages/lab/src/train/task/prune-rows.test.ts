import assert from "node:assert/strict";
import { test } from "node:test";
import { COLUMNS } from "@signalbox/engine/internals";
import { pruneRows } from "./add-task-reader.ts";

test("the rows that move least go, with the bits of their slots, and the others keep their order and weights", () => {
  // Slots 1, 4, 9 and 10 are known; concepts have the first row.
  const isKnown = Uint8Array.of(0b10010, 0b110);
  const sizes = [0, 3, 0.1, 2, 0.2];
  const weights = Float32Array.from({ length: 5 * COLUMNS }, (_, at) => sizes[Math.floor(at / COLUMNS)]!);
  const pruned = pruneRows({ weights, isKnown }, 1, 2);
  assert.deepEqual([...pruned.isKnown], [0b10, 0b10]);
  const rows = [0, 1, 2].map((row) => pruned.weights[row * COLUMNS]);
  assert.deepEqual(rows, [0, 3, 2]);
  assert.equal(pruned.weights.length, 3 * COLUMNS);
  assert.equal(pruneRows({ weights, isKnown }, 1, 4).weights, weights);
});
