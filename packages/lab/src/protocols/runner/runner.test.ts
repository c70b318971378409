// From a data set to judged figures: which rows are learned from, what an estimator gets to see, what the bootstrap says.
import assert from "node:assert/strict";
import { test } from "node:test";
import { makeDataset } from "../../data/made-dataset.suite.ts";
import type { MadePrompt } from "../../data/made-dataset.suite.ts";
import { BASELINES } from "../../estimators/baselines/index.ts";
import { defineEstimator } from "../../estimators/contract/define-estimator.ts";
import type { Estimator } from "../../estimators/contract/define-estimator.ts";
import type { FeatureSource } from "../../features/latent-semantic.ts";
import { listModelPoints, fitExpectedCost, findBestSingle, judgePareto } from "./judge-pareto.ts";
import { requireSections, summariseMethods } from "./summarise-section.ts";
import {
  contenderOf,
  oursOf,
  FIGURES,
  getFigure,
  computeLogLoss,
  runEstimator,
  tuneEstimator,
} from "./run-estimator.ts";
import { judgePrediction, listJudgedColumns } from "./judge-prediction.ts";
import { listPriceWeights, pickAll } from "./price-sweep.ts";
import { allRowsOf, computeMeanCosts } from "./problem.ts";
import type { Problem } from "./problem.ts";
import { runProblem } from "./run-problem.ts";
import { buildSourceProblem } from "./source-problem.ts";

/** Length and first letter of a text; writes down the texts it learned from. */
function recordingFeatures(): { readonly fitted: string[]; readonly source: FeatureSource } {
  const fitted: string[] = [];
  return {
    fitted,
    source: {
      title: "recorded",
      fit: (texts) => {
        fitted.push(...texts);
        return {
          dim: 2,
          encode: (asked) =>
            Float32Array.from(asked.flatMap((text) => [text.length / 50, (text.codePointAt(0) ?? 0) / 200])),
        };
      },
    },
  };
}

function promptsOf(source: string, count: number, models: number): MadePrompt[] {
  return Array.from({ length: count }, (_, i) => ({
    text: `${source} prompt ${"x".repeat(i % 13)} number ${i}`,
    task: i % 2 === 0 ? `${source} even` : `${source} odd`,
    split: ["train", "train", "train", "dev", "test"][i % 5] ?? "train",
    scores: Array.from({ length: models }, (__, m) => ((i * 7 + m * 3 + Math.floor(i / 5)) % 5 < 3 ? 1 : 0)),
    costs: Array.from({ length: models }, (__, m) => (m + 1) * 0.001 * (1 + (i % 3))),
  }));
}
const DATASET = makeDataset({
  sources: [
    { name: "first", models: ["gpt-4o", "mixtral-8x7b-chat"], prompts: promptsOf("first", 100, 2) },
    { name: "second", models: ["open-mixtral-8x7b", "gpt-4o"], prompts: promptsOf("second", 60, 2) },
    { name: "third", models: ["someone-else"], prompts: promptsOf("third", 40, 1) },
  ],
  hasSplits: true,
});
const SPLIT_CODES = DATASET.splits?.benchmark ?? new Uint8Array();

function sourceProblem(features = recordingFeatures().source): Problem {
  return buildSourceProblem({ dataset: DATASET, source: "first", split: SPLIT_CODES, features, seed: 1 });
}

test("a source's problem learns from its own training rows alone, and so do its vectors", () => {
  const { fitted, source } = recordingFeatures();
  const problem = sourceProblem(source);
  assert.deepEqual(
    problem.models.map(({ name }) => name),
    ["gpt-4o", "mixtral-8x7b-chat"],
  );
  assert.deepEqual(
    [problem.train, problem.dev, problem.test].map(({ prompts }) => prompts.count),
    [60, 20, 20],
  );
  assert.deepEqual(fitted, problem.train.prompts.text);
  const judged = new Set(problem.test.prompts.text);
  assert.ok(fitted.every((text) => text.startsWith("first") && !judged.has(text)));
});

test("scores and costs stand in the row of their prompt and the column of their model", () => {
  const { test: part } = sourceProblem();
  part.rows.forEach((row, i) => {
    for (let o = 0; o < DATASET.outcomes.count; o += 1) {
      if (DATASET.outcomes.prompt[o] !== row) continue;
      const at = 2 * i + (DATASET.outcomes.model[o] ?? 0);
      assert.equal(part.scores[at], DATASET.outcomes.score[o]);
      assert.equal(part.costUsd[at], DATASET.outcomes.costUsd[o]);
    }
  });
});

test("an unknown source is refused by name", () => {
  assert.throws(
    () =>
      buildSourceProblem({
        dataset: DATASET,
        source: "nowhere",
        split: SPLIT_CODES,
        features: recordingFeatures().source,
        seed: 1,
      }),
    { code: "invalid_data", detail: "The data folder has no source nowhere." },
  );
});

