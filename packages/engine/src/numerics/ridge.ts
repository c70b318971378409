// Ridge regression with an intercept, by the normal equations and a Cholesky factor. Some hundreds of columns at most.
import { solvePositive } from "./cholesky.ts";

export interface RidgeProblem {
  /** Row-major inputs, `stride` columns apart, of which the first `width` count. */
  readonly inputs: Float32Array;
  readonly stride: number;
  readonly width: number;
  readonly rows: ArrayLike<number>;
  /** Target of each entry of `rows`. */
  readonly targets: ArrayLike<number>;
  /** Weight of each entry of `rows`; all 1 when left out. */
  readonly weights?: ArrayLike<number>;
  readonly penalty: number;
  /** Penalty of the intercept, which is otherwise not shrunk. @default 0 */
  readonly interceptPenalty?: number;
}

/** Coefficients, then the intercept. @shape width + 1 */
export function fitRidge(problem: RidgeProblem): Float64Array {
  const { inputs, stride, width, rows, targets, weights } = problem;
  const size = width + 1;
  const matrix = new Float64Array(size * size);
  const right = new Float64Array(size);
  const input = new Float64Array(size).fill(1);
  for (let index = 0; index < rows.length; index += 1) {
    const from = rows[index]! * stride;
    for (let column = 0; column < width; column += 1) input[column] = inputs[from + column]!;
    const weight = weights === undefined ? 1 : weights[index]!;
    for (let row = 0; row < size; row += 1) {
      const value = weight * input[row]!;
      right[row]! += value * targets[index]!;
      for (let column = 0; column <= row; column += 1) matrix[row * size + column]! += value * input[column]!;
    }
  }
  for (let row = 0; row < width; row += 1) matrix[row * size + row]! += problem.penalty;
  matrix[size * size - 1]! += problem.interceptPenalty ?? 0;
  return solvePositive(matrix, right);
}
