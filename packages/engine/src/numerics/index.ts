// Small dense numerics, tested against numpy and scipy (golden/generate.py). Pure, without allocation in hot loops.
export { areaUnderLine, computeAuc, prepareAuc, SUCCESS_SCORE } from "./area-under-curve.ts";
export {
  factorise,
  factoriseNearly,
  invertFactorised,
  logDeterminant,
  packedSize,
  solveFactorised,
  solvePositive,
} from "./cholesky.ts";
export {
  hypotOf,
  meanOf,
  meanOfKnown,
  varianceOf,
  interpolatedQuantile,
  medianOf,
  orderStatistic,
} from "./moments.ts";
export { invertSymmetric, orthonormaliseRows, fitWhitenedAxes } from "./whitened-axes.ts";
export { logitOf, logLoss, sigmoid } from "./logistic.ts";
export { findPrincipalAxes, projectRows } from "./principal-axes.ts";
export type { Random } from "./random.ts";
export { drawNormal, mulberry32, shuffle, splitmix32 } from "./random.ts";
export { fitRidge, fitSparseRidge } from "./sparse-ridge.ts";
export { minimise } from "./minimise.ts";
