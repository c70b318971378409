// Platt scaling on the dev outcomes: two numbers that turn the ensemble's mean logit into a chance.
// @source Platt (1999), "Probabilistic outputs for support vector machines"
import { sigmoid } from "@signalbox/engine/numerics";
import { valueAt } from "../../arrays/value-at.ts";

export interface Calibration {
  readonly scale: number;
  readonly shift: number;
}

const NEWTON_STEPS = 25;
/** Pulls towards (1, 0), as if that many outcomes had spoken for it. */
const PRIOR_OUTCOMES = 20;

/** Newton's method on the weighted log loss; scale stays positive. */
export function fitCalibration(
  logits: ArrayLike<number>,
  scores: ArrayLike<number>,
  weights: ArrayLike<number>,
): Calibration {
  let scale = 1;
  let shift = 0;
  for (let step = 0; step < NEWTON_STEPS; step += 1) {
    let gradientScale = PRIOR_OUTCOMES * (scale - 1);
    let gradientShift = PRIOR_OUTCOMES * shift;
    let scaleScale = PRIOR_OUTCOMES;
    let scaleShift = 0;
    let shiftShift = PRIOR_OUTCOMES;
    for (let index = 0; index < logits.length; index += 1) {
      const chance = sigmoid(scale * valueAt(logits, index) + shift);
      const slope = valueAt(weights, index) * (chance - valueAt(scores, index));
      const bend = valueAt(weights, index) * chance * (1 - chance);
      gradientScale += slope * valueAt(logits, index);
      gradientShift += slope;
      scaleScale += bend * valueAt(logits, index) ** 2;
      scaleShift += bend * valueAt(logits, index);
      shiftShift += bend;
    }
    const determinant = scaleScale * shiftShift - scaleShift * scaleShift;
    if (determinant <= 0) break;
    scale -= (shiftShift * gradientScale - scaleShift * gradientShift) / determinant;
    shift -= (scaleScale * gradientShift - scaleShift * gradientScale) / determinant;
    scale = Math.min(5, Math.max(0.2, scale));
  }
  return { scale, shift };
}
