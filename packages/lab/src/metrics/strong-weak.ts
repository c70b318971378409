// Two-model figures of RouteLLM: accuracy against the share of calls that go to the strong model.
import { areaUnderLine } from "@signalbox/engine/numerics";
import { floatAt, valueAt } from "../arrays/value-at.ts";

export interface StrongWeakItems {
  /** Higher = rather the strong model. */
  readonly preference: Float32Array;
  readonly strong: Float32Array;
  readonly weak: Float32Array;
}

export interface StrongWeakCurve {
  /** Share of calls to the strong model, ascending from 0 to 1. */
  readonly share: readonly number[];
  readonly quality: readonly number[];
}

/** Thresholds are the decile edges of the preference, as in the published evaluation. */
const BINS = 10;

/** @source RouteLLM (arXiv 2406.18665), evaluation by quantile bins of the score */
export function buildStrongWeakCurve(items: StrongWeakItems, weights?: Float64Array): StrongWeakCurve {
  const sorted = items.preference.toSorted();
  const share: number[] = [];
  const quality: number[] = [];
  for (let bin = BINS; bin >= 0; bin -= 1) {
    const isAll = bin === 0;
    const threshold =
      bin === BINS ? Number.POSITIVE_INFINITY : floatAt(sorted, Math.floor((bin / BINS) * sorted.length));
    let strongCalls = 0;
    let sum = 0;
    let total = 0;
    for (let i = 0; i < sorted.length; i += 1) {
      const weight = weights === undefined ? 1 : floatAt(weights, i);
      const isStrong = isAll || floatAt(items.preference, i) >= threshold;
      strongCalls += isStrong ? weight : 0;
      sum += weight * (isStrong ? floatAt(items.strong, i) : floatAt(items.weak, i));
      total += weight;
    }
    share.push(strongCalls / total);
    quality.push(sum / total);
  }
  return { share, quality };
}

/** Average performance gap recovered: normalised area above the weak model. .5 = random. */
export function computeApgr({ share, quality }: StrongWeakCurve): number {
  const [weak, strong] = [valueAt(quality, 0), valueAt(quality, quality.length - 1)];
  return (areaUnderLine(share, quality) - weak) / (strong - weak);
}

/** Share of strong calls that recovers `fraction` of the gap, by linear interpolation at the first crossing. */
export function computeCpt({ share, quality }: StrongWeakCurve, fraction: number): number {
  const target =
    valueAt(quality, 0) + fraction * (valueAt(quality, quality.length - 1) - valueAt(quality, 0));
  for (let i = 1; i < share.length; i += 1) {
    if (valueAt(quality, i) < target) continue;
    const [low, high] = [valueAt(quality, i - 1), valueAt(quality, i)];
    const part = high === low ? 1 : (target - low) / (high - low);
    return valueAt(share, i - 1) + part * (valueAt(share, i) - valueAt(share, i - 1));
  }
  return 1;
}
