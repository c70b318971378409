// The ability that a prompt needs, from who succeeded at it.
import { sigmoid } from "@signalbox/engine/numerics";

/** The need assumed before any outcome is seen, and how doubtful that is. */
export const NEED = { mean: -0.5, sd: 1.5 } as const;
/** Outcomes of one prompt count as this many at most: they share the prompt's quirks. */
export const OUTCOMES_MAX = 8;
export interface AbleOutcome {
  readonly ability: number;
  readonly score: number;
}

/** Most likely need of a prompt given who succeeded at it. */
export function needOf(outcomes: readonly AbleOutcome[], slope: number): number {
  const share = Math.min(1, OUTCOMES_MAX / outcomes.length);
  let need: number = NEED.mean;
  for (let round = 0; round < 25; round += 1) {
    let gradient = (NEED.mean - need) / NEED.sd ** 2;
    let curvature = 1 / NEED.sd ** 2;
    for (const { ability, score } of outcomes) {
      const chance = sigmoid(slope * (ability - need));
      gradient -= share * slope * (score - chance);
      curvature += share * slope * slope * chance * (1 - chance);
    }
    need += Math.min(1, Math.max(-1, gradient / curvature));
  }
  return need;
}
