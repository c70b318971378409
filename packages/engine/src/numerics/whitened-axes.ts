// The main directions of a set of rows, scaled so that projections have unit variance, by power iteration on the rows
// themselves: no covariance is formed, so that wide rows stay cheap enough for a running service.
import { orthonormaliseRow } from "./orthonormalise.ts";

export interface WhitenedAxes {
  readonly count: number;
  /** @shape size */
  readonly mean: Float64Array;
  /** Each gives projections of unit variance. @shape count x size */
  readonly directions: Float64Array;
  /** Standard deviation along each, in shares of the whole: their squares sum to at most 1. @shape count */
  readonly shares: Float64Array;
}

export interface AxesShape {
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
  /** What every column was divided by. @shape size */
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
