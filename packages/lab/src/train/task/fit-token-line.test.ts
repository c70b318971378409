// Lengths that a fit drew together are spread out again, by operation.
import assert from "node:assert/strict";
import { test } from "node:test";
import { OPERATIONS } from "@signalbox/contracts";
import { HEADS, logTokensOf } from "@signalbox/engine/internals";
import { splitmix32 } from "@signalbox/engine/numerics";
import { fitTokenLine } from "./fit-token-line.ts";

const COUNT = 400;
const random = splitmix32(7);
const targets = new Float32Array(COUNT * HEADS.count);
const predicted = new Float64Array(COUNT * HEADS.count);
for (let row = 0; row < COUNT; row += 1) {
  const at = row * HEADS.count;
  const operation = row % 2;
  const length = operation === 0 ? 1 + random() : 4 + 3 * random();
  predicted[at + HEADS.operation + operation] = 1;
  predicted[at + HEADS.tokens] = 2.5 + 0.4 * length;
  targets[at + HEADS.tokens] = length;
}
const rows = {
  featureCount: 0,
  count: COUNT,
  starts: new Int32Array(COUNT + 1),
  offsets: new Int32Array(1),
  units: new Int32Array(0),
  askedAt: 0,
  ids: new Int32Array(0),
  values: new Float32Array(0),
  targets,
  groups: new Int32Array(COUNT).fill(-1),
  asks: new Int8Array(0),
};

test("lengths that were drawn together are spread out again", () => {
  const line = fitTokenLine(rows, predicted);
  assert.equal(line.length, OPERATIONS.length + 1);
  const missOf = (says: (row: Float64Array) => number): number => {
    let sum = 0;
    for (let at = 0; at < predicted.length; at += HEADS.count)
      sum += Math.abs(says(predicted.subarray(at, at + HEADS.count)) - targets[at + HEADS.tokens]!);
    return sum / COUNT;
  };
  const before = missOf((row) => row[HEADS.tokens]!);
  const after = missOf((row) => logTokensOf(row, line));
  assert.ok(after < before / 4, `${before} ${after}`);
});

test("without a request the head's word stands", () => {
  const line = fitTokenLine({ ...rows, count: 0 }, predicted);
  const says = logTokensOf(predicted.subarray(0, HEADS.count), line);
  assert.ok(Math.abs(says - predicted[HEADS.tokens]!) < 1e-6);
});
