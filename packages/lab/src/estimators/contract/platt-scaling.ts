// Platt scaling of one estimator on dev rows: P' = sigmoid(slope * logit(P) + offset), slope never negative.
// Every estimator gets the same, so that calibration is compared and not the lack of it. @source Platt (1999)
import { sigmoid } from "@signalbox/engine/numerics";
import { floatAt } from "../../arrays/value-at.ts";

export interface PlattScaling {
  readonly slope: number;
  readonly offset: number;
}

const ROUNDS = 40;
/** Pull towards "change nothing", worth so many outcomes, when the caller knows no better. */
const PRIOR_OUTCOMES = 4;

export function logit(p: number): number {
  const clamped = Math.min(1 - 1e-4, Math.max(1e-4, p));
  return Math.log(clamped / (1 - clamped));
}

/**
 * Newton's method on the penalised log-likelihood; rows with unknown outcomes are skipped.
 * @param prior outcomes that "change nothing" is worth
 */
export function fitPlattScaling(
  predicted: Float32Array,
  observed: Float32Array,
  prior: number = PRIOR_OUTCOMES,
): PlattScaling {
  let [slope, offset] = [1, 0];
  for (let round = 0; round < ROUNDS; round += 1) {
    let [gradientSlope, gradientOffset] = [prior * (slope - 1), prior * offset * 0.1];
    let [ss, so, oo] = [prior, 0, prior * 0.1];
    for (let i = 0; i < predicted.length; i += 1) {
      const score = floatAt(observed, i);
      if (Number.isNaN(score)) continue;
      const x = logit(floatAt(predicted, i));
      const p = sigmoid(slope * x + offset);
      const weight = Math.max(1e-6, p * (1 - p));
      gradientSlope += (p - score) * x;
      gradientOffset += p - score;
      ss += weight * x * x;
      so += weight * x;
      oo += weight;
    }
    const determinant = ss * oo - so * so;
    if (!(determinant > 1e-12)) break;
    slope = Math.min(10, Math.max(0, slope - (oo * gradientSlope - so * gradientOffset) / determinant));
    offset = Math.min(10, Math.max(-10, offset - (ss * gradientOffset - so * gradientSlope) / determinant));
  }
  return { slope, offset };
}

export function applyPlattScaling({ slope, offset }: PlattScaling, predicted: Float32Array): Float32Array {
  return predicted.map((p) => sigmoid(slope * logit(p) + offset));
}
