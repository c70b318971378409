// Gaussian process regression with few inducing rows standing for all training rows, so that time grows
// with rows x inducing^2 and not with rows^3. Several targets share one kernel; each has its own noise.
// @source Rasmussen and Williams, "Gaussian Processes for Machine Learning" (2006), 4.2 (rational quadratic kernel of
// shape 1), 5.4.1 (marginal likelihood), 8.3.3 (projected process)
import { factoriseNearly, logDeterminant, solveLower, solveUpper } from "../../numerics/cholesky.ts";
import type { Points } from "./point-scaling.ts";

/** Added to the inducing rows' covariance, which near copies would make singular. */
const JITTER = 1e-6;
/** Noise over signal variance: what a target may choose from. The last but explains nothing and leaves the mean. */
const NOISE_RATIOS = [0.03, 0.1, 0.3, 1, 3, 10, 30, 100, 1_000];
/** Rows whose kernel features lie side by side while their products are summed. */
const CHUNK = 64;

/** The state that a process learned: a row's prediction is the sum over inducing rows of weight times likeness. */
interface SparseProcess {
  readonly dim: number;
  /** @shape size x dim */
  readonly inducing: Float32Array;
  /** @shape targets x size */
  readonly weights: Float64Array;
  /** Noise over signal variance under which each target is most likely. @shape targets */
  readonly noiseRatios: readonly number[];
  /** Mean over the rows of the variance that is left of each target's signal. @shape targets */
  readonly variances: readonly number[];
}

interface ProcessTargets {
  /** One column a target, with a mean near zero. @shape points.count x width */
  readonly values: Float64Array;
  /** Targets, at least 1. */
  readonly width: number;
  /** Most rows that may stand for all. */
  readonly inducingMax: number;
  /**
   * Averages over noises, none of signal among them, by their evidence: the first few dozen rows do not tell noise from signal, and to
   * choose would be all or nothing. Left out: the most likely noise alone.
   */
  readonly isAveraged?: boolean | undefined;
}

/** Every n-th row, so that all parts of the data keep their share. */
function chooseInducing(rows: Float32Array, dim: number, max: number): Float32Array {
  const count = rows.length / dim;
  if (count <= max) return rows;
  const chosen = new Float32Array(max * dim);
  for (let i = 0; i < max; i += 1) {
    const from = Math.floor((i * count) / max) * dim;
    chosen.set(rows.subarray(from, from + dim), i * dim);
  }
  return chosen;
}

/** k of two points at this squared distance. */
export function likenessAt(square: number): number {
  return Math.exp(-square);
}

/** out[j] = k(row, inducing row j). Two sums side by side keep the processor busy. */
function fillCovariance(row: Float32Array, inducing: Float32Array, out: Float64Array): void {
  const dim = row.length;
  const paired = dim & ~1;
  for (let j = 0; j < out.length; j += 1) {
    let [even, odd] = [0, 0];
    let at = j * dim;
    for (let d = 0; d < paired; d += 2, at += 2) {
      const first = row[d]! - inducing[at]!;
      const second = row[d + 1]! - inducing[at + 1]!;
      even += first * first;
      odd += second * second;
    }
    if (paired < dim) even += (row[paired]! - inducing[at]!) ** 2;
    out[j] = likenessAt(even + odd);
  }
}

function inducingFactor(inducing: Float32Array, dim: number): Float64Array {
  const size = inducing.length / dim;
  const covariance = new Float64Array(size * size);
  for (let i = 0; i < size; i += 1) {
    fillCovariance(
      inducing.subarray(i * dim, (i + 1) * dim),
      inducing,
      covariance.subarray(i * size, (i + 1) * size),
    );
    covariance[i * size + i] = covariance[i * size + i]! + JITTER;
  }
  return factoriseNearly(covariance, size);
}

/** Sums of the kernel features Phi = K L^-T over all rows. */
interface Sums {
  /** Phi^T Phi, the lower triangle. @shape size x size */
  readonly gram: Float64Array;
  /** Phi^T Y, a row a target. @shape targets x size */
  readonly moments: Float64Array;
  /** Sum of squares of every target. @shape targets */
  readonly squares: Float64Array;
}

function addChunk(gram: Float64Array, chunk: Float64Array, size: number): void {
  for (let i = 0; i < size; i += 1)
    for (let j = 0; j <= i; j += 1) {
      let sum = 0;
      for (let k = 0, p = i * CHUNK, q = j * CHUNK; k < CHUNK; k += 1, p += 1, q += 1)
        sum += chunk[p]! * chunk[q]!;
      gram[i * size + j] = gram[i * size + j]! + sum;
    }
}

interface Basis {
  /** @shape size x dim */
  readonly inducing: Float32Array;
  /** L of their covariance. @shape size x size */
  readonly factor: Float64Array;
  readonly dim: number;
}

