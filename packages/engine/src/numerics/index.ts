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
export {
  hypotOf,
  meanOf,
  meanOfKnown,
  varianceOf,
  normalShareBelow,
  interpolatedQuantile,
  medianOf,
  orderStatistic,
  sortedQuantile,
} from "./moments.ts";
export { invertSymmetric, orthonormaliseRow, orthonormaliseRows, fitWhitenedAxes } from "./whitened-axes.ts";
export { logitOf, logLoss, sigmoid } from "./logistic.ts";
export type { PrincipalAxes } from "./principal-axes.ts";
export { findPrincipalAxes, projectRows } from "./principal-axes.ts";
export type { Random } from "./random.ts";
export { drawNormal, mulberry32, shuffle, splitmix32 } from "./random.ts";
export type { RidgeProblem, SparseRidgeOptions, SparseRow } from "./sparse-ridge.ts";
export { fitRidge, fitSparseRidge } from "./sparse-ridge.ts";
export type { WhitenedAxes } from "./whitened-axes.ts";
export { minimise } from "./minimise.ts";
