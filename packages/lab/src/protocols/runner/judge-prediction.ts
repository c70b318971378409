// AUC, Brier and calibration of predicted success, per model and pooled.
import type { WeightedFigure } from "../../metrics/index.ts";
import {
  SUCCESS_SCORE,
  computeBrier,
  computeEce,
  listReliabilityBins,
  prepareAuc,
} from "../../metrics/index.ts";
import type { Predictions } from "../../metrics/index.ts";
import type { Judged } from "./run-estimator.ts";
import type { Problem } from "./problem.ts";
import { floatAt } from "../../arrays/value-at.ts";

/** A model counts towards the mean AUC with at least so many outcomes of either kind. */
const OUTCOMES_MIN = 5;

interface Cells extends Predictions {
  /** Prompt of every cell. */
  readonly prompt: Int32Array;
}

function collectCells(
  problem: Problem,
  predicted: Float32Array,
  accepts: (column: number) => boolean,
): Cells {
  const columns = problem.models.length;
  const { scores } = problem.test;
  const cells: number[] = [];
  for (let i = 0; i < scores.length; i += 1)
    if (!Number.isNaN(floatAt(scores, i)) && accepts(i % columns)) cells.push(i);
  return {
    predicted: Float32Array.from(cells, (i) => floatAt(predicted, i)),
    observed: Float32Array.from(cells, (i) => floatAt(scores, i)),
    prompt: Int32Array.from(cells, (i) => Math.floor(i / columns)),
  };
}

function spread(weights: Float64Array, prompt: Int32Array): Float64Array {
  return Float64Array.from(prompt, (row) => floatAt(weights, row));
}

/** The figure's value under prompt weights, from a figure of cells. */
function overPrompts(cells: Cells, figure: (weights: Float64Array) => number): WeightedFigure {
  return (weights) => figure(spread(weights, cells.prompt));
}

function meanKnown(values: readonly number[]): number {
  const known = values.filter((value) => !Number.isNaN(value));
  return known.reduce((a, b) => a + b, 0) / known.length;
}

/** Columns with enough successes and failures to speak of an order. */
export function listJudgedColumns(problem: Problem): number[] {
  return problem.models.flatMap((_, column) => {
    const { observed } = collectCells(problem, problem.test.scores, (at) => at === column);
    const good = observed.filter((score) => score >= SUCCESS_SCORE).length;
    return Math.min(good, observed.length - good) >= OUTCOMES_MIN ? [column] : [];
  });
}

export function judgePrediction(problem: Problem, predicted: Float32Array): Judged {
  const all = collectCells(problem, predicted, () => true);
  const perModel = listJudgedColumns(problem).map((column) => {
    const cells = collectCells(problem, predicted, (at) => at === column);
    return overPrompts(cells, prepareAuc(cells));
  });
  return {
    figures: {
      auc: (weights) => meanKnown(perModel.map((figure) => figure(weights))),
      aucPooled: overPrompts(all, prepareAuc(all)),
      brier: overPrompts(all, (weights) => computeBrier(all, weights)),
      ece: overPrompts(all, (weights) => computeEce(all, 15, weights)),
    },
    reliability: listReliabilityBins(all),
  };
}
