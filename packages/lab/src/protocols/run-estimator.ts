// Tunes on dev, fits on train, calibrates on dev, predicts the judged rows: the same road for every estimator.
import type { Estimator, Parameters } from "../baselines/index.ts";
import { applyPlattScaling, fitPlattScaling, logit } from "./platt-scaling.ts";
import { trainingDataOf } from "./problem.ts";
import type { Problem } from "./problem.ts";

export interface EstimatorRun {
  readonly parameters: Parameters;
  /** Calibrated P(success) on the judged rows. @shape test rows x columns */
  readonly test: Float32Array;
  /** The same on the dev rows. */
  readonly dev: Float32Array;
}

/** Mean cross-entropy over the known outcomes; NaN when there is none. */
export function computeLogLoss(predicted: Float32Array, observed: Float32Array): number {
  let sum = 0;
  let count = 0;
  for (let i = 0; i < predicted.length; i += 1) {
    const score = observed[i]!;
    if (Number.isNaN(score)) continue;
    const x = logit(predicted[i]!);
    sum += Math.log1p(Math.exp(x)) - score * x;
    count += 1;
  }
  return sum / count;
}

/**
 * Dev prompts that an estimator's own chances are worth against the dev outcomes. Outcomes of one prompt err alike, so it
 * is prompts that count: on halves of the dev rows of twelve sources the log loss of every method but one fell against
 * a prior of four outcomes, and so did the calibration error.
 */
const PRIOR_PROMPTS = 20;

/** Fixed policies say which model, not how likely: calibration would mean nothing. */
const UNCALIBRATED = new Set(["random", "cheapest", "fixed-cheap"]);

function fitOnce(
  estimator: Estimator,
  problem: Problem,
): { dev: Float32Array; test: Float32Array; loss: number } {
  const predictor = estimator.fit(trainingDataOf(problem));
  const [dev, test] = [predictor.predict(problem.dev.prompts), predictor.predict(problem.test.prompts)];
  if (UNCALIBRATED.has(estimator.name)) return { dev, test, loss: 0 };
  const scaling = fitPlattScaling(dev, problem.dev.scores, PRIOR_PROMPTS * problem.models.length);
  const scaled = applyPlattScaling(scaling, dev);
  return {
    dev: scaled,
    test: applyPlattScaling(scaling, test),
    loss: computeLogLoss(scaled, problem.dev.scores),
  };
}

/** The setting with the lowest calibrated cross-entropy on dev; the default when dev is empty. */
export function tuneEstimator(estimator: Estimator, problem: Problem, seed: number): Parameters {
  let best: Parameters = estimator.grid[0] ?? estimator.parameters;
  if (estimator.grid.length < 2 || problem.dev.prompts.count === 0) return best;
  let lowest = Number.POSITIVE_INFINITY;
  for (const setting of estimator.grid) {
    const { loss } = fitOnce(estimator.fork(seed, setting), { ...problem, test: problem.dev });
    if (loss < lowest) [best, lowest] = [setting, loss];
  }
  return best;
}

export function runEstimator(
  estimator: Estimator,
  problem: Problem,
  run: { seed: number; parameters: Parameters },
): EstimatorRun {
  const { dev, test } = fitOnce(estimator.fork(run.seed, run.parameters), problem);
  return { parameters: run.parameters, dev, test };
}
