// What a network learns of made prompts, where it stays when there is little to learn, and the steps by which it learns.
import assert from "node:assert/strict";
import { test } from "node:test";

import { sigmoid } from "../../numerics/logistic.ts";
import { drawNormal, splitmix32 } from "../../numerics/random.ts";
import type { Points } from "../process/points.ts";
import { createAdam } from "./adam.ts";
import { fitNetwork } from "./fit-network.ts";
import { createNetworkReader } from "./network.ts";

const DIM = 6;

function makePoints(count: number, seed: number): Points {
  const random = splitmix32(seed);
  const features = Float32Array.from({ length: count * DIM }, () => drawNormal(random) / Math.sqrt(DIM));
  return { count, features, dim: DIM };
}

/** The first model is good where the first two coordinates have the same sign, the second where they do not. */
function chancesAt({ features }: Points, row: number): readonly number[] {
  const bend = 40 * features[row * DIM]! * features[row * DIM + 1]!;
  return [sigmoid(bend), sigmoid(-bend)];
}

function drawOutcomes(points: Points, seed: number): Float32Array {
  const random = splitmix32(seed);
  const rows = Array.from({ length: points.count }, (_, row) => chancesAt(points, row));
  return Float32Array.from(rows.flat(), (chance) => (random() < chance ? 1 : 0));
}

test("which of two models is better is learned although it follows no single direction", () => {
  const points = makePoints(3000, 1);
  const levels = Float64Array.of(0.5, 0.5);
  const ask = createNetworkReader(fitNetwork({ points, outcomes: drawOutcomes(points, 2), levels }));
  const asked = makePoints(500, 3);
  let right = 0;
  for (let row = 0; row < asked.count; row += 1) {
    const [first = 0, second = 0] = ask(asked.features.subarray(row * DIM, (row + 1) * DIM));
    const [better = 0, worse = 0] = chancesAt(asked, row);
    right += first > second === better > worse ? 1 : 0;
  }
  assert.ok(right / asked.count > 0.8, `${right} of ${asked.count}`);
});

test("a model without an outcome stays near its level", () => {
  const points = makePoints(400, 4);
  const outcomes = drawOutcomes(points, 5).map((outcome, at) => (at % 2 === 1 ? Number.NaN : outcome));
  const network = fitNetwork({ points, outcomes, levels: Float64Array.of(0.5, 0.9) });
  const ask = createNetworkReader(network);
  const learned = [0, 1, 2, 3].map((row) =>
    sigmoid(ask(points.features.subarray(row * DIM, (row + 1) * DIM))[1]!),
  );
  for (const chance of learned) assert.ok(Math.abs(chance - 0.9) < 0.05, `${chance}`);
});

test("a few rows hardly move a model from its level, and none leaves it there", () => {
  const few = makePoints(10, 6);
  for (const points of [few, { ...few, count: 0, features: new Float32Array() }]) {
    const outcomes = new Float32Array(2 * points.count).fill(1);
    const ask = createNetworkReader(fitNetwork({ points, outcomes, levels: Float64Array.of(0.3, 0.6) }));
    const [first = 0, second = 0] = ask(few.features.subarray(0, DIM));
    assert.ok(Math.abs(sigmoid(first) - 0.3) < 0.15, `${sigmoid(first)} of ${points.count}`);
    assert.ok(Math.abs(sigmoid(second) - 0.6) < 0.15, `${sigmoid(second)} of ${points.count}`);
  }
});

test("steps go down a narrow valley to its lowest point, and decay draws parameters to 0", () => {
  const parameters = Float32Array.of(2, -3);
  const move = createAdam(parameters);
  for (let round = 0; round < 2000; round += 1) {
    const gradient = Float32Array.of(100 * (parameters[0]! - 1), parameters[1]! + 1);
    move(gradient, { rate: 0.02 * (1 - round / 2000), decay: 0 });
  }
  assert.ok(
    Math.abs(parameters[0]! - 1) < 1e-2 && Math.abs(parameters[1]! + 1) < 1e-2,
    parameters.join(", "),
  );
  const decayed = Float32Array.of(4);
  createAdam(decayed)(Float32Array.of(0), { rate: 0.5, decay: 0.5 });
  assert.equal(decayed[0], 3);
});
