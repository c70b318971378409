// The bound that a call stays within with 80 % probability, from its expected value and the upper end of its 80 % interval.

/** Deviates of the 90th and of the 80th percentile. */
const NINETY = 1.2816;
const EIGHTY = 0.8416;

/**
 * The 80th percentile of the lognormal that has this mean and this 90th percentile. Beyond a spread of `EIGHTY` it would fall
 * again beside the mean; there it stays at its most, 1.42 times the mean.
 * @param high nine in ten such calls stay below it; absent = no spread
 */
export function sureBound(mean: number, high: number | undefined): number {
  if (high === undefined || high <= mean || mean <= 0) return mean;
  const sd = NINETY - Math.sqrt(Math.max(0, NINETY ** 2 - 2 * Math.log(high / mean)));
  const spread = Math.min(EIGHTY, sd);
  return mean * Math.exp(EIGHTY * spread - spread ** 2 / 2);
}
