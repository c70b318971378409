// Platt scaling of one estimator on dev rows: P' = sigmoid(slope * logit(P) + offset), slope never negative.
// Every estimator gets the same, so that calibration is compared and not the lack of it. @source Platt (1999)
import { sigmoid } from "@signalbox/engine/numerics";
import type { TrainingData } from "./define-estimator.ts";
import { addAt, floatAt, wholeAt } from "../../arrays/value-at.ts";

// Mean score of each model, shrunk to the mean of all: what is known of a model without looking at the prompt.

/** Imaginary outcomes at the overall mean. */
const PRIOR_COUNT = 2;

interface ColumnMeans {
  /** @shape models @range 0..1 */
  readonly mean: Float32Array;
  readonly count: Uint32Array;
  readonly overall: number;
}

/** Sum and number of the known scores of every model. @param scores NaN = unknown. @shape rows x models */
export function sumColumns(
  scores: Float32Array,
  models: number,
): { readonly sum: Float64Array; readonly count: Uint32Array } {
  const sum = new Float64Array(models);
  const count = new Uint32Array(models);
  for (let i = 0, column = 0; i < scores.length; i += 1, column = (column + 1) % models) {
    const score = floatAt(scores, i);
    if (Number.isNaN(score)) continue;
    addAt(sum, column, score);
    addAt(count, column, 1);
  }
  return { sum, count };
}

/** Models without any outcome get the overall mean; without any outcome at all that is .5. */
export function computeColumnMeans({ models, scores }: Pick<TrainingData, "models" | "scores">): ColumnMeans {
  const { sum, count } = sumColumns(scores, models.length);
  const total = count.reduce((a, b) => a + b, 0);
  const overall = total === 0 ? 0.5 : sum.reduce((a, b) => a + b, 0) / total;
  const mean = Float32Array.from(
    sum,
    (s, m) => (s + PRIOR_COUNT * overall) / (wholeAt(count, m) + PRIOR_COUNT),
  );
  return { mean, count, overall };
}

/** The same row for every prompt. @shape rows x row.length */
export function repeatRow(row: Float32Array, rows: number): Float32Array {
  const out = new Float32Array(rows * row.length);
  for (let i = 0; i < rows; i += 1) out.set(row, i * row.length);
  return out;
}

interface PlattScaling {
  readonly slope: number;
  readonly offset: number;
}

const ROUNDS = 40;
/** Pull towards "change nothing", worth so many outcomes, when the caller knows no better. */
const PRIOR_OUTCOMES = 4;

export function logit(p: number): number {
  const clamped = Math.min(1 - 1e-4, Math.max(1e-4, p));
  return Math.log(clamped / (1 - clamped));
}

/**
 * Newton's method on the penalised log-likelihood; rows with unknown outcomes are skipped.
 * @param prior outcomes that "change nothing" is worth
 */
export function fitPlattScaling(
  predicted: Float32Array,
  observed: Float32Array,
  prior: number = PRIOR_OUTCOMES,
): PlattScaling {
  let [slope, offset] = [1, 0];
  for (let round = 0; round < ROUNDS; round += 1) {
    let [gradientSlope, gradientOffset] = [prior * (slope - 1), prior * offset * 0.1];
    let [ss, so, oo] = [prior, 0, prior * 0.1];
    for (let i = 0; i < predicted.length; i += 1) {
      const score = floatAt(observed, i);
      if (Number.isNaN(score)) continue;
      const x = logit(floatAt(predicted, i));
      const p = sigmoid(slope * x + offset);
      const weight = Math.max(1e-6, p * (1 - p));
      gradientSlope += (p - score) * x;
      gradientOffset += p - score;
      ss += weight * x * x;
      so += weight * x;
      oo += weight;
    }
    const determinant = ss * oo - so * so;
    if (!(determinant > 1e-12)) break;
    slope = Math.min(10, Math.max(0, slope - (oo * gradientSlope - so * gradientOffset) / determinant));
    offset = Math.min(10, Math.max(-10, offset - (ss * gradientOffset - so * gradientSlope) / determinant));
  }
  return { slope, offset };
}

export function applyPlattScaling({ slope, offset }: PlattScaling, predicted: Float32Array): Float32Array {
  return predicted.map((p) => sigmoid(slope * logit(p) + offset));
}
