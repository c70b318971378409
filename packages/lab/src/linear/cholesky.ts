// What the laboratory adds to the engine's Cholesky factor: matrices that are singular but for rounding, and determinants.
import { factorise, solveFactorised } from "@signalbox/engine/internals";

/** Smallest pivot: a matrix that is singular but for rounding is solved as if a hair were added to its diagonal. */
const PIVOT_MIN = 1e-12;

/** Overwrites the lower triangle of `matrix` with its Cholesky factor, a singular one included. @shape size x size */
export function factoriseNearly(matrix: Float64Array, size: number): Float64Array {
  return factorise(matrix, size, PIVOT_MIN);
}

/** Solves A x = b; both are overwritten. @shape a: size x size, b: size */
export function solvePositive(a: Float64Array, b: Float64Array): Float64Array {
  return solveFactorised(factoriseNearly(a, b.length), b);
}

/** Logarithm of det A from the factor of A. */
export function logDeterminant(factor: Float64Array, size: number): number {
  let sum = 0;
  for (let row = 0; row < size; row += 1) sum += 2 * Math.log(factor[row * size + row]!);
  return sum;
}
