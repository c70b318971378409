// The ability of one model with the network frozen: the maximum of its outcomes' likelihood times a Gaussian prior,
// by Newton's method; the inverse curvature at the maximum is the posterior covariance (Laplace).
import { dot, sigmoid } from "@signalbox/engine";
import { solvePositive } from "./ridge.ts";

export interface AbilityProblem {
  /** Loadings of all prompts, row-major; the last column is the difficulty, whose theta is fixed to 1. */
  readonly loadings: Float32Array;
  readonly loadingCount: number;
  /** Prompt row, score and weight of each outcome of the model. */
  readonly rows: ArrayLike<number>;
  readonly scores: ArrayLike<number>;
  readonly weight: number;
  readonly priorMean: Float32Array;
  readonly priorDeviation: Float32Array;
}

export interface AbilityFit {
  /** @shape loadingCount */
  readonly theta: Float32Array;
  /** @shape loadingCount */
  readonly thetaSd: Float32Array;
}

const NEWTON_STEPS = 6;

interface Curvature {
  readonly matrix: Float64Array;
  readonly pull: Float64Array;
}

function curvatureAt(problem: AbilityProblem, theta: Float32Array): Curvature {
  const { loadings, loadingCount, rows, scores, weight, priorMean, priorDeviation } = problem;
  const size = loadingCount - 1;
  const matrix = new Float64Array(size * size);
  const pull = new Float64Array(size);
  for (let index = 0; index < rows.length; index += 1) {
    const at = rows[index]! * loadingCount;
    const chance = sigmoid(dot(loadings, at, theta, 0, loadingCount));
    const slope = weight * (scores[index]! - chance);
    const bend = weight * chance * (1 - chance);
    for (let a = 0; a < size; a += 1) {
      const left = loadings[at + a]!;
      pull[a]! += slope * left;
      const scaled = bend * left;
      for (let b = 0; b <= a; b += 1) matrix[a * size + b]! += scaled * loadings[at + b]!;
    }
  }
  for (let a = 0; a < size; a += 1) {
    const precision = 1 / priorDeviation[a]! ** 2;
    matrix[a * size + a]! += precision;
    pull[a]! += precision * (priorMean[a]! - theta[a]!);
    for (let b = 0; b < a; b += 1) matrix[b * size + a] = matrix[a * size + b]!;
  }
  return { matrix, pull };
}

export function refitAbility(problem: AbilityProblem): AbilityFit {
  const size = problem.loadingCount - 1;
  const theta = Float32Array.from(problem.priorMean);
  theta[size] = 1;
  for (let step = 0; step < NEWTON_STEPS; step += 1) {
    const { matrix, pull } = curvatureAt(problem, theta);
    const move = solvePositive(matrix, pull);
    const length = Math.sqrt(move.reduce((sum, value) => sum + value * value, 0));
    const damp = Math.min(1, 8 / Math.max(1e-9, length));
    move.forEach((value, index) => {
      theta[index]! += damp * value;
    });
    if (length < 1e-3) break;
  }
  const { matrix } = curvatureAt(problem, theta);
  const thetaSd = new Float32Array(problem.loadingCount);
  for (let a = 0; a < size; a += 1) thetaSd[a] = 1 / Math.sqrt(matrix[a * size + a]!);
  return { theta, thetaSd };
}
