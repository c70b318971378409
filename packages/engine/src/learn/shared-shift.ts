// Moves all models alike. On the logit a fall of the level would turn a gap of 2 points near 1 into one of 20 in the middle, although
// nothing was learned about the models apart: so chances fall, and failures at a rise, by one factor for all, which keeps the order and
// widens no gap.
import { logitOf, sigmoid } from "../numerics/logistic.ts";

interface Weighed {
  /** Shipped estimate of a model. @range 0..1 */
  readonly shipped: number;
  /** Evidence about it; the models with evidence say what the level does to a chance. */
  readonly weight: number;
}

/** Firmer than this no shipped estimate is taken to be, so that one of .999 does not set the factor. */
const [FIRM_LOW, FIRM_HIGH] = [0.03, 0.97];
const CHANCE_LEAST = 1e-6;

/** The value that learning uses for a shipped estimate. */
export const firm = (chance: number): number => Math.min(FIRM_HIGH, Math.max(FIRM_LOW, chance));

interface SharedShift {
  /** Factor on gaps and doubts. @range 0..1 */
  readonly factor: number;
  /** The chance of a model after the shift, by the shipped one. */
  readonly chanceOf: (shipped: number) => number;
}

/** @param level that all models share. @unit logits */
export function createSharedShift(level: number, models: readonly Weighed[]): SharedShift {
  if (level === 0) return { factor: 1, chanceOf: (shipped) => shipped };
  const any = models.some(({ weight }) => weight > 0);
  let [sum, total] = [0, 0];
  for (const { shipped, weight } of models) {
    const from = firm(shipped);
    const to = sigmoid(logitOf(from) + level);
    const of = any ? weight : 1;
    total += of;
    sum += of * (level < 0 ? to / from : (1 - to) / (1 - from));
  }
  const factor = total === 0 ? 1 : sum / total;
  const chanceOf =
    level < 0
      ? (shipped: number) => Math.max(CHANCE_LEAST, factor * shipped)
      : (shipped: number) => Math.min(1 - CHANCE_LEAST, 1 - factor * (1 - shipped));
  return { factor, chanceOf };
}
