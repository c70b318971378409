// Paired bootstrap: both methods are judged on the same resampled prompts, so that the prompts' own luck cancels.
import { splitmix32 } from "@signalbox/engine/numerics";
import { addAt } from "../arrays/value-at.ts";

/** A figure of one method under prompt weights; weights are how often each prompt was drawn. */
export type WeightedFigure = (weights: Float64Array) => number;

interface BootstrapOptions {
  /** Number of resampled items (prompts). */
  readonly count: number;
  readonly seed: number;
  readonly resamples?: number;
}

export const DEFAULT_RESAMPLES = 200;

/** One fresh weight vector a resample, the same for the same seed. @shape resamples of count */
export function* drawResamples({
  count,
  seed,
  resamples = DEFAULT_RESAMPLES,
}: BootstrapOptions): Generator<Float64Array> {
  const random = splitmix32(seed);
  for (let r = 0; r < resamples; r += 1) {
    const weights = new Float64Array(count);
    for (let i = 0; i < count; i += 1) {
      const drawn = Math.floor(random() * count);
      addAt(weights, drawn, 1);
    }
    yield weights;
  }
}
