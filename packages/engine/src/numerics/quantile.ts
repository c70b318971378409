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
