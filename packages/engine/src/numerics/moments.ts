/** Mean; NaN of none. */
export function meanOf(values: ArrayLike<number>): number {
  let sum = 0;
  for (let index = 0; index < values.length; index += 1) sum += values[index]!;
  return values.length === 0 ? Number.NaN : sum / values.length;
}

/** Mean of what is known; null of none. */
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
