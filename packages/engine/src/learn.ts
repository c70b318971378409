// Learning from outcomes and judging policies by them: for the service, the laboratory and the benchmarks.
export type { ChangePoint } from "./learn/change-point.ts";
export { findChangePoint } from "./learn/change-point.ts";
export type { CorrectionBasis } from "./learn/correction-basis.ts";
export type { CorrectionModel, CorrectionPrior } from "./learn/correction-model.ts";
export type { EvidenceOptions, EvidenceRow } from "./learn/evidence-weight.ts";
export { EVIDENCE_DEFAULTS, weighEvidence } from "./learn/evidence-weight.ts";
export type { FeedbackEvidence, OnlineOptions } from "./learn/fit-online.ts";
export { ONLINE_DEFAULTS, fitOnline, weighFeedback } from "./learn/fit-online.ts";
export type { FittedKin, KinData, KinSetting } from "./learn/kin/fit-kin.ts";
export { fitKin, KIN_SETTINGS, predictKin } from "./learn/kin/fit-kin.ts";
export type { Kindred } from "./input/decision-input.ts";
export { createKinPolicy } from "./learn/kin/kin-policy.ts";
export { armNameOf } from "./learn/learned-policy.ts";
export type { Interval, LoggedOutcome, OffPolicyOptions } from "./learn/off-policy.ts";
export {
  OFF_POLICY_DEFAULTS,
  bootstrapMean,
  confidenceSequence,
  doublyRobustValues,
  effectiveSampleSize,
  offPolicyInterval,
} from "./learn/off-policy.ts";
export { findOutcomeFactors, fromFactors } from "./learn/process/outcome-factors.ts";
export type { PointScaling } from "./learn/process/point-scaling.ts";
export { fitDirections, fitSurface, scalePoints } from "./learn/process/point-scaling.ts";
export type { Points } from "./learn/process/points.ts";
export { joinPoints } from "./learn/process/points.ts";
export { fitSparseProcess, predictProcess } from "./learn/process/sparse-process.ts";
export type {
  FittedRouter,
  FoldLogits,
  RouterMembers,
  RouterSelection,
  RouterShares,
} from "./learn/router/fit-router.ts";
export {
  correctedShareOf,
  createRouterFitter,
  fitRouter,
  joinMembers,
  selectRouter,
  selectShares,
  usualShares,
} from "./learn/router/fit-router.ts";
export { createRouterPolicy } from "./learn/router/router-policy.ts";
export type { CorrectionData, CorrectionOutcome, CorrectionSetting } from "./learn/select-correction.ts";
export {
  parseKin,
  parseRouter,
  ROUTER_FORMAT,
  serialiseKin,
  serialiseRouter,
} from "./learn/serialise-correction.ts";