test("training and dev rows are joined once a problem, judged rows never", () => {
  const problem = sourceProblem();
  const all = allRowsOf(problem);
  assert.equal(allRowsOf(problem), all);
  assert.deepEqual(all.prompts.text, [...problem.train.prompts.text, ...problem.dev.prompts.text]);
  assert.equal(all.scores.length, 2 * 80);
  const judged = new Set(problem.test.prompts.text);
  assert.ok(all.prompts.text.every((text) => !judged.has(text)));
});

test("mean costs skip unknown ones, and a model without any is NaN", () => {
  const problem = sourceProblem();
  const costUsd = problem.test.costUsd.map((cost, at) => (at % 2 === 1 ? Number.NaN : cost));
  const [first = Number.NaN, second] = computeMeanCosts({ ...problem.test, costUsd }, 2);
  assert.ok(first > 0.001 && first < 0.003);
  assert.ok(Number.isNaN(second));
});

test("expected costs follow the prompt where it tells, and an unpriced model is as expensive as the costliest", () => {
  const problem = sourceProblem();
  const rising = { ...problem.train, costUsd: Float64Array.from(problem.train.costUsd) };
  rising.rows.forEach((_, i) => {
    rising.costUsd[2 * i] = 0.001 * Math.exp(3 * (problem.train.prompts.features[2 * i] ?? 0));
    rising.costUsd[2 * i + 1] = Number.NaN;
  });
  const [gpt, mixtral] = problem.models;
  assert.ok(gpt !== undefined && mixtral !== undefined);
  const models = [
    { ...gpt, meanCostUsd: 0.05 },
    { ...mixtral, meanCostUsd: Number.NaN },
  ];
  const predicted = fitExpectedCost({ ...problem, models, train: rising })(problem.test);
  const lengths = Array.from(problem.test.rows, (_, i) => problem.test.prompts.features[2 * i] ?? 0);
  const [short, long] = [lengths.indexOf(Math.min(...lengths)), lengths.indexOf(Math.max(...lengths))];
  assert.ok(Number(predicted[2 * long]) > Number(predicted[2 * short]));
  assert.ok(lengths.every((__, i) => predicted[2 * i + 1] === 0.05));
  assert.ok(predicted.every((cost) => cost > 0));
});

test("price weights rise from zero, and the highest picks the cheapest everywhere", () => {
  const problem = sourceProblem();
  const expectedCostUsd = problem.test.costUsd;
  const weights = listPriceWeights(expectedCostUsd);
  assert.equal(weights[0], 0);
  assert.ok(weights.every((weight, i) => i === 0 || weight > (weights[i - 1] ?? 0)));
  const { scores, costUsd } = problem.test;
  const predicted = scores.map((_, at) => (at % 2 === 0 ? 0.2 : 0.9));
  const sweep = { columns: 2, predicted, expectedCostUsd, scores, costUsd };
  assert.ok(pickAll(sweep, weights.at(-1) ?? 0).picks.every((pick) => pick === 0));
  assert.ok(pickAll(sweep, 0).picks.every((pick) => pick === 1));
});

const ONES = new Float64Array(20).fill(1);

test("an oracle is perfectly ordered and calibrated; a coin is neither ordered nor certain", () => {
  const problem = sourceProblem();
  assert.deepEqual(listJudgedColumns(problem), [0, 1]);
  const oracle = judgePrediction(problem, problem.test.scores).figures;
  assert.deepEqual(
    ["auc", "aucPooled", "brier", "ece"].map((name) => oracle[name]?.(ONES)),
    [1, 1, 0, 0],
  );
  const coin = judgePrediction(
    problem,
    problem.test.scores.map(() => 0.5),
  ).figures;
  assert.equal(coin["auc"]?.(ONES), 0.5);
  assert.equal(coin["brier"]?.(ONES), 0.25);
});

test("a model with too few failures has no say in the mean AUC", () => {
  const problem = sourceProblem();
  const scores = problem.test.scores.map((score, at) => (at % 2 === 0 ? 1 : score));
  assert.deepEqual(listJudgedColumns({ ...problem, test: { ...problem.test, scores } }), [1]);
});

test("an oracle scores better over all budgets than a fool", () => {
  const problem = sourceProblem();
  const bestColumn = findBestSingle(problem);
  const expectedCost = (part: Problem["test"]): Float64Array => part.costUsd;
  const judge = (predicted: (scores: Float32Array) => Float32Array) =>
    judgePareto(
      problem,
      { parameters: {}, dev: predicted(problem.dev.scores), test: predicted(problem.test.scores) },
      { bestColumn, expectedCost },
    ).figures;
  const oracle = judge((scores) => scores);
  const fool = judge((scores) => scores.map((score) => 1 - score));
  const value = (figures: typeof oracle, name: string): number => figures[name]?.(ONES) ?? Number.NaN;
  assert.ok(value(oracle, "accuracy") >= value(fool, "accuracy"));
  assert.ok(value(oracle, "aiqRange") >= value(fool, "aiqRange"));
});

