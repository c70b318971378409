// Dense symmetric positive definite systems: the learner solves them at dimension 2..64, a few times a second, the
// laboratory at some hundreds.
// Matrices are row-major Float64Array, n x n; the lower triangle holds the factor.

/**
 * Cholesky factor L of a symmetric positive definite matrix, A = L L^T, in place (lower triangle).
 * @shape matrix n x n
 * @param pivotMin when given, smaller pivots are raised to it, so that a matrix singular up to rounding passes
 * @throws RangeError when the matrix is not positive definite and no `pivotMin` is given
 */
export function factorise(matrix: Float64Array, n: number, pivotMin?: number): Float64Array {
  for (let row = 0; row < n; row += 1) {
    for (let column = 0; column <= row; column += 1) {
      let sum = matrix[row * n + column]!;
      for (let k = 0; k < column; k += 1) sum -= matrix[row * n + k]! * matrix[column * n + k]!;
      if (row === column) {
        if (pivotMin === undefined && !(sum > 0)) throw new RangeError("the matrix is not positive definite");
        matrix[row * n + row] = Math.sqrt(pivotMin === undefined ? sum : Math.max(sum, pivotMin));
      } else {
        matrix[row * n + column] = sum / matrix[column * n + column]!;
      }
    }
  }
  return matrix;
}

/** Smallest pivot of `factoriseNearly`. */
const PIVOT_MIN = 1e-12;

/** Factor of a matrix that may be singular up to rounding: tiny pivots are raised. In place. @shape matrix n x n */
export function factoriseNearly(matrix: Float64Array, n: number): Float64Array {
  return factorise(matrix, n, PIVOT_MIN);
}

/** Solves L y = b in place. @shape factor n x n, b n */
export function solveLower(factor: Float64Array, b: Float64Array): Float64Array {
  const n = b.length;
  for (let row = 0; row < n; row += 1) {
    let sum = b[row]!;
    for (let k = 0; k < row; k += 1) sum -= factor[row * n + k]! * b[k]!;
    b[row] = sum / factor[row * n + row]!;
  }
  return b;
}

/** Solves L^T x = b in place. @shape factor n x n, b n */
export function solveUpper(factor: Float64Array, b: Float64Array): Float64Array {
  const n = b.length;
  for (let row = n - 1; row >= 0; row -= 1) {
    let sum = b[row]!;
    for (let k = row + 1; k < n; k += 1) sum -= factor[k * n + row]! * b[k]!;
    b[row] = sum / factor[row * n + row]!;
  }
  return b;
}

/** Solves L L^T x = b in place. @shape factor n x n, b n */
export function solveFactorised(factor: Float64Array, b: Float64Array): Float64Array {
  return solveUpper(factor, solveLower(factor, b));
}

/** Solves A x = b; overwrites both, returns b. A may be singular up to rounding. @shape a n x n, b n */
export function solvePositive(a: Float64Array, b: Float64Array): Float64Array {
  return solveFactorised(factoriseNearly(a, b.length), b);
}

/** Logarithm of det A from the factor of A. */
export function logDeterminant(factor: Float64Array, n: number): number {
  let sum = 0;
  for (let row = 0; row < n; row += 1) sum += 2 * Math.log(factor[row * n + row]!);
  return sum;
}

/** Numbers in the lower triangle of an n x n matrix, the diagonal included. */
export function packedSize(n: number): number {
  return (n * (n + 1)) / 2;
}

/** A^-1 from the factor of A. @shape result packedSize(n), the lower triangle row by row */
export function invertFactorised(factor: Float64Array, n: number): Float64Array {
  const packed = new Float64Array(packedSize(n));
  const column = new Float64Array(n);
  for (let j = 0; j < n; j += 1) {
    column.fill(0);
    column[j] = 1;
    solveFactorised(factor, column);
    for (let i = j; i < n; i += 1) packed[packedSize(i) + j] = column[i]!;
  }
  return packed;
}
