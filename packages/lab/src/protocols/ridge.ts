// Ridge regression with an intercept, by normal equations and Cholesky.
import type { Rows } from "../baselines/vector.ts";

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

/** Solves A x = b for a symmetric positive definite A, overwriting it. @shape A: size x size */
export function solveCholesky(a: Float64Array, b: Float64Array): Float64Array {
  const size = b.length;
  for (let i = 0; i < size; i += 1)
    for (let j = 0; j <= i; j += 1) {
      let sum = a[i * size + j]!;
      for (let k = 0; k < j; k += 1) sum -= a[i * size + k]! * a[j * size + k]!;
      a[i * size + j] = i === j ? Math.sqrt(Math.max(sum, 1e-12)) : sum / a[j * size + j]!;
    }
  const x = b.slice();
  for (let i = 0; i < size; i += 1) {
    for (let k = 0; k < i; k += 1) x[i] = x[i]! - a[i * size + k]! * x[k]!;
    x[i] = x[i]! / a[i * size + i]!;
  }
  for (let i = size - 1; i >= 0; i -= 1) {
    for (let k = i + 1; k < size; k += 1) x[i] = x[i]! - a[k * size + i]! * x[k]!;
    x[i] = x[i]! / a[i * size + i]!;
  }
  return x;
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
  const weights = solveCholesky(normal, right);
  const predict = (from: Rows, index: number): number => {
    let sum = weights[dim]!;
    for (let d = 0; d < dim; d += 1) sum += weights[d]! * from.features[index * dim + d]!;
    return sum;
  };
  const smearing =
    rows.reduce((sum, at, i) => sum + Math.exp(targets[i]! - predict(matrix, at)), 0) / rows.length;
  return { predict, smearing };
}
