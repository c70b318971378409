// Readings of a turn that are mixed by what the gate says of them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { OPERATIONS } from "@signalbox/contracts";
import { HEADS } from "./attention.ts";
import { loadLeadingReading } from "./leading-reading.ts";
import { EDGE_FEATURES, INSTRUCTION_FEATURES } from "./other-readings.ts";
import type { OtherReading } from "./other-readings.ts";
import type { TensorStore } from "../../artefact/tensor-store.ts";

const mixBy = (weights: Float32Array) =>
  loadLeadingReading({ float32: () => weights } as unknown as TensorStore);
/** The first feature of each kind is 1: its weight is the lead of that kind. */
const leads = (edge: number, instruction: number): Float32Array => {
  const weights = new Float32Array(EDGE_FEATURES + INSTRUCTION_FEATURES);
  weights[0] = edge;
  weights[EDGE_FEATURES] = instruction;
  return weights;
};

/** Sure of one operation, in one class. */
function sharesOf(operation: (typeof OPERATIONS)[number], tier: number): Float64Array {
  const shares = new Float64Array(HEADS.count);
  shares[OPERATIONS.indexOf(operation)] = 1;
  shares[HEADS.field] = 1;
  shares[HEADS.tier + tier - 1] = 1;
  return shares;
}

const first = (count: number): Float64Array =>
  Float64Array.from({ length: count }, (_, at) => (at === 0 ? 1 : 0));
const edge: OtherReading = {
  span: { from: 1, to: 2 },
  features: first(EDGE_FEATURES),
  shares: sharesOf("solve", 5),
};
const instruction: OtherReading = { features: first(INSTRUCTION_FEATURES), shares: sharesOf("translate", 1) };

test("without others the reading of all of the turn stays as it is", () => {
  const whole = sharesOf("answer", 2);
  assert.equal(mixBy(leads(9, 9))(whole, []), undefined);
  assert.deepEqual(whole, sharesOf("answer", 2));
});

test("readings count by their odds against that of all of the turn, and stay shares", () => {
  const whole = sharesOf("answer", 1);
  assert.equal(mixBy(leads(0, 0))(whole, [edge, instruction]), undefined);
  for (const operation of ["answer", "solve", "translate"] as const)
    assert.ok(Math.abs(whole[OPERATIONS.indexOf(operation)]! - 1 / 3) < 1e-12);
  assert.ok(Math.abs(whole[HEADS.tier]! - 2 / 3) < 1e-12);
  assert.ok(Math.abs(whole[HEADS.tier + 4]! - 1 / 3) < 1e-12);
});

test("the parts that lead are named, an instruction alone is not, and the field is that of all of the turn", () => {
  const [one, other] = [sharesOf("answer", 1), sharesOf("answer", 1)];
  assert.deepEqual(mixBy(leads(20, 0))(one, [edge, instruction]), { from: 1, to: 2 });
  assert.ok(one[HEADS.tier + 4]! > 0.99);
  assert.equal(mixBy(leads(0, 20))(other, [edge, instruction]), undefined);
  assert.ok(other[OPERATIONS.indexOf("translate")]! > 0.99);
  assert.equal(other[HEADS.field], 1);
});

test("odds beyond what a number holds leave no NaN", () => {
  const whole = sharesOf("answer", 1);
  mixBy(leads(5_000, -5_000))(whole, [edge, instruction]);
  assert.ok(whole.every((share) => Number.isFinite(share)));
});
