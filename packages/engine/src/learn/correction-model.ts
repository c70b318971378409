// The correction that an account's own outcomes add to the shipped model: a hierarchical Bayesian logistic correction.
//   logit P' = logit P + phi . (v + u_m),   v ~ N(0, tauShared^2 D),   u_m ~ N(0, tauModel^2 D)
// v is what the account's traffic does to every model (easier, harder, another field); u_m is what is particular to
// model m. With no outcomes v = u = 0, so the shipped estimate stands. Fitted objects are immutable.
// @source Gelman & Hill, Data Analysis Using Regression and Multilevel/Hierarchical Models, ch. 14 (partial pooling);
// MacKay, The Evidence Framework Applied to Classification Networks (1992), eq. 4.3 for the Laplace posterior.
import { factorise, invertFactorised, packedSize, solveFactorised } from "../numerics/cholesky.ts";
import { logitOf, sigmoid } from "../numerics/logistic.ts";

/** One outcome of the account, with the shipped estimate at the time of fitting. */
export interface CorrectionRow {
  /** Row of the model in `arms`. */
  readonly arm: number;
  /** @shape basisSize */
  readonly phi: Float64Array;
  /** Shipped estimate. @range 0..1 */
  readonly prior: number;
  /** @range 0..1 */
  readonly outcome: number;
  /** Evidence weight: decay by age, caps by key. @range 0..1 */
  readonly weight: number;
}

export interface CorrectionPrior {
  /** Prior standard deviation of the shared part, on the logit scale. */
  readonly tauShared: number;
  /** Prior standard deviation of each model's own part, on the logit scale. */
  readonly tauModel: number;
  /** Prior scale of the intercept relative to the other axes. */
  readonly interceptScale: number;
}

export interface CorrectionModel {
  readonly arms: readonly string[];
  readonly basisSize: number;
  readonly prior: CorrectionPrior;
  /** @shape basisSize */
  readonly shared: Float64Array;
  /** @shape arms x basisSize */
  readonly own: Float64Array;
  /** Posterior covariance of each arm's own part, lower triangles row by row. @shape arms x packedSize(basisSize) */
  readonly covariances: Float64Array;
  /** Sum of evidence weights per arm. @shape arms */
  readonly evidence: Float64Array;
}

/** Prior standard deviation of the level of an arm that is known to have changed. @unit logits */
const CHANGED_LEVEL_SD = 1.5;

/** Precision of the part that all models share. @shape basisSize */
export function sharedPrecision(
  { tauShared, interceptScale }: CorrectionPrior,
  basisSize: number,
): Float64Array {
  return diagonalPrecision(basisSize, tauShared, interceptScale);
}

/** Precision of a model's own part. @param isChanged its level is left open. @shape basisSize */
export function ownPrecision(
  { tauModel, interceptScale }: CorrectionPrior,
  basisSize: number,
  isChanged: boolean,
): Float64Array {
  const precision = diagonalPrecision(basisSize, tauModel, interceptScale);
  if (isChanged) precision[0] = Math.min(precision[0]!, 1 / CHANGED_LEVEL_SD ** 2);
  return precision;
}
const ROUNDS_MAX = 8;
/** Rounds end once no coefficient moves by more than this. @unit logits */
const CONVERGED = 5e-3;

interface Block {
  readonly rows: readonly CorrectionRow[];
  readonly priorPrecision: Float64Array;
}

function dot(a: Float64Array, b: Float64Array, bOffset: number): number {
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) sum += a[index]! * b[bOffset + index]!;
  return sum;
}

function diagonalPrecision(basisSize: number, tau: number, interceptScale: number): Float64Array {
  const precision = new Float64Array(basisSize).fill(1 / (tau * tau));
  precision[0] = 1 / (tau * interceptScale) ** 2;
  return precision;
}

/** Rows whose products are added together, so that the sums are read and written once for all of them. */
const TOGETHER = 4;

/** Adds weight * phi phi^T of every row to the lower triangle. @shape into size x size, weights rows */
function addProducts(into: Float64Array, rows: readonly CorrectionRow[], weights: Float64Array): void {
  for (let row = 0; row < rows.length; row += TOGETHER) {
    const last = rows.length - 1;
    const phiOf = (ahead: number): Float64Array => rows[Math.min(last, row + ahead)]!.phi;
    const [a, b, c, d] = [phiOf(0), phiOf(1), phiOf(2), phiOf(3)];
    const size = a.length;
    for (let i = 0; i < size; i += 1) {
      const byA = weights[row]! * a[i]!;
      const byB = (weights[row + 1] ?? 0) * b[i]!;
      const byC = (weights[row + 2] ?? 0) * c[i]!;
      const byD = (weights[row + 3] ?? 0) * d[i]!;
      for (let j = 0, at = i * size; j <= i; j += 1, at += 1)
        into[at] = into[at]! + byA * a[j]! + byB * b[j]! + byC * c[j]! + byD * d[j]!;
    }
  }
}

