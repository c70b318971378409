// Real costs: what the picks under a swept price weight earn and cost, against the best single model.
import { fitRidge, meanOf } from "@signalbox/engine/numerics";
import { valueAt } from "../../arrays/value-at.ts";
import type { CostQualityPoint } from "../../metrics/index.ts";
import type { FigureName, Judged, EstimatorRun } from "./run-estimator.ts";
import type { Part, Problem } from "./problem.ts";
import type { Rows } from "../../features/vector.ts";
import {
  buildQualityHull,
  computeAiq,
  computeArenaScore,
  computePerfGain,
  qualityAtCost,
} from "../../metrics/index.ts";
import { judgePrediction } from "./judge-prediction.ts";
import { sweepPrices } from "./price-sweep.ts";
import type { SweepInput, SweepStep } from "./price-sweep.ts";

// The figures that sources with recorded costs are judged by, and the points of their single models.
export const PARETO_FIGURES: readonly FigureName[] = [
  "accuracyAtCost",
  "perfGain",
  "aiq",
  "aiqRange",
  "accuracy",
  "auc",
  "aucPooled",
  "brier",
  "ece",
  "chosenAccuracy",
  "chosenSave",
  "arena",
];

type NamedPoint = CostQualityPoint & { readonly name: string };

/** Mean cost and score of each single model over the rows judged; models without costs are left out. */
export function listModelPoints(models: Problem["models"], part: Part): NamedPoint[] {
  return models.flatMap(({ name }, m) => {
    let [cost, score, count] = [0, 0, 0];
    for (let i = m; i < part.scores.length; i += models.length) {
      if (Number.isNaN(valueAt(part.scores, i)) || Number.isNaN(valueAt(part.costUsd, i))) continue;
      cost += valueAt(part.costUsd, i);
      score += valueAt(part.scores, i);
      count += 1;
    }
    return count === 0 ? [] : [{ name, costUsd: cost / count, quality: score / count }];
  });
}

// Expected dollars of a query, the same for every estimator: log cost by ridge regression on the features, or the
// model's mean cost where too few rows show it. A model of which no cost is known is priced like the most expensive one:
// unknown is never free.
const RIDGE = 3;
const ROWS_MIN = 20;

interface LogCost {
  /** Coefficients, then the intercept. @shape dim + 1 */
  readonly weights: Float64Array;
  /** Mean of exp(residual): turns a mean of logarithms into a mean. @source Duan (1983) */
  readonly smearing: number;
}

function predictLogCost(weights: Float64Array, { features, dim }: Rows, row: number): number {
  let sum = valueAt(weights, dim);
  for (let d = 0; d < dim; d += 1) sum += valueAt(weights, d) * valueAt(features, row * dim + d);
  return sum;
}

function fitLogCost(prompts: Rows, rows: readonly number[], targets: Float64Array): LogCost {
  const { features: inputs, dim } = prompts;
  const weights = fitRidge({ inputs, stride: dim, width: dim, rows, targets, penalty: RIDGE });
  const ratios = rows.map((row, i) => Math.exp(valueAt(targets, i) - predictLogCost(weights, prompts, row)));
  return { weights, smearing: meanOf(ratios) };
}

/** @shape part rows x columns @unit USD */
type CostPredictor = (part: Part) => Float64Array;

export function fitExpectedCost(problem: Problem): CostPredictor {
  const columns = problem.models.length;
  const { train } = problem;
  const means = problem.models.map((model) => model.meanCostUsd);
  const costMaxUsd = Math.max(0, ...means.filter((mean) => !Number.isNaN(mean)));
  const models = Array.from({ length: columns }, (_, m) => {
    const rows: number[] = [];
    for (let i = 0; i < train.prompts.count; i += 1)
      if (valueAt(train.costUsd, i * columns + m) > 0) rows.push(i);
    if (rows.length < ROWS_MIN) return undefined;
    const targets = Float64Array.from(rows, (i) => Math.log(valueAt(train.costUsd, i * columns + m)));
    return fitLogCost(train.prompts, rows, targets);
  });
  return (part) => {
    const out = new Float64Array(part.prompts.count * columns);
    for (const [m, model] of models.entries()) {
      const flat = Number.isNaN(valueAt(means, m)) ? costMaxUsd : valueAt(means, m);
      for (let i = 0; i < part.prompts.count; i += 1)
        out[i * columns + m] =
          model === undefined
            ? flat
            : Math.exp(predictLogCost(model.weights, part.prompts, i)) * model.smearing;
    }
    return out;
  };
}

interface ParetoReference {
  /** Column of the best single model by its training and dev outcomes. */
  readonly bestColumn: number;
  readonly expectedCost: CostPredictor;
}

