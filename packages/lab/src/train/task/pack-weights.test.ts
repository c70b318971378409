import assert from "node:assert/strict";
import { test } from "node:test";
import { splitmix32 } from "@signalbox/engine/numerics";
import { packWeights } from "./add-task-reader.ts";
import { COLUMNS } from "@signalbox/engine/internals";

test("weights come back within half a step of their column and row, and rows of concepts may be large or nothing", () => {
  const random = splitmix32(5);
  const hashAt = 3;
  const sizes = [20, 0.01, 0, 1];
  const weights = Float32Array.from({ length: 20 * COLUMNS }, (_, at) =>
    at % COLUMNS === 1 ? 0 : (random() - 0.5) * sizes[Math.min(3, Math.floor(at / COLUMNS))]!,
  );
  const { packed, scale, rowScale } = packWeights(weights, hashAt);
  for (const [at, byte] of packed.entries()) {
    const step = scale[at % COLUMNS]! * (rowScale[Math.floor(at / COLUMNS)] ?? 1);
    assert.ok(Math.abs(byte * step - weights[at]!) <= step / 2 + 1e-6, `${at} ${byte} ${weights[at]}`);
  }
  assert.ok([...scale, ...rowScale].every((each) => each > 0));
});
