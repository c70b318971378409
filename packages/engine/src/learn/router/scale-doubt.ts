// Doubt about a correction, by how noisy the outcomes are that it was fitted to. The fit takes each for a coin toss; graded scores,
// and ones that are all alike, scatter less than tosses do, and so leave less doubt.
import type { CorrectionOutcome, FittedCorrection } from "../select-correction.ts";

/** Outcomes as noisy as tosses that are taken for seen before there are any. */
const TOSSES_ASSUMED = 10;
/** No outcome counts as a surprise beyond what chances this near to 0 and 1 make of it. */
const CHANCE_MARGIN = 0.01;

/**
 * Scatter of the outcomes about what is expected of them, as a share of that of tosses.
 * @range 0..1
 * @source McCullagh & Nelder (1989), Generalized Linear Models, sec. 4.5: Pearson's estimate of the dispersion
 */
export function dispersionOf(outcomes: readonly CorrectionOutcome[], expected: Float64Array): number {
  let scatter = TOSSES_ASSUMED;
  outcomes.forEach(({ outcome }, at) => {
    const chance = Math.min(1 - CHANCE_MARGIN, Math.max(CHANCE_MARGIN, expected[at]!));
    scatter += (outcome - chance) ** 2 / (chance * (1 - chance));
  });
  return Math.min(1, scatter / (TOSSES_ASSUMED + outcomes.length));
}

/** @param expected by the correction. @shape outcomes */
export function scaleDoubt(
  correction: FittedCorrection,
  outcomes: readonly CorrectionOutcome[],
  expected: Float64Array,
): FittedCorrection {
  const dispersion = dispersionOf(outcomes, expected);
  const covariances = correction.model.covariances.map((value) => value * dispersion);
  return { ...correction, model: { ...correction.model, covariances } };
}