function weightedMean(values: ArrayLike<number>, weights: Float64Array): number {
  let sum = 0;
  let total = 0;
  for (let i = 0; i < weights.length; i += 1) {
    if (Number.isNaN(valueAt(values, i))) continue;
    sum += valueAt(weights, i) * valueAt(values, i);
    total += valueAt(weights, i);
  }
  return sum / total;
}

function columnOf(values: Float32Array | Float64Array, column: number, columns: number): Float64Array {
  return Float64Array.from({ length: values.length / columns }, (_, row) =>
    valueAt(values, row * columns + column),
  );
}

/** The model with the highest mean score over train and dev; over the judged rows when there are no others. */
export function findBestSingle(problem: Problem): number {
  const parts = problem.train.prompts.count > 0 ? [problem.train, problem.dev] : [problem.test];
  const means = problem.models.map((_, column) => {
    const scores = parts.flatMap((part) => Array.from(columnOf(part.scores, column, problem.models.length)));
    const known = scores.filter((score) => !Number.isNaN(score));
    return known.length === 0 ? -1 : known.reduce((a, b) => a + b, 0) / known.length;
  });
  return means.indexOf(Math.max(...means));
}

/** Several figures read one plane: the work for the last weights is kept. */
function rememberLast<T>(compute: (weights: Float64Array) => T): (weights: Float64Array) => T {
  let last: { readonly weights: Float64Array; readonly value: T } | undefined;
  return (weights) => {
    if (last?.weights !== weights) last = { weights, value: compute(weights) };
    return last.value;
  };
}

function toPoint(step: Pick<SweepStep, "score" | "costUsd">, weights: Float64Array): CostQualityPoint {
  return { costUsd: weightedMean(step.costUsd, weights), quality: weightedMean(step.score, weights) };
}

function sweep(
  problem: Problem,
  part: Part,
  run: { predicted: Float32Array; cost: CostPredictor },
): readonly SweepStep[] {
  const input: SweepInput = {
    columns: problem.models.length,
    predicted: run.predicted,
    expectedCostUsd: run.cost(part),
    scores: part.scores,
    costUsd: part.costUsd,
  };
  return sweepPrices(input);
}

/** Index of the highest price weight that keeps the best single model's accuracy on dev; 0 when none does. */
function chooseStep(problem: Problem, run: EstimatorRun, reference: ParetoReference): number {
  const { dev } = problem;
  if (dev.prompts.count === 0) return 0;
  const ones = new Float64Array(dev.prompts.count).fill(1);
  const wanted = weightedMean(columnOf(dev.scores, reference.bestColumn, problem.models.length), ones);
  const steps = sweep(problem, dev, { predicted: run.dev, cost: reference.expectedCost });
  const good = steps.map((step) => weightedMean(step.score, ones) >= wanted);
  return Math.max(0, good.lastIndexOf(true));
}

export function judgePareto(problem: Problem, run: EstimatorRun, reference: ParetoReference): Judged {
  const { test, models } = problem;
  const columns = models.length;
  const steps = sweep(problem, test, { predicted: run.test, cost: reference.expectedCost });
  const chosen = valueAt(steps, chooseStep(problem, run, reference));
  const single = models.map((_, m) => ({
    score: Float32Array.from(columnOf(test.scores, m, columns)),
    costUsd: columnOf(test.costUsd, m, columns),
  }));
  const best = valueAt(single, reference.bestColumn);
  const measure = rememberLast((weights) => {
    const target = toPoint(best, weights);
    return { target, hull: buildQualityHull(steps.map((step) => toPoint(step, weights))) };
  });
  const modelCosts = (weights: Float64Array): number[] =>
    single.map((model) => weightedMean(model.costUsd, weights)).filter((cost) => !Number.isNaN(cost));
  const prediction = judgePrediction(problem, run.test);
  return {
    ...prediction,
    curve: measure(new Float64Array(test.prompts.count).fill(1)).hull,
    figures: {
      ...prediction.figures,
      accuracy: (weights) => weightedMean(valueAt(steps, 0).score, weights),
      accuracyAtCost: (weights) => {
        const { hull, target } = measure(weights);
        return qualityAtCost(hull, target.costUsd);
      },
      perfGain: (weights) => {
        const { hull, target } = measure(weights);
        return computePerfGain(hull, target);
      },
      aiq: (weights) =>
        computeAiq(measure(weights).hull, { fromUsd: 0, toUsd: Math.max(...modelCosts(weights)) }),
      aiqRange: (weights) => {
        const costs = modelCosts(weights);
        return computeAiq(measure(weights).hull, { fromUsd: Math.min(...costs), toUsd: Math.max(...costs) });
      },
      chosenAccuracy: (weights) => weightedMean(chosen.score, weights),
      chosenSave: (weights) => 1 - toPoint(chosen, weights).costUsd / toPoint(best, weights).costUsd,
      arena: (weights) => {
        const point = toPoint(chosen, weights);
        return computeArenaScore(point.quality, point.costUsd * 1_000);
      },
    },
  };
}
