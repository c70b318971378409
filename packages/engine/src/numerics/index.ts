// Small dense numerics, tested against numpy and scipy (golden/generate.py). Pure, without allocation in hot loops.
export type { Predictions } from "./area-under-curve.ts";
export { areaUnderLine, computeAuc, prepareAuc, SUCCESS_SCORE } from "./area-under-curve.ts";
export {
  factorise,
  factoriseNearly,
  invertFactorised,
  logDeterminant,
  packedSize,
  solveFactorised,
  solveLower,
  solvePositive,
  solveUpper,
} from "./cholesky.ts";
export { hypotOf } from "./hypot-of.ts";
export { invertSymmetric } from "./invert-symmetric.ts";
export { logitOf, logLoss, sigmoid } from "./logistic.ts";
export { meanOf, meanOfKnown, varianceOf } from "./moments.ts";
export { normalShareBelow } from "./normal-share.ts";
export { orthonormaliseRow, orthonormaliseRows } from "./orthonormalise.ts";
export type { PrincipalAxes } from "./principal-axes.ts";
export { findPrincipalAxes, projectRows } from "./principal-axes.ts";
export { interpolatedQuantile, medianOf, orderStatistic, sortedQuantile } from "./quantile.ts";
export type { Random } from "./random.ts";
export { drawNormal, mulberry32, shuffle, splitmix32 } from "./random.ts";
export type { RidgeProblem } from "./ridge.ts";
export { fitRidge } from "./ridge.ts";
export type { SparseRidgeOptions, SparseRow } from "./sparse-ridge.ts";
export { fitSparseRidge } from "./sparse-ridge.ts";
export type { WhitenedAxes } from "./whitened-axes.ts";
export { fitWhitenedAxes } from "./whitened-axes.ts";
export { minimise } from "./minimise.ts";
