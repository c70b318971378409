// Leading principal axes by orthogonal iteration on the covariance; the start is fixed, so the result is too.
// For data whose covariance is small enough to hold; see whitened-axes.ts for wide rows.
// @source Golub and Van Loan, "Matrix Computations", 8.2.4
import { orthonormaliseRows } from "./whitened-axes.ts";

const ITERATIONS = 60;

function covarianceOf(data: Float32Array, size: number): { mean: Float64Array; covariance: Float64Array } {
  const rows = data.length / size;
  const mean = new Float64Array(size);
  for (let at = 0; at < data.length; at += 1) mean[at % size]! += data[at]! / rows;
  const covariance = new Float64Array(size * size);
  const centred = new Float64Array(size);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < size; column += 1)
      centred[column] = data[row * size + column]! - mean[column]!;
    for (let a = 0; a < size; a += 1)
      for (let b = 0; b < size; b += 1) covariance[a * size + b]! += (centred[a]! * centred[b]!) / rows;
  }
  return { mean, covariance };
}

interface PrincipalAxes {
  /** @shape size */
  readonly mean: Float64Array;
  /** Orthonormal rows, largest variance first. @shape count x size */
  readonly axes: Float64Array;
}

/** @param data Row-major, `size` columns. */
export function findPrincipalAxes(data: Float32Array, size: number, count: number): PrincipalAxes {
  const { mean, covariance } = covarianceOf(data, size);
  let axes = Float64Array.from({ length: count * size }, (_, at) => Math.sin(1 + at * 12.9898));
  orthonormaliseRows(axes, size);
  for (let iteration = 0; iteration < ITERATIONS; iteration += 1) {
    const next = new Float64Array(axes.length);
    for (let axis = 0; axis < count; axis += 1)
      for (let a = 0; a < size; a += 1) {
        let sum = 0;
        for (let b = 0; b < size; b += 1) sum += covariance[a * size + b]! * axes[axis * size + b]!;
        next[axis * size + a] = sum;
      }
    orthonormaliseRows(next, size);
    axes = next;
  }
  return { mean, axes };
}

/** Coordinates of every row along the axes. @shape rows x count */
export function projectRows(data: Float32Array, size: number, found: PrincipalAxes): Float32Array {
  const rows = data.length / size;
  const count = found.axes.length / size;
  const out = new Float32Array(rows * count);
  for (let row = 0; row < rows; row += 1)
    for (let axis = 0; axis < count; axis += 1) {
      let sum = 0;
      for (let column = 0; column < size; column += 1)
        sum += (data[row * size + column]! - found.mean[column]!) * found.axes[axis * size + column]!;
      out[row * count + axis] = sum;
    }
  return out;
}
