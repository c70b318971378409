// How bold predictions are: the slope of the logistic line from the logit of the prediction to the outcome.
import { logitOf, sigmoid } from "@signalbox/engine/numerics";
import type { Predictions } from "../../metrics/index.ts";
import { valueAt } from "../../arrays/value-at.ts";

const STEPS = 25;
const EDGE = 0.001;
/** Keeps the step finite where predictions hardly differ. */
const RIDGE = 1e-6;

/** 1 = as bold as it should be, below 1 too bold, about 0 uninformative. @source Cox (1958), by Newton's method */
export function calibrationSlope({ predicted, observed }: Predictions, weights: Float64Array): number {
  const x = Float64Array.from(predicted, (p) => logitOf(Math.min(1 - EDGE, Math.max(EDGE, p))));
  let [level, slope] = [0, 0];
  for (let step = 0; step < STEPS; step += 1) {
    let [gradient0, gradient1, h00, h01, h11] = [0, 0, RIDGE, 0, RIDGE];
    for (let i = 0; i < x.length; i += 1) {
      const p = sigmoid(level + slope * valueAt(x, i));
      const miss = valueAt(weights, i) * (valueAt(observed, i) - p);
      const curve = valueAt(weights, i) * p * (1 - p);
      gradient0 += miss;
      gradient1 += miss * valueAt(x, i);
      h00 += curve;
      h01 += curve * valueAt(x, i);
      h11 += curve * valueAt(x, i) ** 2;
    }
    const determinant = h00 * h11 - h01 * h01;
    if (!(Math.abs(determinant) > 1e-12)) return Number.NaN;
    level += (h11 * gradient0 - h01 * gradient1) / determinant;
    slope += (h00 * gradient1 - h01 * gradient0) / determinant;
  }
  return Number.isFinite(slope) && Math.abs(slope) < 100 ? slope : Number.NaN;
}
