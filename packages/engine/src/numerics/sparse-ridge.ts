// Ridge regression towards a prior, with relative errors: minimises sum of weight * ((x.w - y) / y)^2 + lambda *
// |w - prior|^2 by conjugate gradients on the normal equations. Rows are sparse: a pass costs what their non-zero
// features cost, whatever the number of columns.
import { solvePositive } from "./cholesky.ts";

// Ridge regression with an intercept, by the normal equations and a Cholesky factor. Some hundreds of columns at most.
interface RidgeProblem {
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

export interface SparseRow {
  /** Sparse features: pairs of index and value. */
  readonly indices: Uint16Array;
  readonly values: Float64Array;
  readonly target: number;
  /** How much the row counts. */
  readonly weight: number;
}

interface SparseRidgeOptions {
  readonly size: number;
  readonly lambda: number;
  /** @shape size */
  readonly prior: Float64Array;
}

const ITERATIONS_MAX = 400;
const TOLERANCE = 1e-9;

function dotRow(row: SparseRow, x: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < row.indices.length; i++) sum += (row.values[i] ?? 0) * (x[row.indices[i] ?? 0] ?? 0);
  return sum;
}

/** out += factor * row */
function addRow(row: SparseRow, factor: number, out: Float64Array): void {
  for (let i = 0; i < row.indices.length; i++) {
    const index = row.indices[i] ?? 0;
    out[index] = (out[index] ?? 0) + factor * (row.values[i] ?? 0);
  }
}

/** (X' X + lambda I) x with rows scaled by 1 / target. */
function applyNormal(rows: readonly SparseRow[], lambda: number, x: Float64Array): Float64Array {
  const out = x.map((value) => lambda * value);
  for (const row of rows) addRow(row, (row.weight * dotRow(row, x)) / row.target ** 2, out);
  return out;
}

function dot(a: Float64Array, b: Float64Array): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
}

/** @returns weights. @shape size */
export function fitSparseRidge(rows: readonly SparseRow[], options: SparseRidgeOptions): Float64Array {
  const step = new Float64Array(options.size);
  const residual = new Float64Array(options.size);
  for (const row of rows) {
    const error = row.target - dotRow(row, options.prior);
    addRow(row, (row.weight * error) / row.target ** 2, residual);
  }
  let direction = Float64Array.from(residual);
  let energy = dot(residual, residual);
  const stop = energy * TOLERANCE;
  for (let iteration = 0; iteration < ITERATIONS_MAX && energy > stop; iteration++) {
    const image = applyNormal(rows, options.lambda, direction);
    const length = energy / dot(direction, image);
    for (let i = 0; i < options.size; i++) {
      step[i] = (step[i] ?? 0) + length * (direction[i] ?? 0);
      residual[i] = (residual[i] ?? 0) - length * (image[i] ?? 0);
    }
    const next = dot(residual, residual);
    const ratio = next / energy;
    direction = direction.map((value, index) => (residual[index] ?? 0) + ratio * value);
    energy = next;
  }
  return step.map((value, index) => value + (options.prior[index] ?? 0));
}
