// Several corrections of one account as a single one. A correction is linear in its coordinates, so that the mean of their logits
// has the mean of their coefficients: averaging costs a decision nothing.
import { packedSize } from "../../numerics/cholesky.ts";
import { basisSizeOf } from "../correction-basis.ts";
import type { FittedCorrection } from "../select-correction.ts";

function addScaled(into: Float64Array, values: Float64Array, scale: number, start = 0): void {
  for (let at = 0; at < values.length; at += 1) into[start + at] = into[start + at]! + scale * values[at]!;
}

/**
 * The weighted mean. Coordinates that a correction lacks are 0 in it. The covariance is the mean of theirs: it leaves out
 * how far they disagree.
 * @param corrections of the same rows; the coordinates of the smaller ones are the first of the largest
 * @param weights at least 0, not all 0. @shape corrections
 */
export function averageCorrections(
  corrections: readonly FittedCorrection[],
  weights: readonly number[],
): FittedCorrection {
  const largest = corrections.reduce((most, each) =>
    basisSizeOf(each.basis) > basisSizeOf(most.basis) ? each : most,
  );
  const { arms, basisSize, evidence } = largest.model;
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const packed = packedSize(basisSize);
  const shared = new Float64Array(basisSize);
  const own = new Float64Array(arms.length * basisSize);
  const covariances = new Float64Array(arms.length * packed);
  corrections.forEach(({ model }, each) => {
    const weight = weights[each]! / total;
    const [size, ownPacked] = [model.basisSize, packedSize(model.basisSize)];
    addScaled(shared, model.shared, weight);
    for (let arm = 0; arm < arms.length; arm += 1) {
      addScaled(own, model.own.subarray(arm * size, (arm + 1) * size), weight, arm * basisSize);
      const covariance = model.covariances.subarray(arm * ownPacked, (arm + 1) * ownPacked);
      addScaled(covariances, covariance, weight, arm * packed);
    }
  });
  return { ...largest, model: { ...largest.model, evidence, shared, own, covariances } };
}
