// Evidence of the reports for one request: how far the grader and the kind of work move all models alike, and how far each model
// departs from that, with the doubt of both.
import { factorise, invertFactorised, packedSize } from "../../numerics/cholesky.ts";
import { ownPrecision, sharedPrecision } from "../correction-model.ts";
import type { FittedKin } from "./fit-kin.ts";

/** Departure of a model with reports, at one request. */
export interface Departure {
  /** From what holds for all models. @unit logits */
  readonly own: number;
  /** Variance of it, with the doubt about what holds for all. @unit logits squared */
  readonly ownVariance: number;
  /** Variance of the model's whole departure. @unit logits squared */
  readonly wholeVariance: number;
  /** Share of the doubt about this model here that its own reports took away. @range 0..1 */
  readonly evidence: number;
}

export interface KinReading {
  /** That all models share. @unit logits */
  readonly shared: number;
  readonly sharedVariance: number;
  /** By arm. */
  readonly departures: readonly Departure[];
}

const dot = (a: Float64Array, b: Float64Array): number => {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += a[i]! * b[i]!;
  return sum;
};

/** C phi of a packed matrix that starts at `from`. */
function timesPacked(packed: Float64Array, from: number, phi: Float64Array): Float64Array {
  const out = new Float64Array(phi.length);
  for (let i = 0, start = from; i < phi.length; i += 1, start += i) {
    let sum = packed[start + i]! * phi[i]!;
    for (let j = 0; j < i; j += 1) {
      sum += packed[start + j]! * phi[j]!;
      out[j] = out[j]! + packed[start + j]! * phi[i]!;
    }
    out[i] = out[i]! + sum;
  }
  return out;
}

/**
 * Covariance of the shared part with every model's own part left open: the fit holds one fixed for the other. With the prior precision
 * P and the conditional covariance C of each model, it is the inverse of P_shared + sum of (P - P C P).
 */
function sharedCovariance(fitted: FittedKin, precisions: readonly Float64Array[]): Float64Array {
  const { basisSize: size, prior, covariances } = fitted.model;
  const matrix = new Float64Array(size * size);
  const ofPrior = sharedPrecision(prior, size);
  for (let i = 0; i < size; i += 1) matrix[i * size + i] = ofPrior[i]!;
  precisions.forEach((precision, arm) => {
    const from = arm * packedSize(size);
    for (let i = 0; i < size; i += 1)
      for (let j = 0; j <= i; j += 1) {
        const given = precision[i]! * covariances[from + packedSize(i) + j]! * precision[j]!;
        matrix[i * size + j] = matrix[i * size + j]! + (i === j ? precision[i]! : 0) - given;
      }
  });
  return invertFactorised(factorise(matrix, size), size);
}

/** Reads what the reports say at coordinates of `kinCoordinates`. */
export function createKinReader(fitted: FittedKin): (phi: Float64Array) => KinReading {
  const { basisSize: size, arms, shared, own, covariances, prior } = fitted.model;
  const precisions = arms.map((_, arm) => ownPrecision(prior, size, fitted.changedArms.includes(arm)));
  const joint = sharedCovariance(fitted, precisions);
  return (phi) => {
    const sharedVariance = Math.max(0, dot(phi, timesPacked(joint, 0, phi)));
    const departures = precisions.map((precision, arm): Departure => {
      const conditional = timesPacked(covariances, arm * packedSize(size), phi);
      const ofShared = conditional.map((value, axis) => value * precision[axis]!);
      const ofOwn = phi.map((value, axis) => value - ofShared[axis]!);
      const variance = Math.max(0, dot(phi, conditional));
      const before = phi.reduce((sum, value, axis) => sum + (value * value) / precision[axis]!, 0);
      return {
        own: dot(phi, own.subarray(arm * size, (arm + 1) * size)),
        ownVariance: variance + Math.max(0, dot(ofOwn, timesPacked(joint, 0, ofOwn))),
        wholeVariance: variance + Math.max(0, dot(ofShared, timesPacked(joint, 0, ofShared))),
        evidence: Math.min(1, Math.max(0, 1 - variance / Math.max(1e-12, before))),
      };
    });
    return { shared: dot(phi, shared), sharedVariance, departures };
  };
}
