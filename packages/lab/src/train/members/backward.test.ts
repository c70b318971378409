import assert from "node:assert/strict";
import { test } from "node:test";
import { splitmix32 } from "@signalbox/engine/numerics";
import { createGradients, clearGradients, runBackward } from "./backward.ts";
import { createPass, runForward } from "./forward.ts";
import { createMember, PARAMETER_NAMES } from "./member.ts";
import type { MemberParameters, MemberShape } from "./member.ts";
import type { PromptFeatures, TrainingSet } from "./training-set.ts";
import { addAt, floatAt, wholeAt } from "../../arrays/value-at.ts";

const SHAPE: MemberShape = {
  vocabularySize: 7,
  tokenSize: 3,
  denseSize: 2,
  hiddenSize: 5,
  abilitySize: 2,
  modelCount: 3,
  canonicalCount: 2,
};

const FEATURES: PromptFeatures = {
  count: 2,
  offsets: Int32Array.of(0, 3, 5),
  ids: Uint16Array.of(1, 4, 4, 6, 2),
  dense: Float32Array.of(0.3, -0.8, 1.1, 0.4),
  denseSize: 2,
};

const SET: TrainingSet = {
  features: FEATURES,
  rewordings: { offsets: Int32Array.of(0, 0, 0), features: FEATURES },
  outcomes: {
    offsets: Int32Array.of(0, 3, 5),
    model: Int32Array.of(0, 1, 2, 2, 0),
    score: Float32Array.of(1, 0, 0.25, 1, 0),
    weight: Float32Array.of(1, 0.5, 2, 1, 1),
  },
  sourceOf: Int32Array.of(0, 0),
  canonicalOf: Int32Array.of(0, 1, 1),
  canonicalCount: 2,
  trainRows: Int32Array.of(0, 1),
  devRows: Int32Array.of(),
};

function lossOf(member: MemberParameters): number {
  const gradients = createGradients(SHAPE, 16);
  const pass = createPass(SHAPE, 8);
  let loss = 0;
  for (const row of SET.trainRows) {
    runForward({ shape: SHAPE, member, features: SET.features }, row, pass);
    loss += runBackward({ shape: SHAPE, member, features: SET.features }, { set: SET, row, pass }, gradients);
  }
  return loss;
}

/** Analytic gradient of one parameter, gathered from where the backward pass keeps it. */
function analyticGradient(member: MemberParameters): Record<string, Float64Array> {
  const gradients = createGradients(SHAPE, 16);
  clearGradients(gradients);
  const pass = createPass(SHAPE, 8);
  for (const row of SET.trainRows) {
    runForward({ shape: SHAPE, member, features: SET.features }, row, pass);
    runBackward({ shape: SHAPE, member, features: SET.features }, { set: SET, row, pass }, gradients);
  }
  const tokens = new Float64Array(member.tokens.length);
  for (let slot = 0; slot < gradients.touchedCount; slot += 1)
    for (let column = 0; column < SHAPE.tokenSize; column += 1)
      tokens[wholeAt(gradients.touched, slot) * SHAPE.tokenSize + column] = floatAt(
        gradients.tokens,
        slot * SHAPE.tokenSize + column,
      );
  const columns = SHAPE.abilitySize + 1;
  const shared = new Float64Array(member.shared.length);
  gradients.theta.forEach((value, at) => {
    const canonical = wholeAt(SET.canonicalOf, Math.floor(at / columns));
    addAt(shared, canonical * columns + (at % columns), value);
  });
  return {
    tokens,
    shared,
    own: Float64Array.from(gradients.theta),
    hidden: Float64Array.from(gradients.hidden),
    hiddenBias: Float64Array.from(gradients.hiddenBias),
    heads: Float64Array.from(gradients.heads),
    headBias: Float64Array.from(gradients.headBias),
  };
}

test("every hand-written gradient equals the numeric one", () => {
  const random = splitmix32(5);
  const start = { tokens: Float32Array.from({ length: 21 }, () => random() - 0.5), width: 3 };
  const member = createMember(SHAPE, start, random);
  const analytic = analyticGradient(member);
  const step = 1e-2;
  for (const name of PARAMETER_NAMES) {
    const values = member[name];
    for (let at = 0; at < values.length; at += 1) {
      const held = floatAt(values, at);
      values[at] = held + step;
      const above = lossOf(member);
      values[at] = held - step;
      const below = lossOf(member);
      values[at] = held;
      const numeric = (above - below) / (2 * step);
      assert.ok(
        Math.abs(numeric - (analytic[name]?.[at] ?? 9)) < 0.02,
        `${name}[${at}]: numeric ${numeric}, analytic ${analytic[name]?.[at]}`,
      );
    }
  }
});
