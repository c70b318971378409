// The optimiser against the formulas of its papers, written out once more in plain loops.
import assert from "node:assert/strict";
import { test } from "node:test";
import { drawNormal, splitmix32 } from "@signalbox/engine/numerics";
import { createGradients } from "./backward.ts";
import type { Gradients } from "./backward.ts";
import { cloneMember, createMember, PARAMETER_NAMES } from "./member.ts";
import type { MemberShape } from "./member.ts";
import { createOptimiser, stepMember } from "./optimiser.ts";
import type { LearningRates } from "./optimiser.ts";
import type { TrainingSet } from "./training-set.ts";

const SHAPE: MemberShape = {
  vocabularySize: 6,
  tokenSize: 2,
  denseSize: 1,
  hiddenSize: 3,
  abilitySize: 1,
  modelCount: 3,
  canonicalCount: 2,
};
const RATES: LearningRates = {
  network: 0.01,
  theta: 0.02,
  tokens: 0.1,
  weightDecay: 0.1,
  sharedDecay: 0.2,
  ownDecay: 0.3,
};
const SET = { canonicalOf: Int32Array.of(0, 1, 1) } as unknown as TrainingSet;

const random = splitmix32(7);
const start = { tokens: Float32Array.from({ length: 12 }, () => drawNormal(random)), width: 2 };
const create = () => createMember(SHAPE, start, splitmix32(3));

function drawGradients(seed: number, touched: readonly number[]): Gradients {
  const draw = splitmix32(seed);
  const gradients = createGradients(SHAPE, 8);
  for (const name of ["hidden", "hiddenBias", "heads", "headBias", "theta", "tokens"] as const)
    for (let at = 0; at < gradients[name].length; at += 1) gradients[name][at] = drawNormal(draw);
  for (const [slot, id] of touched.entries()) gradients.touched[slot] = id;
  gradients.touchedCount = touched.length;
  return gradients;
}

const near = (actual: number | undefined, expected: number): void =>
  assert.ok(Math.abs((actual ?? Number.NaN) - expected) < 1e-5, `${actual} is not ${expected}`);

test("Adam takes the steps of its paper, bias correction and decoupled decay included", () => {
  const member = create();
  const before = cloneMember(member);
  const state = createOptimiser(SHAPE, member);
  const steps = [drawGradients(1, []), drawGradients(2, []), drawGradients(5, [])];
  for (const gradients of steps)
    stepMember({ shape: SHAPE, member, set: SET }, state, { gradients, rates: RATES, pace: 1 });
  for (const [at, from] of before.hidden.entries()) {
    let [value, first, second] = [from, 0, 0];
    for (const [index, { hidden }] of steps.entries()) {
      const slope = hidden[at] ?? Number.NaN;
      first = 0.9 * first + 0.1 * slope;
      second = 0.99 * second + 0.01 * slope * slope;
      const [mean, square] = [first / (1 - 0.9 ** (index + 1)), second / (1 - 0.99 ** (index + 1))];
      value =
        (1 - RATES.network * RATES.weightDecay) * value - (RATES.network * mean) / (Math.sqrt(square) + 1e-8);
    }
    near(member.hidden[at], value);
  }
});

test("biases do not decay: without a slope they stay", () => {
  const member = create();
  member.hiddenBias.fill(0.5);
  const gradients = createGradients(SHAPE, 8);
  gradients.touchedCount = 0;
  stepMember({ shape: SHAPE, member, set: SET }, createOptimiser(SHAPE, member), {
    gradients,
    rates: RATES,
    pace: 1,
  });
  for (const bias of member.hiddenBias) assert.equal(bias, 0.5);
});

test("what a model shares moves by the summed slopes of all its sources, its own part by its own", () => {
  const member = create();
  const before = cloneMember(member);
  const gradients = createGradients(SHAPE, 8);
  gradients.touchedCount = 0;
  // Models 1 and 2 are one canonical model; their slopes cancel out in what they share.
  gradients.theta.set([0, 0, 1, 1, -1, -1]);
  const rates = { ...RATES, sharedDecay: 0, ownDecay: 0 };
  stepMember({ shape: SHAPE, member, set: SET }, createOptimiser(SHAPE, member), {
    gradients,
    rates,
    pace: 1,
  });
  assert.deepEqual(member.shared, before.shared);
  assert.deepEqual([...member.own].map(Math.sign), [0, 0, -1, -1, 1, 1]);
});

test("only token rows that a batch touched move, each less the more it has moved before", () => {
  const member = create();
  const before = cloneMember(member);
  const state = createOptimiser(SHAPE, member);
  const gradients = drawGradients(9, [4, 1]);
  const update = { gradients, rates: RATES, pace: 1 };
  stepMember({ shape: SHAPE, member, set: SET }, state, update);
  const moved = (id: number): number =>
    Math.hypot(...[0, 1].map((k) => (member.tokens[id * 2 + k] ?? 0) - (before.tokens[id * 2 + k] ?? 0)));
  assert.deepEqual(
    [0, 1, 2, 3, 4, 5].map((id) => moved(id) > 0),
    [false, true, false, false, true, false],
  );
  const first = moved(4);
  const middle = cloneMember(member);
  stepMember({ shape: SHAPE, member, set: SET }, state, update);
  const second = Math.hypot(...[0, 1].map((k) => (member.tokens[8 + k] ?? 0) - (middle.tokens[8 + k] ?? 0)));
  near(second / first, 1 / Math.SQRT2);
});

test("at a pace of zero nothing moves but what decays, which does not either", () => {
  const member = create();
  const before = cloneMember(member);
  const update = { gradients: drawGradients(11, [2]), rates: RATES, pace: 0 };
  stepMember({ shape: SHAPE, member, set: SET }, createOptimiser(SHAPE, member), update);
  for (const name of PARAMETER_NAMES) assert.deepEqual(member[name], before[name], name);
});
