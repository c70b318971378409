// Ridge regression with an intercept, by normal equations and Cholesky.
import type { Rows } from "../baselines/vector.ts";
import { solvePositive } from "../linear/cholesky.ts";

export interface RidgeRequest {
  /** Rows of the matrix to learn from. */
  readonly rows: readonly number[];
  /** @shape rows.length */
  readonly targets: Float64Array;
  /** Added to the diagonal; the intercept is not penalised. */
  readonly penalty: number;
}

export interface RidgeModel {
  predict(matrix: Rows, row: number): number;
  /** Mean of exp(residual): turns a mean of logarithms into a mean. @source Duan (1983) */
  readonly smearing: number;
}

export function fitRidge(matrix: Rows, { rows, targets, penalty }: RidgeRequest): RidgeModel {
  const { features, dim } = matrix;
  const size = dim + 1;
  const normal = new Float64Array(size * size);
  const right = new Float64Array(size);
  const row = new Float64Array(size).fill(1);
  for (const [i, at] of rows.entries()) {
    for (let d = 0; d < dim; d += 1) row[d] = features[at * dim + d]!;
    for (let d = 0; d < size; d += 1) {
      right[d] = right[d]! + row[d]! * targets[i]!;
      for (let e = 0; e <= d; e += 1) normal[d * size + e] = normal[d * size + e]! + row[d]! * row[e]!;
    }
  }
  for (let d = 0; d < dim; d += 1) normal[d * size + d] = normal[d * size + d]! + penalty;
  const weights = solvePositive(normal, right);
  const predict = (from: Rows, index: number): number => {
    let sum = weights[dim]!;
    for (let d = 0; d < dim; d += 1) sum += weights[d]! * from.features[index * dim + d]!;
    return sum;
  };
  const smearing =
    rows.reduce((sum, at, i) => sum + Math.exp(targets[i]! - predict(matrix, at)), 0) / rows.length;
  return { predict, smearing };
}