function sumFeatures(
  rows: Float32Array,
  { inducing, factor, dim }: Basis,
  targets: Float64Array,
  width: number,
): Sums {
  const size = inducing.length / dim;
  const gram = new Float64Array(size * size);
  const moments = new Float64Array(width * size);
  const squares = new Float64Array(width);
  const phi = new Float64Array(size);
  // Transposed, feature by row; unused places of the last chunk stay zero.
  const chunk = new Float64Array(size * CHUNK);
  const count = rows.length / dim;
  for (let row = 0; row < count; row += 1) {
    fillCovariance(rows.subarray(row * dim, (row + 1) * dim), inducing, phi);
    solveLower(factor, phi);
    for (let t = 0; t < width; t += 1) {
      const target = targets[row * width + t]!;
      squares[t] = squares[t]! + target * target;
      for (let i = 0; i < size; i += 1) moments[t * size + i] = moments[t * size + i]! + target * phi[i]!;
    }
    for (let i = 0; i < size; i += 1) chunk[i * CHUNK + (row % CHUNK)] = phi[i]!;
    if (row % CHUNK !== CHUNK - 1 && row !== count - 1) continue;
    addChunk(gram, chunk, size);
    chunk.fill(0);
  }
  return { gram, moments, squares };
}

/** Weights of the kernel features, and how likely the target is: the larger `misfit`, the less. */
interface Solution {
  readonly ratio: number;
  /** @shape size */
  readonly weights: Float64Array;
  readonly misfit: number;
  /** Mean over the rows of the variance that is left of the signal. */
  readonly variance: number;
}

/** Trace of A^-1 from the factor of A: the squares of L^-1. */
function traceOfInverse(factor: Float64Array, size: number): number {
  let trace = 0;
  const column = new Float64Array(size);
  for (let at = 0; at < size; at += 1) {
    column.fill(0);
    column[at] = 1;
    for (const value of solveLower(factor, column)) trace += value * value;
  }
  return trace;
}

/**
 * Posterior weights (G + r I)^-1 b of every target at one noise ratio r. `misfit` is -2/n log marginal likelihood but for
 * a constant, with the signal's variance at its most likely value.
 */
function solveAt(ratio: number, { gram, moments, squares }: Sums, rows: number): readonly Solution[] {
  const width = squares.length;
  const size = moments.length / width;
  const shifted = gram.slice();
  for (let i = 0; i < size; i += 1) shifted[i * size + i] = shifted[i * size + i]! + ratio;
  const factor = factoriseNearly(shifted, size);
  const complexity = logDeterminant(factor, size) - size * Math.log(ratio);
  const left = (size - ratio * traceOfInverse(factor, size)) / Math.max(1, rows);
  return Array.from(squares, (square, t) => {
    const half = solveLower(factor, moments.slice(t * size, (t + 1) * size));
    const explained = half.reduce((sum, value) => sum + value * value, 0);
    const noise = Math.max(1e-12, (square - explained) / rows);
    const misfit = Math.log(noise) + complexity / rows;
    return { ratio, weights: solveUpper(factor, half), misfit, variance: noise * left };
  });
}

/** The evidence counts by its root: among 1, 1/2 and 1/4 the best on dev rows of seven sources. */
const EVIDENCE_POWER = 0.5;

interface Settled {
  /** The most likely one. */
  readonly ratio: number;
  /** Weights of the kernel features. @shape size */
  readonly weights: Float64Array;
  readonly variance: number;
}

/**
 * Mean over all noise ratios, and no signal at all, by their evidence.
 * @source Hoeting et al., "Bayesian Model Averaging: A Tutorial" (1999)
 */
function averageOver(tried: readonly Solution[], square: number, rows: number): Omit<Settled, "ratio"> {
  const logs = tried.map(({ misfit }) => (-EVIDENCE_POWER * rows * misfit) / 2);
  const none = (-EVIDENCE_POWER * rows * Math.log(Math.max(1e-12, square / rows))) / 2;
  const most = Math.max(none, ...logs);
  const says = logs.map((log) => Math.exp(log - most));
  const total = says.reduce((sum, say) => sum + say, Math.exp(none - most));
  const weights = new Float64Array(tried[0]!.weights.length);
  let variance = 0;
  tried.forEach((each, at) => {
    const share = says[at]! / total;
    variance += share * each.variance;
    for (let i = 0; i < weights.length; i += 1) weights[i] = weights[i]! + share * each.weights[i]!;
  });
  return { weights, variance };
}

/** Every target at the noise under which it is most likely, or at the mean over all. @shape targets */
function settleNoise(sums: Sums, rows: number, isAveraged: boolean): readonly Settled[] {
  const byRatio = NOISE_RATIOS.map((ratio) => solveAt(ratio, sums, rows));
  return Array.from(sums.squares, (square, t) => {
    const tried = byRatio.map((solutions) => solutions[t]!);
    const best = tried.reduce((least, each) => (each.misfit < least.misfit ? each : least));
    return isAveraged ? { ...best, ...averageOver(tried, square, rows) } : best;
  });
}

/** Without a row every prediction is 0. */
export function fitSparseProcess(
  points: Points,
  { values, width, inducingMax, isAveraged = false }: ProcessTargets,
): SparseProcess {
  const { dim, count, features: rows } = points;
  const inducing = chooseInducing(rows, dim, inducingMax);
  const size = inducing.length / dim;
  const factor = inducingFactor(inducing, dim);
  const sums = sumFeatures(rows, { inducing, factor, dim }, values, width);
  const best = settleNoise(sums, count, isAveraged);
  // L^-T once a target here saves solving with L for every predicted row.
  const weights = new Float64Array(width * size);
  best.forEach((each, t) => weights.set(solveUpper(factor, each.weights), t * size));
  return {
    dim,
    inducing,
    weights,
    noiseRatios: best.map(({ ratio }) => ratio),
    variances: best.map(({ variance }) => variance),
  };
}
