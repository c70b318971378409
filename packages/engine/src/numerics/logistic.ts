// The logistic scale on which every learned correction is added.

/** Probabilities are kept this far from 0 and 1, so that one certain estimate cannot outweigh all evidence. */
const PROBABILITY_MARGIN = 1e-4;

export function sigmoid(logit: number): number {
  if (logit >= 0) return 1 / (1 + Math.exp(-logit));
  const odds = Math.exp(logit);
  return odds / (1 + odds);
}

export function logitOf(probability: number): number {
  const clipped = Math.min(1 - PROBABILITY_MARGIN, Math.max(PROBABILITY_MARGIN, probability));
  return Math.log(clipped / (1 - clipped));
}

/** Cross-entropy of a prediction against an outcome in 0..1. @unit nats */
export function logLoss(predicted: number, outcome: number): number {
  const p = Math.min(1 - PROBABILITY_MARGIN, Math.max(PROBABILITY_MARGIN, predicted));
  return -(outcome * Math.log(p) + (1 - outcome) * Math.log(1 - p));
}
