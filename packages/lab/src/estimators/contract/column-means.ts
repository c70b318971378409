// Mean score of each model, shrunk to the mean of all: what is known of a model without looking at the prompt.
import type { TrainingData } from "./estimator.ts";
import { addAt, floatAt, wholeAt } from "../../arrays/value-at.ts";

/** Imaginary outcomes at the overall mean. */
const PRIOR_COUNT = 2;

export interface ColumnMeans {
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
