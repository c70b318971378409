// Symmetric positive definite systems by their Cholesky factor, A = L L^T. Row-major; the lower triangle counts.

/** Smallest pivot: a matrix that is singular but for rounding is solved as if a hair were added to its diagonal. */
const PIVOT_MIN = 1e-12;

/** Overwrites the lower triangle of `matrix` with L. @shape size x size */
export function factorise(matrix: Float64Array, size: number): Float64Array {
  for (let row = 0; row < size; row += 1)
    for (let column = 0; column <= row; column += 1) {
      let sum = matrix[row * size + column]!;
      for (let k = 0; k < column; k += 1) sum -= matrix[row * size + k]! * matrix[column * size + k]!;
      matrix[row * size + column] =
        row === column ? Math.sqrt(Math.max(sum, PIVOT_MIN)) : sum / matrix[column * size + column]!;
    }
  return matrix;
}

/** Solves L y = b in place. */
export function solveLower(factor: Float64Array, b: Float64Array): Float64Array {
  const size = b.length;
  for (let row = 0; row < size; row += 1) {
    let sum = b[row]!;
    for (let k = 0; k < row; k += 1) sum -= factor[row * size + k]! * b[k]!;
    b[row] = sum / factor[row * size + row]!;
  }
  return b;
}

/** Solves L^T x = b in place. */
export function solveUpper(factor: Float64Array, b: Float64Array): Float64Array {
  const size = b.length;
  for (let row = size - 1; row >= 0; row -= 1) {
    let sum = b[row]!;
    for (let k = row + 1; k < size; k += 1) sum -= factor[k * size + row]! * b[k]!;
    b[row] = sum / factor[row * size + row]!;
  }
  return b;
}

/** Solves A x = b; both are overwritten. @shape a: size x size, b: size */
export function solvePositive(a: Float64Array, b: Float64Array): Float64Array {
  factorise(a, b.length);
  return solveUpper(a, solveLower(a, b));
}

/** Logarithm of det A from the factor of A. */
export function logDeterminant(factor: Float64Array, size: number): number {
  let sum = 0;
  for (let row = 0; row < size; row += 1) sum += 2 * Math.log(factor[row * size + row]!);
  return sum;
}
