// Small dense kernels on row-major Float32Array, without allocation.

/** A row-major matrix. @shape features: rows x dim */
export interface Rows {
  readonly features: Float32Array;
  readonly dim: number;
}

/** Inner product of row `i` of `a` and row `j` of `b`. */
export function dotRows(a: Rows, i: number, b: Rows, j: number): number {
  const { features: left, dim } = a;
  const right = b.features;
  let sum0 = 0;
  let sum1 = 0;
  let p = i * dim;
  let q = j * dim;
  const end = p + dim - 1;
  for (; p < end; p += 2, q += 2) {
    sum0 += left[p]! * right[q]!;
    sum1 += left[p + 1]! * right[q + 1]!;
  }
  return p === end ? sum0 + sum1 + left[p]! * right[q]! : sum0 + sum1;
}

/** Scales every row to unit length in place; zero rows stay zero. */
export function normaliseRows(matrix: Float32Array, dim: number): Float32Array {
  for (let start = 0; start < matrix.length; start += dim) {
    let norm = 0;
    for (let i = start; i < start + dim; i += 1) norm += matrix[i]! * matrix[i]!;
    const scale = norm > 0 ? 1 / Math.sqrt(norm) : 0;
    for (let i = start; i < start + dim; i += 1) matrix[i] = matrix[i]! * scale;
  }
  return matrix;
}

/** Rows less `mean`, scaled to unit length; a new matrix. @shape matrix: rows x mean.length */
export function centreRows(matrix: Float32Array, mean: Float32Array): Float32Array {
  const dim = mean.length;
  return normaliseRows(
    matrix.map((value, at) => value - mean[at % dim]!),
    dim,
  );
}
