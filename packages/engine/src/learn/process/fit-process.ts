// A process on prompts as a decision sees them: what it adds to every model's estimate where prompts like this one were
// graded, and nothing far from all of them.
import { findOutcomeFactors } from "./outcome-factors.ts";
import type { Points } from "./point-scaling.ts";
import { fitSparseProcess, likenessAt } from "./sparse-process.ts";

export interface FittedProcess {
  /** Entries of a point. */
  readonly dim: number;
  /** Rows that stand for all. @shape size x dim */
  readonly inducing: Float32Array;
  /** Weights that likeness to each of them adds to a model. @shape arms x size */
  readonly weights: Float32Array;
  readonly arms: number;
  /** Deviations that each factor leaves in every model among its rows. @shape factors x arms */
  readonly doubts: Float32Array;
}

/** With more, the serving time grows and no figure on dev rows. */
const INDUCING_MAX = 256;

/**
 * @param residuals outcome less what was expected without the process; NaN = unknown. @shape points.count x arms
 * @param arms at least 1
 */
export function fitProcess(points: Points, residuals: Float32Array, arms: number): FittedProcess {
  const { axes, width, coordinates } = findOutcomeFactors(residuals, arms);
  const { dim, inducing, ...fitted } = fitSparseProcess(points, {
    values: coordinates,
    width,
    inducingMax: INDUCING_MAX,
    isAveraged: true,
  });
  const size = inducing.length / dim;
  const weights = new Float32Array(arms * size);
  const doubts = new Float32Array(width * arms);
  for (let arm = 0; arm < arms; arm += 1) {
    for (let k = 0; k < width; k += 1)
      doubts[k * arms + arm] = axes[k * arms + arm]! * Math.sqrt(fitted.variances[k]!);
    for (let j = 0; j < size; j += 1) {
      let sum = 0;
      for (let k = 0; k < width; k += 1) sum += axes[k * arms + arm]! * fitted.weights[k * size + j]!;
      weights[arm * size + j] = sum;
    }
  }
  return { dim, inducing, weights, arms, doubts };
}

/** Asks a process without allocating; what comes back is overwritten by the next question. */
export function createProcessReader({ dim, inducing, weights, arms }: FittedProcess): ProcessReader {
  const added = new Float64Array(arms);
  const size = inducing.length / dim;
  return (point) => {
    added.fill(0);
    for (let j = 0; j < size; j += 1) {
      const likeness = likenessAt(squareOf(point, inducing, j * dim));
      for (let arm = 0; arm < arms; arm += 1) added[arm] = added[arm]! + weights[arm * size + j]! * likeness;
    }
    return added;
  };
}

/** Squared distance of a point to the row from `from` on. Four sums side by side keep the processor busy. */
function squareOf(point: Float32Array, rows: Float32Array, from: number): number {
  let [a, b, c, d] = [0, 0, 0, 0];
  const fours = point.length & ~3;
  for (let i = 0, at = from; i < fours; i += 4, at += 4) {
    const [p, q, r, s] = [
      point[i]! - rows[at]!,
      point[i + 1]! - rows[at + 1]!,
      point[i + 2]! - rows[at + 2]!,
      point[i + 3]! - rows[at + 3]!,
    ];
    a += p * p;
    b += q * q;
    c += r * r;
    d += s * s;
  }
  for (let i = fours; i < point.length; i += 1) a += (point[i]! - rows[from + i]!) ** 2;
  return a + b + c + d;
}

/** Amount that is added to the success of every model at a point. @shape point dim, result arms */
type ProcessReader = (point: Float32Array) => Float64Array;