/** Factor of the posterior precision at the current fit, and the gradient there. */
function linearise(block: Block, logits: Float64Array, coefficients: Float64Array) {
  const n = coefficients.length;
  const precision = new Float64Array(n * n);
  const gradient = new Float64Array(n);
  for (let index = 0; index < n; index += 1) {
    precision[index * n + index] = block.priorPrecision[index]!;
    gradient[index] = -block.priorPrecision[index]! * coefficients[index]!;
  }
  const curvatures = new Float64Array(block.rows.length);
  block.rows.forEach(({ phi, weight, outcome }, rowIndex) => {
    const predicted = sigmoid(logits[rowIndex]!);
    curvatures[rowIndex] = weight * Math.max(1e-3, predicted * (1 - predicted));
    const residual = weight * (outcome - predicted);
    for (let i = 0; i < n; i += 1) gradient[i]! += residual * phi[i]!;
  });
  addProducts(precision, block.rows, curvatures);
  for (let i = 0; i < n; i += 1)
    for (let j = i + 1; j < n; j += 1) precision[i * n + j] = precision[j * n + i]!;
  return { factor: factorise(precision, n), gradient };
}

/** One damped Newton step on a block of coefficients, the others fixed. */
function updateBlock(
  block: Block,
  coefficients: Float64Array,
  fixedLogits: Float64Array,
): { readonly factor: Float64Array; readonly moved: number } {
  const logits = Float64Array.from(
    block.rows,
    (row, index) => fixedLogits[index]! + dot(row.phi, coefficients, 0),
  );
  const { factor, gradient } = linearise(block, logits, coefficients);
  const change = solveFactorised(factor, gradient);
  const longest = change.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
  const damping = longest > 2 ? 2 / longest : 1;
  for (let index = 0; index < coefficients.length; index += 1)
    coefficients[index]! += damping * change[index]!;
  return { factor, moved: longest };
}

interface CorrectionFit {
  readonly arms: readonly string[];
  readonly basisSize: number;
  readonly rows: readonly CorrectionRow[];
  readonly prior: CorrectionPrior;
  /** Arms that changed since the shipped model met them: their level is left open. */
  readonly changedArms?: ReadonlySet<number> | undefined;
}

/** Posterior mode and Laplace precision of the correction, by block coordinate ascent. Deterministic. */
export function fitCorrection({ arms, basisSize, rows, prior, changedArms }: CorrectionFit): CorrectionModel {
  const shared = new Float64Array(basisSize);
  const own = new Float64Array(arms.length * basisSize);
  const factors: Float64Array[] = [];
  const evidence = new Float64Array(arms.length);
  for (const row of rows) evidence[row.arm] = evidence[row.arm]! + row.weight;
  const byArm = arms.map((_, arm) => rows.filter((row) => row.arm === arm));
  const sharedBlock = { rows, priorPrecision: sharedPrecision(prior, basisSize) };

  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const fixed = Float64Array.from(
      rows,
      (row) => logitOf(row.prior) + dot(row.phi, own, row.arm * basisSize),
    );
    let moved = rows.length === 0 ? 0 : updateBlock(sharedBlock, shared, fixed).moved;
    byArm.forEach((armRows, arm) => {
      const coefficients = own.subarray(arm * basisSize, (arm + 1) * basisSize);
      const offset = Float64Array.from(armRows, (row) => logitOf(row.prior) + dot(row.phi, shared, 0));
      const priorPrecision = ownPrecision(prior, basisSize, changedArms?.has(arm) === true);
      const step = updateBlock({ rows: armRows, priorPrecision }, coefficients, offset);
      factors[arm] = step.factor;
      moved = Math.max(moved, step.moved);
    });
    if (moved < CONVERGED) break;
  }
  const covariances = new Float64Array(arms.length * packedSize(basisSize));
  factors.forEach((factor, arm) => {
    covariances.set(invertFactorised(factor, basisSize), arm * packedSize(basisSize));
  });
  return { arms, basisSize, prior, shared, own, covariances, evidence };
}

/** Corrected probability. An unknown arm (-1) gets the shared part alone. @range 0..1 */
export function correctProbability(
  model: CorrectionModel,
  arm: number,
  phi: Float64Array,
  prior: number,
): number {
  const particular = arm < 0 ? 0 : dot(phi, model.own, arm * model.basisSize);
  return sigmoid(logitOf(prior) + dot(phi, model.shared, 0) + particular);
}
