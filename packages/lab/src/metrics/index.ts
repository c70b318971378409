export { bootstrapIntervals, DEFAULT_RESAMPLES, drawResamples } from "./bootstrap.ts";
export type { BootstrapOptions, Interval, WeightedFigure } from "./bootstrap.ts";
export {
  buildQualityHull,
  computeAiq,
  computeArenaScore,
  computeCostSave,
  computePerfGain,
  costAtQuality,
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
} from "./ranking-quality.ts";
export type { Predictions, ReliabilityBin } from "./ranking-quality.ts";
export { buildStrongWeakCurve, computeApgr, computeCpt } from "./strong-weak.ts";
export type { StrongWeakCurve, StrongWeakItems } from "./strong-weak.ts";