test("single models stand at their mean cost and score over rows where both are known", () => {
  const problem = sourceProblem();
  const points = listModelPoints(problem.models, problem.test);
  assert.deepEqual(
    points.map(({ name }) => name),
    ["gpt-4o", "mixtral-8x7b-chat"],
  );
  const costs = Array.from({ length: 20 }, (_, i) => problem.test.costUsd[2 * i] ?? 0);
  assert.ok(Math.abs((points[0]?.costUsd ?? 0) - costs.reduce((a, b) => a + b, 0) / 20) < 1e-12);
  const unpriced = { ...problem.test, costUsd: problem.test.costUsd.map(() => Number.NaN) };
  assert.deepEqual(listModelPoints(problem.models, unpriced), []);
  assert.throws(() => requireSections([], "a source"), {
    detail: /needs a source; the data folder has none/,
  });
});

test("every figure has a title, a meaning and a direction", () => {
  for (const name of Object.keys(FIGURES)) {
    const { title, meaning, better } = getFigure(name);
    assert.ok(title !== "" && meaning !== "" && (better === "higher" || better === "lower"));
  }
});

/** Predicts a constant; each setting another. */
function constants(...levels: readonly number[]): Estimator {
  return defineEstimator({
    name: "constant",
    title: "constant",
    isSeeded: false,
    constraints: { level: { min: 0, max: 1, isInteger: false } },
    grid: levels.map((level) => ({ level })),
    fit: (data, { level = 0 }) => ({
      predict: ({ count }) => new Float32Array(count * data.models.length).fill(level),
    }),
  });
}

test("cross-entropy is that of the formula, over known outcomes alone", () => {
  const predicted = Float32Array.of(0.8, 0.3, 0.5);
  const expected = -(Math.log(0.8) + Math.log(0.7)) / 2;
  assert.ok(Math.abs(computeLogLoss(predicted, Float32Array.of(1, 0, Number.NaN)) - expected) < 1e-6);
  assert.ok(Number.isNaN(computeLogLoss(predicted, new Float32Array(3).fill(Number.NaN))));
});

test("tuning looks at dev rows, never at judged ones, and falls back to the default without them", () => {
  const problem = sourceProblem();
  const turned = { ...problem.test, scores: problem.test.scores.map((score) => 1 - score) };
  const tune = (one: Problem) => tuneEstimator(constants(0.05, 0.6, 0.95), one, 1);
  assert.deepEqual(tune({ ...problem, test: turned }), tune(problem));
  assert.deepEqual(tune(problem), { level: 0.6 });
  const empty = { ...problem.dev, prompts: { ...problem.dev.prompts, count: 0 } };
  assert.deepEqual(tune({ ...problem, dev: empty }), { level: 0.05 });
});

test("a method that no seed changes runs once, ours with one artefact a seed", () => {
  const problem = sourceProblem();
  const seeded = { ...constants(0.5), isSeeded: true };
  const contenders = [contenderOf(constants(0.5)), oursOf([seeded, { ...seeded, title: "second" }])];
  const run = { problem, contenders, seeds: [1, 2, 3], onProgress: () => undefined };
  const results = runProblem(run);
  assert.deepEqual(
    results.map(({ runs }) => runs.length),
    [1, 3],
  );
  assert.equal(oursOf([seeded, { ...seeded, title: "second" }]).estimatorOf(3).title, "second");
});

test("means are over seeds, leads are ours minus theirs on the same resamples, and equal methods tie exactly", () => {
  const judged = (value: number) => ({
    figures: { auc: (w: Float64Array) => value * (w.reduce((a, b) => a + b, 0) / 20) },
  });
  const method = (name: string, isOurs: boolean, ...values: readonly number[]) => ({
    contender: { name, title: name, isOurs },
    parameters: {},
    judged: values.map(judged),
  });
  const [theirs, ours, twin] = summariseMethods({
    runs: [method("theirs", false, 0.5, 0.7), method("ours", true, 0.8), method("twin", false, 0.8)],
    promptCount: 20,
    figureNames: ["auc"],
    seed: 1,
    resamples: 30,
  });
  assert.ok(Math.abs((theirs?.figures["auc"]?.value ?? 0) - 0.6) < 1e-12);
  assert.ok(Math.abs((theirs?.lead["auc"]?.value ?? 0) - 0.2) < 1e-12);
  assert.deepEqual(ours?.lead, {});
  assert.deepEqual(twin?.lead["auc"], { value: 0, low: 0, high: 0 });
});

test("judged outcomes never reach a fit: turning them round changes no prediction of any baseline", () => {
  const problem = sourceProblem();
  const turned = { ...problem.test, scores: problem.test.scores.map((score) => 1 - score) };
  for (const estimator of BASELINES) {
    const run = { seed: 3, parameters: estimator.parameters };
    const [own, other] = [problem, { ...problem, test: turned }].map((one) =>
      runEstimator(estimator, one, run),
    );
    assert.deepEqual(other, own, estimator.name);
  }
});
