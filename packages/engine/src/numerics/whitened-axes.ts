// The main directions of a set of rows, scaled so that projections have unit variance, by power iteration on the rows
// themselves: no covariance is formed, so that wide rows stay cheap enough for a running service.
// Modified Gram-Schmidt on the rows of a row-major matrix.

/** A row whose remaining square length is below this depends on the rows before it. */
const SQUARE_MIN = 1e-30;

/**
 * Makes row `index` orthogonal to the rows before it, which must be orthonormal, and scales it to unit length; a row
 * that depends on them becomes zero. @shape rows: any count x size
 */
function orthonormaliseRow(
  rows: Float64Array | Float32Array,
  index: number,
  size: number,
  squareMin: number = SQUARE_MIN,
): void {
  const at = index * size;
  for (let from = 0; from < at; from += size) {
    let shared = 0;
    for (let column = 0; column < size; column += 1) shared += rows[at + column]! * rows[from + column]!;
    for (let column = 0; column < size; column += 1) rows[at + column]! -= shared * rows[from + column]!;
  }
  let square = 0;
  for (let column = 0; column < size; column += 1) {
    const value = rows[at + column]!;
    square += value * value;
  }
  const factor = square > squareMin ? 1 / Math.sqrt(square) : 0;
  for (let column = 0; column < size; column += 1) rows[at + column]! *= factor;
}

/** Makes all rows orthonormal, first to last. */
export function orthonormaliseRows(
  rows: Float64Array | Float32Array,
  size: number,
  squareMin: number = SQUARE_MIN,
): void {
  for (let row = 0; row < rows.length / size; row += 1) orthonormaliseRow(rows, row, size, squareMin);
}

export interface WhitenedAxes {
  readonly count: number;
  /** @shape size */
  readonly mean: Float64Array;
  /** Each gives projections of unit variance. @shape count x size */
  readonly directions: Float64Array;
  /** Standard deviation along each, in shares of the whole: their squares sum to at most 1. @shape count */
  readonly shares: Float64Array;
}

interface AxesShape {
  readonly count: number;
  /** Every column counts the same, whatever its unit. */
  readonly isStandardised: boolean;
}

const POWER_ITERATIONS = 12;
const SD_MIN = 1e-3;
const VARIANCE_MIN = 1e-12;

interface Centred {
  readonly rowCount: number;
  readonly size: number;
  /** @shape rowCount x size */
  readonly values: Float64Array;
  readonly mean: Float64Array;
  /** Divisor of each column. @shape size */
  readonly scale: Float64Array;
}

function centre(rows: readonly Float32Array[], isStandardised: boolean): Centred {
  const size = rows[0]?.length ?? 0;
  const mean = new Float64Array(size);
  const scale = new Float64Array(size).fill(1);
  for (const row of rows) for (let i = 0; i < size; i += 1) mean[i]! += row[i]! / rows.length;
  if (isStandardised) {
    const variance = new Float64Array(size);
    for (const row of rows)
      for (let i = 0; i < size; i += 1) variance[i]! += (row[i]! - mean[i]!) ** 2 / rows.length;
    variance.forEach((value, i) => (scale[i] = Math.sqrt(value) + SD_MIN));
  }
  const values = new Float64Array(rows.length * size);
  rows.forEach((row, at) => {
    for (let i = 0; i < size; i += 1) values[at * size + i] = (row[i]! - mean[i]!) / scale[i]!;
  });
  return { rowCount: rows.length, size, values, mean, scale };
}

/** Mean over rows of (row . direction) row, into `result`. @returns the variance along the direction */
function timesCovariance(
  { rowCount, size, values }: Centred,
  direction: Float64Array,
  result: Float64Array,
): number {
  result.fill(0);
  let variance = 0;
  for (let at = 0; at < rowCount * size; at += size) {
    let projection = 0;
    for (let i = 0; i < size; i += 1) projection += values[at + i]! * direction[i]!;
    variance += (projection * projection) / rowCount;
    const factor = projection / rowCount;
    for (let i = 0; i < size; i += 1) result[i]! += factor * values[at + i]!;
  }
  return variance;
}

/**
 * Leading principal axes by power iteration with deflation; the start is fixed, so the result is too.
 * @shape rows: one per prompt, at least one
 */
export function fitWhitenedAxes(rows: readonly Float32Array[], shape: AxesShape): WhitenedAxes {
  const centred = centre(rows, shape.isStandardised);
  const { size, scale, mean } = centred;
  const count = Math.max(0, Math.min(shape.count, size, rows.length - 2));
  const units = new Float64Array(count * size);
  const variances = new Float64Array(count);
  const next = new Float64Array(size);
  for (let component = 0; component < count; component += 1) {
    const direction = units.subarray(component * size, (component + 1) * size);
    for (let i = 0; i < size; i += 1) direction[i] = Math.sin((i + 1) * (component + 1));
    for (let iteration = 0; iteration < POWER_ITERATIONS; iteration += 1) {
      orthonormaliseRow(units, component, size);
      variances[component] = timesCovariance(centred, direction, next);
      direction.set(next);
    }
    orthonormaliseRow(units, component, size);
  }
  const total = centred.values.reduce((sum, value) => sum + value * value, 0) / rows.length;
  return {
    count,
    mean,
    directions: units.map((value, index) => {
      const sd = Math.sqrt(Math.max(VARIANCE_MIN, variances[Math.floor(index / size)]!));
      return value / (sd * scale[index % size]!);
    }),
    shares: variances.map((variance) => Math.sqrt(variance / Math.max(VARIANCE_MIN, total))),
  };
}

// The full inverse by Gauss-Jordan elimination. Shipped abilities follow its roundings; where a solution or a factor will
// do, cholesky.ts is the better choice.

/** A^-1 of a symmetric positive definite matrix; overwrites `matrix`. @shape size x size */
export function invertSymmetric(matrix: Float64Array, size: number): Float64Array {
  const inverse = new Float64Array(size * size);
  for (let index = 0; index < size; index += 1) inverse[index * size + index] = 1;
  for (let pivot = 0; pivot < size; pivot += 1) {
    const factor = 1 / matrix[pivot * size + pivot]!;
    for (let column = 0; column < size; column += 1) {
      matrix[pivot * size + column] = matrix[pivot * size + column]! * factor;
      inverse[pivot * size + column] = inverse[pivot * size + column]! * factor;
    }
    for (let row = 0; row < size; row += 1) {
      const scale = matrix[row * size + pivot]!;
      if (row === pivot || scale === 0) continue;
      for (let column = 0; column < size; column += 1) {
        matrix[row * size + column] = matrix[row * size + column]! - scale * matrix[pivot * size + column]!;
        inverse[row * size + column] =
          inverse[row * size + column]! - scale * inverse[pivot * size + column]!;
      }
    }
  }
  return inverse;
}
