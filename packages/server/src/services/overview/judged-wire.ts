import type { Judged } from "@signalbox/contracts";

/** Of the normal distribution, for 95 %. */
const Z = 1.959964;

/** Wilson's interval of a mean of reports between 0 and 1: too wide, if anything, where reports are shares. */
export function intervalOf(mean: number, count: number): { readonly low: number; readonly high: number } {
  const z2 = Z ** 2 / count;
  const centre = (mean + z2 / 2) / (1 + z2);
  const spread = (Z / (1 + z2)) * Math.sqrt((mean * (1 - mean)) / count + z2 / (4 * count));
  return { low: Math.max(0, centre - spread), high: Math.min(1, centre + spread) };
}

export function judgedToWire(count: number, predicted: number | null, reported: number | null): Judged {
  if (count === 0 || reported === null)
    return { count: 0, predicted: null, reported: null, reported_low: null, reported_high: null };
  const { low, high } = intervalOf(reported, count);
  return { count, predicted, reported, reported_low: low, reported_high: high };
}
