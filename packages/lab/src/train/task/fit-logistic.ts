// Logistic regression on sparse rows, whose weights cost something: what is not shown often stays near zero.
import { minimise, sigmoid } from "@signalbox/engine/numerics";

export interface LogisticRow {
  readonly ids: ArrayLike<number>;
  /** @shape ids */
  readonly values: ArrayLike<number>;
  /** Share of the outcome. @range 0..1 */
  readonly share: number;
  /** How much the row counts. */
  readonly weight: number;
}

interface LogisticFit {
  /** The price of a weight, times half its square. @unit nats */
  readonly cost: number;
  /** So many weights from the first on cost nothing. */
  readonly freeCount: number;
  readonly iterations: number;
}

/** Keeps logarithms finite. */
const CHANCE_MARGIN = 1e-12;

/** @param weights where the fit begins; it ends there too */
export function fitLogistic(
  rows: readonly LogisticRow[],
  weights: Float64Array,
  { cost, freeCount, iterations }: LogisticFit,
): void {
  const objective = (x: Float64Array, gradient: Float64Array): number => {
    let loss = 0;
    gradient.fill(0);
    for (let at = freeCount; at < x.length; at += 1) {
      loss += (cost * x[at]! * x[at]!) / 2;
      gradient[at] = cost * x[at]!;
    }
    for (const { ids, values, share, weight } of rows) {
      let logit = 0;
      for (let entry = 0; entry < ids.length; entry += 1) logit += values[entry]! * x[ids[entry]!]!;
      const chance = sigmoid(logit);
      loss -=
        weight *
        (share * Math.log(chance + CHANCE_MARGIN) + (1 - share) * Math.log(1 - chance + CHANCE_MARGIN));
      const slope = weight * (chance - share);
      for (let entry = 0; entry < ids.length; entry += 1)
        gradient[ids[entry]!] = gradient[ids[entry]!]! + slope * values[entry]!;
    }
    return loss;
  };
  minimise(objective, weights, { iterations });
}
