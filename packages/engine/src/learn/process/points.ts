// Rows of numbers that a kernel reads distances of.

/** Vectors of one width. */
export interface Points {
  readonly count: number;
  /** @shape count x dim */
  readonly features: Float32Array;
  readonly dim: number;
}

/** Columns of both side by side. @shape count x (left.dim + right.dim) */
export function joinPoints(left: Points, right: Points): Points {
  const { count } = left;
  const dim = left.dim + right.dim;
  const features = new Float32Array(count * dim);
  for (let row = 0; row < count; row += 1) {
    features.set(left.features.subarray(row * left.dim, (row + 1) * left.dim), row * dim);
    features.set(right.features.subarray(row * right.dim, (row + 1) * right.dim), row * dim + left.dim);
  }
  return { count, features, dim };
}
