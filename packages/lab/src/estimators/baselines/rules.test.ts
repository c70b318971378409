// Promises of single baselines beside the contract that all of them keep.
import assert from "node:assert/strict";
import { test } from "node:test";
import { makeData, makePrompts } from "../contract/estimator.suite.ts";
import { splitmix32 } from "@signalbox/engine/numerics";
import { BEST_SINGLE, findCheapest, RANDOM } from "./constant-baselines.ts";
import { FactorNetwork, layOut } from "./factor-network.ts";
import { BASELINES } from "./index.ts";
import { NEAREST_NEIGHBOURS } from "./nearest-neighbours.ts";

const columns = (...costs: readonly number[]) =>
  costs.map((meanCostUsd, m) => ({ name: `m${m}`, canonical: `m${m}`, source: "made", meanCostUsd }));
/** One row a model, twenty outcomes each. */
const scoresOf = (...means: readonly number[]): Float32Array =>
  Float32Array.from({ length: 20 * means.length }, (_, i) => means[i % means.length] ?? 0);

test("baselines have names of their own, in the order of the reports", () => {
  const names = BASELINES.map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
  assert.equal(names[0], "random");
});

test("the cheapest is the lowest known price; without any price the weakest stands for it", () => {
  assert.equal(findCheapest({ models: columns(3, Number.NaN, 1), scores: scoresOf(1, 1, 1) }), 2);
  const unpriced = columns(Number.NaN, Number.NaN);
  assert.equal(findCheapest({ models: unpriced, scores: scoresOf(0.9, 0.1) }), 1);
});

test("random predictions change with the seed and not with the prompts", () => {
  const data = makeData(10, 2, () => 1);
  const predict = (seed: number, prompts: number): Float32Array =>
    RANDOM.fork(seed).fit(data).predict(makePrompts(prompts, 1));
  assert.deepEqual(predict(4, 3), predict(4, 3));
  assert.notDeepEqual(predict(4, 3), predict(5, 3));
  assert.deepEqual(predict(4, 5).subarray(0, 6), predict(4, 3));
});

test("the best single model is ranked first for every prompt", () => {
  const data = makeData(40, 3, (_features, model) => [0.2, 0.9, 0.5][model] ?? 0);
  const predicted = BEST_SINGLE.fit(data).predict(makePrompts(6, 2));
  for (let row = 0; row < 6; row += 1) {
    const own = [...predicted.subarray(3 * row, 3 * row + 3)];
    assert.equal(own.indexOf(Math.max(...own)), 1);
  }
});

test("few near neighbours follow the training rows more closely than all of them with one voice", () => {
  const data = makeData(200, 1, (features) => ((features[0] ?? 0) > 0.2 ? 1 : 0));
  const missOf = (neighbours: number, sharpness: number): number => {
    const predicted = NEAREST_NEIGHBOURS.fork(1, { neighbours, sharpness }).fit(data).predict(data.prompts);
    return predicted.reduce((miss, p, i) => miss + Math.abs(p - (data.scores[i] ?? 0)), 0);
  };
  assert.ok(missOf(20, 4) < missOf(200, 0), `${missOf(20, 4)} against ${missOf(200, 0)}`);
});

test("the parameters of a network lie in blocks that fill its array without overlap", () => {
  const shape = { inputs: 4, hidden: 3, axes: 2, models: 5, isAxisSigmoid: false, hasDifficulty: true };
  const layout = layOut(shape);
  assert.deepEqual(
    [layout.hidden, layout.axes, layout.difficulty, layout.models, layout.size],
    [0, 3 * 5, 3 * 5 + 2 * 4, 3 * 5 + 2 * 4 + 4, 3 * 5 + 2 * 4 + 4 + 5 * 3],
  );
  assert.equal(new FactorNetwork(shape, splitmix32(1)).parameters.length, layout.size);
  const flat = layOut({ ...shape, hidden: 0, axes: 0, hasDifficulty: false });
  assert.equal(flat.size, 5 * 5);
});

test("a bias of a model moves its logit alone", () => {
  const shape = { inputs: 3, hidden: 0, axes: 0, models: 2, isAxisSigmoid: false, hasDifficulty: false };
  const network = new FactorNetwork(shape, splitmix32(1));
  const act = network.createActivations();
  const input = Float32Array.of(0.1, 0.2, 0.3);
  network.forward(input, act);
  const before = [...act.logits];
  network.setModelBias(1, 2);
  network.forward(input, act);
  assert.equal(act.logits[0], before[0]);
  assert.ok(Math.abs((act.logits[1] ?? 0) - (before[1] ?? 0) - 2) < 1e-6);
});
