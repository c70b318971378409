export { bootstrapIntervals, DEFAULT_RESAMPLES, drawResamples } from "./bootstrap.ts";
export type { WeightedFigure } from "./bootstrap.ts";
export {
  buildQualityHull,
  computeAiq,
  computeArenaScore,
  computePerfGain,
  qualityAtCost,
} from "./cost-quality.ts";
export type { CostQualityPoint } from "./cost-quality.ts";
export {
  SUCCESS_SCORE,
  computeAuc,
  computeBrier,
  computeEce,
  listReliabilityBins,
  prepareAuc,
  buildStrongWeakCurve,
  computeApgr,
  computeCpt,
} from "./ranking-quality.ts";
export type { Predictions, ReliabilityBin } from "./ranking-quality.ts";
