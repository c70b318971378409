import assert from "node:assert/strict";
import { test } from "node:test";
import { splitmix32 } from "@signalbox/engine/numerics";
import { packWeights } from "./pack-weights.ts";
import { COLUMNS } from "@signalbox/engine/internals";

test("hashed weights come back within half a step of their column's scale, the others exactly", () => {
  const random = splitmix32(5);
  const hashAt = 3;
  const weights = Float32Array.from({ length: 20 * COLUMNS }, (_, at) =>
    at % COLUMNS === 1 ? 0 : random() - 0.5,
  );
  const { exact, packed, scale } = packWeights(weights, hashAt);
  assert.deepEqual(exact, weights.slice(0, hashAt * COLUMNS));
  for (const [at, byte] of packed.entries()) {
    const step = scale[at % COLUMNS]!;
    assert.ok(Math.abs(byte * step - weights[hashAt * COLUMNS + at]!) <= step / 2 + 1e-7);
  }
  assert.equal(scale[1], 0);
});
