// Ridge regression towards a prior: minimises sum of ((x.w - y) / y)^2 + lambda * |w - prior|^2 by normal equations and Cholesky.

export interface RidgeRow {
  /** Sparse features: pairs of index and value. */
  readonly indices: Uint16Array;
  readonly values: Float64Array;
  readonly target: number;
}

export interface RidgeOptions {
  readonly size: number;
  readonly lambda: number;
  /** @shape size */
  readonly prior: Float64Array;
}

function accumulate(row: RidgeRow, gram: Float64Array, options: RidgeOptions, moment: Float64Array): void {
  const scale = 1 / row.target;
  let residual = row.target;
  for (let i = 0; i < row.indices.length; i++) {
    residual -= (row.values[i] ?? 0) * (options.prior[row.indices[i] ?? 0] ?? 0);
  }
  for (let i = 0; i < row.indices.length; i++) {
    const a = row.indices[i] ?? 0;
    const va = (row.values[i] ?? 0) * scale;
    moment[a] = (moment[a] ?? 0) + va * residual * scale;
    for (let j = 0; j < row.indices.length; j++) {
      const cell = a * options.size + (row.indices[j] ?? 0);
      gram[cell] = (gram[cell] ?? 0) + va * (row.values[j] ?? 0) * scale;
    }
  }
}

/** In place: the lower triangle becomes L with A = L L'. */
function factorise(matrix: Float64Array, size: number): void {
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = matrix[i * size + j] ?? 0;
      for (let k = 0; k < j; k++) sum -= (matrix[i * size + k] ?? 0) * (matrix[j * size + k] ?? 0);
      matrix[i * size + j] = i === j ? Math.sqrt(Math.max(sum, 1e-12)) : sum / (matrix[j * size + j] ?? 1);
    }
  }
}

function solve(factor: Float64Array, right: Float64Array, size: number): Float64Array {
  const x = Float64Array.from(right);
  for (let i = 0; i < size; i++) {
    let sum = x[i] ?? 0;
    for (let k = 0; k < i; k++) sum -= (factor[i * size + k] ?? 0) * (x[k] ?? 0);
    x[i] = sum / (factor[i * size + i] ?? 1);
  }
  for (let i = size - 1; i >= 0; i--) {
    let sum = x[i] ?? 0;
    for (let k = i + 1; k < size; k++) sum -= (factor[k * size + i] ?? 0) * (x[k] ?? 0);
    x[i] = sum / (factor[i * size + i] ?? 1);
  }
  return x;
}

/** @returns weights. @shape size */
export function fitRidge(rows: readonly RidgeRow[], options: RidgeOptions): Float64Array {
  const { size, lambda, prior } = options;
  const gram = new Float64Array(size * size);
  const moment = new Float64Array(size);
  for (const row of rows) accumulate(row, gram, options, moment);
  for (let i = 0; i < size; i++) gram[i * size + i] = (gram[i * size + i] ?? 0) + lambda;
  factorise(gram, size);
  const step = solve(gram, moment, size);
  return step.map((value, index) => value + (prior[index] ?? 0));
}
