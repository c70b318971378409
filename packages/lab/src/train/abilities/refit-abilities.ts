// The ability of one model with the network frozen: the maximum of its outcomes' likelihood times a Gaussian prior,
// by Newton's method; the inverse curvature at the maximum is the posterior covariance (Laplace).
import { dot } from "@signalbox/engine/internals";
import { sigmoid, solvePositive } from "@signalbox/engine/numerics";

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
  /** What each source adds to every logit of the model: a nuisance that is fitted along and then forgotten. */
  readonly offsets?: SourceOffsets;
}

export interface SourceOffsets {
  /** Source of each outcome, as an index into `mean`; -1 = none. */
  readonly sourceOf: ArrayLike<number>;
  /** Prior mean of each source's offset. */
  readonly mean: ArrayLike<number>;
  /** Prior deviation of each source's offset. */
  readonly deviation: ArrayLike<number>;
}

export interface AbilityFit {
  /** @shape loadingCount */
  readonly theta: Float32Array;
  /** @shape loadingCount */
  readonly thetaSd: Float32Array;
  /** Fitted offset of each source; empty without sources. */
  readonly offsets: Float64Array;
}

const NEWTON_STEPS = 6;
/** A step this short ends the search: abilities are of size one. */
const STEP_MIN = 0.01;
/** More outcomes than this are thinned evenly; those that stay count for the others. */
const OUTCOMES_MAX = 1_500;

interface Curvature {
  readonly matrix: Float64Array;
  readonly pull: Float64Array;
}

/** Free parameters: the ability without its fixed last entry, then one offset a source. */
interface State {
  readonly theta: Float32Array;
  readonly offsets: Float64Array;
}

function addOutcome(problem: AbilityProblem, state: State, index: number, into: Curvature): void {
  const { loadings, loadingCount, rows, scores, weight, offsets } = problem;
  const { matrix, pull } = into;
  const size = pull.length;
  const at = rows[index]! * loadingCount;
  const source = offsets === undefined ? -1 : offsets.sourceOf[index]!;
  const offset = source < 0 ? 0 : state.offsets[source]!;
  const chance = sigmoid(dot(loadings, at, state.theta, 0, loadingCount) + offset);
  const slope = weight * (scores[index]! - chance);
  const bend = weight * chance * (1 - chance);
  const width = loadingCount - 1;
  for (let a = 0; a < width; a += 1) {
    pull[a]! += slope * loadings[at + a]!;
    const scaled = bend * loadings[at + a]!;
    for (let b = 0; b <= a; b += 1) matrix[a * size + b]! += scaled * loadings[at + b]!;
  }
  if (source < 0) return;
  const row = width + source;
  pull[row]! += slope;
  for (let b = 0; b < width; b += 1) matrix[row * size + b]! += bend * loadings[at + b]!;
  matrix[row * size + row]! += bend;
}

function addPrior(problem: AbilityProblem, state: State, { matrix, pull }: Curvature): void {
  const { priorMean, priorDeviation, loadingCount, offsets } = problem;
  const size = pull.length;
  for (let a = 0; a < loadingCount - 1; a += 1) {
    const precision = 1 / priorDeviation[a]! ** 2;
    matrix[a * size + a]! += precision;
    pull[a]! += precision * (priorMean[a]! - state.theta[a]!);
  }
  state.offsets.forEach((offset, source) => {
    const precision = 1 / (offsets?.deviation[source] ?? 1) ** 2;
    const row = loadingCount - 1 + source;
    matrix[row * size + row]! += precision;
    pull[row]! += precision * ((offsets?.mean[source] ?? 0) - offset);
  });
}

function curvatureAt(problem: AbilityProblem, state: State): Curvature {
  const size = problem.loadingCount - 1 + state.offsets.length;
  const into = { matrix: new Float64Array(size * size), pull: new Float64Array(size) };
  for (let index = 0; index < problem.rows.length; index += 1) addOutcome(problem, state, index, into);
  addPrior(problem, state, into);
  return into;
}

function thin(problem: AbilityProblem): AbilityProblem {
  const step = Math.ceil(problem.rows.length / OUTCOMES_MAX);
  if (step <= 1) return problem;
  const kept = Array.from({ length: Math.floor(problem.rows.length / step) }, (_, index) => index * step);
  return {
    ...problem,
    rows: kept.map((index) => problem.rows[index]!),
    scores: kept.map((index) => problem.scores[index]!),
    weight: (problem.weight * problem.rows.length) / kept.length,
    ...(problem.offsets !== undefined && {
      offsets: { ...problem.offsets, sourceOf: kept.map((index) => problem.offsets?.sourceOf[index] ?? -1) },
    }),
  };
}

/** Maximum a posteriori ability and its spread. Cost grows with outcomes x loadings squared. */
export function refitAbility(full: AbilityProblem): AbilityFit {
  const problem = thin(full);
  const size = problem.loadingCount - 1;
  const theta = Float32Array.from(problem.priorMean);
  theta[size] = 1;
  const state: State = { theta, offsets: Float64Array.from(problem.offsets?.mean ?? []) };
  for (let step = 0; step < NEWTON_STEPS; step += 1) {
    const { matrix, pull } = curvatureAt(problem, state);
    const move = solvePositive(matrix, pull);
    const length = Math.sqrt(move.reduce((sum, value) => sum + value * value, 0));
    const damp = Math.min(1, 8 / Math.max(1e-9, length));
    move.forEach((value, index) => {
      if (index < size) theta[index]! += damp * value;
      else state.offsets[index - size]! += damp * value;
    });
    if (length < STEP_MIN) break;
  }
  const { matrix, pull } = curvatureAt(problem, state);
  const thetaSd = new Float32Array(problem.loadingCount);
  for (let a = 0; a < size; a += 1) thetaSd[a] = 1 / Math.sqrt(matrix[a * pull.length + a]!);
  return { theta, thetaSd, offsets: state.offsets };
}
