// The contract of an estimator. Every router of the laboratory, ours included, runs through it unchanged.
import assert from "node:assert/strict";
import { test } from "node:test";
import { drawNormal, splitmix32 } from "@signalbox/engine/numerics";
import type { Estimator, PromptSet, TrainingData } from "./define-estimator.ts";
import { normaliseRows } from "../../features/vector.ts";
import { floatAt } from "../../arrays/value-at.ts";

const DIM = 8;

export function makePrompts(count: number, seed: number): PromptSet {
  const random = splitmix32(seed);
  const features = normaliseRows(
    Float32Array.from({ length: count * DIM }, () => drawNormal(random)),
    DIM,
  );
  return {
    count,
    text: Array.from({ length: count }, (_, i) => `Prompt number ${i} of ${seed}`),
    features,
    dim: DIM,
    task: Int32Array.from({ length: count }, (_, i) => i % 2),
  };
}

type ScoreOf = (features: Float32Array, model: number, draw: number) => number;

export function makeData(count: number, models: number, scoreOf: ScoreOf): TrainingData {
  const prompts = makePrompts(count, 11);
  const random = splitmix32(5);
  return {
    prompts,
    models: Array.from({ length: models }, (_, m) => ({
      name: `model-${m}`,
      canonical: `model-${m}`,
      source: "made",
      meanCostUsd: m === 0 ? Number.NaN : m,
    })),
    scores: Float32Array.from({ length: count * models }, (_, i) =>
      scoreOf(prompts.features.subarray(Math.floor(i / models) * DIM), i % models, random()),
    ),
  };
}

const mixed: ScoreOf = (features, model, draw) =>
  draw < 0.1 ? Number.NaN : floatAt(features, model % DIM) > 0 ? 1 : 0;

function assertProbabilities(predicted: Float32Array, size: number): void {
  assert.equal(predicted.length, size);
  assert.ok(predicted.every((p) => p >= 0 && p <= 1));
}

const CASES: readonly (readonly [string, TrainingData])[] = [
  ["one model", makeData(40, 1, mixed)],
  ["one prompt", makeData(1, 3, mixed)],
  ["no training prompt", makeData(0, 2, mixed)],
  ["scores that are all one", makeData(20, 3, () => 1)],
  ["a model without any outcome", makeData(30, 3, (f, m, d) => (m === 1 ? Number.NaN : mixed(f, m, d)))],
  ["no outcome at all", makeData(10, 2, () => Number.NaN)],
  ["graded scores", makeData(30, 2, (_f, _m, draw) => draw)],
];

export function runEstimatorSuite(estimator: Estimator): void {
  const { name } = estimator;
  for (const [title, data] of CASES)
    test(`${name}: predicts probabilities of the right shape with ${title}`, () => {
      const predictor = estimator.fork(1).fit(data);
      assertProbabilities(predictor.predict(makePrompts(7, 99)), 7 * data.models.length);
      assertProbabilities(predictor.predict(makePrompts(0, 99)), 0);
    });

  test(`${name}: one seed gives one answer, and a prompt's answer does not depend on its neighbours`, () => {
    const data = makeData(60, 3, mixed);
    const unseen = makePrompts(5, 3);
    const first = estimator.fork(7).fit(data).predict(unseen);
    assert.deepEqual(estimator.fork(7).fit(data).predict(unseen), first);
    const alone = { ...unseen, count: 1, text: unseen.text.slice(0, 1), task: unseen.task.slice(0, 1) };
    const single = estimator
      .fork(7)
      .fit(data)
      .predict({ ...alone, features: unseen.features.slice(0, DIM) });
    assert.deepEqual(single, first.slice(0, 3));
  });

  test(`${name}: fitting and predicting leave the data and the estimator as they were`, () => {
    const data = makeData(30, 2, mixed);
    const [features, scores] = [data.prompts.features.slice(), data.scores.slice()];
    const parameters = structuredClone(estimator.parameters);
    estimator.fork(2).fit(data).predict(data.prompts);
    assert.deepEqual(data.prompts.features, features);
    assert.deepEqual(data.scores, scores);
    assert.deepEqual(estimator.parameters, parameters);
  });

  test(`${name}: every setting of the grid obeys the declared ranges, and others are refused`, () => {
    for (const setting of estimator.grid) assert.deepEqual(estimator.fork(1, setting).parameters, setting);
    assert.throws(() => estimator.fork(1, { unheardOf: 1 }), { code: "bad_request" });
    for (const [parameter, range] of Object.entries(estimator.constraints))
      assert.throws(() => estimator.fork(1, { [parameter]: range.max + 1 }), { code: "bad_request" });
  });
}

/** For estimators that learn from the prompt: they must find a rule that is plainly there. */
export function runLearningSuite(estimator: Estimator): void {
  test(`${estimator.name}: finds which model answers which half of the prompts`, () => {
    const scoreOf: ScoreOf = (features, model) => (floatAt(features, 0) > 0 === (model === 0) ? 1 : 0);
    const data = makeData(600, 2, scoreOf);
    const unseen = makePrompts(200, 77);
    const predicted = estimator.fork(3).fit(data).predict(unseen);
    let hits = 0;
    for (let i = 0; i < unseen.count; i += 1) {
      const picksFirst = floatAt(predicted, 2 * i) > floatAt(predicted, 2 * i + 1);
      if (picksFirst === floatAt(unseen.features, i * DIM) > 0) hits += 1;
    }
    assert.ok(hits >= 150, `${hits} of 200 prompts went to the right model`);
  });
}
