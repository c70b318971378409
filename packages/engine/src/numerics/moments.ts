/** Mean; NaN of none. */
export function meanOf(values: ArrayLike<number>): number {
  let sum = 0;
  for (let index = 0; index < values.length; index += 1) sum += values[index]!;
  return values.length === 0 ? Number.NaN : sum / values.length;
}

/** Mean of the known values; null without any. */
export function meanOfKnown(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : meanOf(known);
}

/** Unbiased sample variance; 0 for fewer than two values. */
export function varianceOf(values: ArrayLike<number>): number {
  if (values.length < 2) return 0;
  const mean = meanOf(values);
  let sum = 0;
  for (let index = 0; index < values.length; index += 1) sum += (values[index]! - mean) ** 2;
  return sum / (values.length - 1);
}

// Two definitions of a quantile. Intervals interpolate; figures about calls quote a value that was really observed.
function sortKnown(values: ArrayLike<number>): readonly number[] {
  return Array.from(values)
    .filter((value) => !Number.isNaN(value))
    .sort((a, b) => a - b);
}

/** The order statistic at `share`, without interpolation; NaN of none. @param sorted ascending @param share 0..1 */
export function sortedQuantile(sorted: ArrayLike<number>, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

/** The order statistic at `share` of the values that are numbers; NaN of none. @param share 0..1 */
export function orderStatistic(values: ArrayLike<number>, share: number): number {
  return sortedQuantile(sortKnown(values), share);
}

/** The middle value, the upper one of an even number; NaN of none. */
export function medianOf(values: ArrayLike<number>): number {
  return orderStatistic(values, 0.5);
}

/** Linear interpolation between order statistics of the values that are numbers; NaN of none. @param share 0..1 */
export function interpolatedQuantile(values: ArrayLike<number>, share: number): number {
  const sorted = sortKnown(values);
  const at = share * (sorted.length - 1);
  const low = sorted[Math.floor(at)] ?? Number.NaN;
  return low + (at - Math.floor(at)) * ((sorted[Math.ceil(at)] ?? low) - low);
}

/** `Math.hypot` of two numbers, equal to the last bit, without its list of arguments. */
export function hypotOf(a: number, b: number): number {
  const [x, y] = [Math.abs(a), Math.abs(b)];
  if (x === Infinity || y === Infinity) return Infinity;
  const max = Math.max(x, y);
  return max === 0 ? 0 : Math.sqrt((x / max) ** 2 + (y / max) ** 2) * max;
}
