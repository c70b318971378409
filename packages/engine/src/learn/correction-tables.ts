// A fitted correction laid out for the decision: everything that does not depend on the prompt is multiplied out once, so
// that one decision costs three products of a matrix and a vector, whatever was learned.
//   logit  = logit P + w . c + w1 x              c: coordinates common to all models, c_0 = 1
//   sd^2   = q . z + x (l . c) + s11 x^2         x: the model's own shipped logit, z: all products c_i c_j with j <= i
// Single precision: tested against the fitted model in double precision.
import { padRows } from "../kernels/simd-memory.ts";
import { basisSizeOf } from "./correction-basis.ts";
import type { FittedCorrection } from "./select-correction.ts";
import { toColumns } from "./kernel-arena.ts";
import { packedSize } from "../numerics/cholesky.ts";
import type { WhitenedAxes } from "../numerics/whitened-axes.ts";

export interface AxesTable {
  readonly count: number;
  /** Size of a row and the same as a multiple of 4. */
  readonly size: number;
  readonly columns: number;
  /** @shape count x columns */
  readonly directions: Float32Array;
  /** Projections of the mean row. @shape count */
  readonly offsets: Float64Array;
  /** Factor by which a projection is multiplied to become a coordinate. @shape count */
  readonly weights: Float64Array;
}

export interface ArmTable {
  /** Common coordinates, and their products. */
  readonly commonSize: number;
  readonly productSize: number;
  /** Both as multiples of 4. */
  readonly commonColumns: number;
  readonly productColumns: number;
  /** Rows w, then l, of every arm; the last arm is the unknown one. @shape (arms + 1) x 2 x commonColumns */
  readonly linear: Float32Array;
  /** Rows q. @shape (arms + 1) x productColumns */
  readonly quadratic: Float32Array;
  /** w1 and s11 of every arm. @shape (arms + 1) x 2 */
  readonly ofLogit: Float64Array;
}

export interface CorrectionTables {
  readonly heads: AxesTable;
  readonly features: AxesTable;
  readonly arms: ArmTable;
}

const LOGIT_AXIS = 1;

function buildAxes(axes: WhitenedAxes, weights: Float64Array): AxesTable {
  const size = axes.mean.length;
  const columns = toColumns(size);
  const directions = padRows(Float32Array.from(axes.directions), axes.count, size, columns);
  const offsets = Float64Array.from({ length: axes.count }, (_, axis) => {
    let sum = 0;
    for (let i = 0; i < size; i += 1) sum += directions[axis * columns + i]! * axes.mean[i]!;
    return sum;
  });
  return { count: axes.count, size, columns, directions, offsets, weights };
}

/** Basis axis of a common coordinate: all but the shipped logit. */
function axisOf(common: number): number {
  return common < LOGIT_AXIS ? common : common + 1;
}

function buildArms({ model, basis }: FittedCorrection): ArmTable {
  const size = basisSizeOf(basis);
  const commonSize = size - 1;
  const productSize = packedSize(commonSize);
  const [commonColumns, productColumns] = [toColumns(commonSize), toColumns(productSize)];
  const count = model.arms.length + 1;
  const linear = new Float32Array(count * 2 * commonColumns);
  const quadratic = new Float32Array(count * productColumns);
  const ofLogit = new Float64Array(count * 2);
  for (let arm = 0; arm < count; arm += 1) {
    const isKnown = arm < model.arms.length;
    const weight = (axis: number): number =>
      model.shared[axis]! + (isKnown ? model.own[arm * size + axis]! : 0);
    const covariance = (a: number, b: number): number =>
      isKnown ? model.covariances[arm * packedSize(size) + packedSize(Math.max(a, b)) + Math.min(a, b)]! : 0;
    ofLogit.set([weight(LOGIT_AXIS), covariance(LOGIT_AXIS, LOGIT_AXIS)], arm * 2);
    for (let i = 0; i < commonSize; i += 1) {
      const axis = axisOf(i);
      linear[arm * 2 * commonColumns + i] = weight(axis);
      linear[(arm * 2 + 1) * commonColumns + i] = 2 * covariance(LOGIT_AXIS, axis);
      for (let j = 0; j <= i; j += 1)
        quadratic[arm * productColumns + packedSize(i) + j] = (i === j ? 1 : 2) * covariance(axis, axisOf(j));
    }
  }
  return { commonSize, productSize, commonColumns, productColumns, linear, quadratic, ofLogit };
}

export function buildCorrectionTables(fitted: FittedCorrection): CorrectionTables {
  const { headAxes, featureAxes } = fitted.basis;
  const alike = new Float64Array(featureAxes.count).fill(1 / Math.sqrt(Math.max(1, featureAxes.count)));
  return {
    heads: buildAxes(headAxes, headAxes.shares),
    features: buildAxes(featureAxes, alike),
    arms: buildArms(fitted),
  };
}
