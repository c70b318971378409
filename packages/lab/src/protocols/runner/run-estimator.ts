// Tunes on dev, fits on train, calibrates on dev, fits on both, predicts the judged rows: the same road for every estimator.
import type { Estimator, Parameters, Predictor } from "../../estimators/contract/define-estimator.ts";
import { valueAt } from "../../arrays/value-at.ts";
import type { CostQualityPoint, ReliabilityBin, WeightedFigure } from "../../metrics/index.ts";
import { FIGURES } from "./figures.data.ts";
import type { FigureDefinition } from "./figures.data.ts";
import { applyPlattScaling, fitPlattScaling, logit } from "../../estimators/contract/platt-scaling.ts";
import { allRowsOf, trainingDataOf } from "./problem.ts";
import type { Problem } from "./problem.ts";

// A method that takes part in a run: one estimator a seed. Baselines fork by seed; ours may bring one artefact a seed.
export interface Contender {
  readonly name: string;
  readonly title: string;
  /** The method that the others are compared with; at most one in a run. */
  readonly isOurs: boolean;
  readonly estimatorOf: (seedIndex: number) => Estimator;
}

export function contenderOf(estimator: Estimator): Contender {
  return {
    name: estimator.name,
    title: estimator.title,
    isOurs: false,
    estimatorOf: () => estimator,
  };
}

/** Ours: the artefacts are used in turn, so that one artefact a seed gives the mean over seeds. */
export function oursOf(estimators: readonly Estimator[]): Contender {
  const first = valueAt(estimators, 0);
  return {
    name: first.name,
    title: first.title,
    isOurs: true,
    estimatorOf: (seedIndex) => valueAt(estimators, seedIndex % estimators.length),
  };
}

// The measurements of one method on one section: figures as functions of prompt weights, so that one
// bootstrap gives paired intervals for all of them, and the drawings that go with them.
export { FIGURES };
export type { FigureDefinition };

export interface Judged {
  readonly figures: Readonly<Record<string, WeightedFigure>>;
  readonly curve?: readonly CostQualityPoint[];
  readonly reliability?: readonly ReliabilityBin[];
}

export type FigureName = keyof typeof FIGURES;

export function getFigure(name: string): FigureDefinition {
  return FIGURES[name as FigureName];
}

export interface EstimatorRun {
  readonly parameters: Parameters;
  /** Calibrated P(success) on the judged rows. @shape test rows x columns */
  readonly test: Float32Array;
  /** The same on the dev rows, from a fit that has not seen them. */
  readonly dev: Float32Array;
}

/** Mean cross-entropy over the known outcomes; NaN when there is none. */
export function computeLogLoss(predicted: Float32Array, observed: Float32Array): number {
  let sum = 0;
  let count = 0;
  for (let i = 0; i < predicted.length; i += 1) {
    const score = valueAt(observed, i);
    if (Number.isNaN(score)) continue;
    const x = logit(valueAt(predicted, i));
    sum += Math.log1p(Math.exp(x)) - score * x;
    count += 1;
  }
  return sum / count;
}

/**
 * An estimator's own chances are worth as many dev outcomes as so many fully graded prompts have. Outcomes of one prompt err
 * alike, so it is prompts that count: on halves of the dev rows of twelve sources the log loss of every method but one fell against
 * a prior of four outcomes, and so did the calibration error.
 */
const PRIOR_PROMPTS = 20;

/** Fixed policies say which model, not how likely: calibration would mean nothing. The product is judged as users get it. */
const UNCALIBRATED = new Set(["random", "cheapest", "custom-router", "untrained"]);

interface Held {
  readonly predictor: Predictor;
  /** Turns predictions of the method into calibrated ones. */
  readonly calibrate: (predicted: Float32Array) => Float32Array;
  /** Calibrated. @shape dev rows x columns */
  readonly dev: Float32Array;
}

/** Fitted on the training rows, calibrated on the dev rows. */
function fitHeldOut(estimator: Estimator, problem: Problem): Held {
  const predictor = estimator.fit(trainingDataOf(problem));
  const dev = predictor.predict(problem.dev.prompts);
  if (UNCALIBRATED.has(estimator.name)) return { predictor, calibrate: (predicted) => predicted, dev };
  const scaling = fitPlattScaling(dev, problem.dev.scores, PRIOR_PROMPTS * problem.models.length);
  const calibrate = (predicted: Float32Array): Float32Array => applyPlattScaling(scaling, predicted);
  return { predictor, calibrate, dev: calibrate(dev) };
}

/** The setting with the lowest calibrated cross-entropy on dev; the default when dev is empty. */
export function tuneEstimator(estimator: Estimator, problem: Problem, seed: number): Parameters {
  let best: Parameters = estimator.grid[0] ?? estimator.parameters;
  if (estimator.grid.length < 2 || problem.dev.prompts.count === 0) return best;
  let lowest = Number.POSITIVE_INFINITY;
  for (const setting of estimator.grid) {
    const { dev } = fitHeldOut(estimator.fork(seed, setting), problem);
    const loss = computeLogLoss(dev, problem.dev.scores);
    if (loss < lowest) [best, lowest] = [setting, loss];
  }
  return best;
}

/** The road's end is one more fit, on training and dev rows together, under the calibration that the dev rows gave. */
export function runEstimator(
  estimator: Estimator,
  problem: Problem,
  run: { seed: number; parameters: Parameters },
): EstimatorRun {
  const chosen = estimator.fork(run.seed, run.parameters);
  const { predictor, calibrate, dev } = fitHeldOut(chosen, problem);
  const last =
    problem.dev.prompts.count === 0
      ? predictor
      : (predictor.refit?.(allRowsOf(problem)) ?? chosen.fit(allRowsOf(problem)));
  return { parameters: run.parameters, dev, test: calibrate(last.predict(problem.test.prompts)) };
}
