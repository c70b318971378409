// Learning from outcomes and judging policies by them: for the service, the laboratory and the benchmarks.
export type { FeedbackEvidence, FittedReports, OnlineOptions } from "./learn/reports/fit-reports.ts";
export { ONLINE_DEFAULTS, fitReports } from "./learn/reports/fit-reports.ts";
export { createReportsPolicy } from "./learn/reports/reports-policy.ts";
export type { Kindred } from "./input/decision-input.ts";
export { armNameOf } from "./learn/arm-name.ts";
export type { Interval, LoggedOutcome } from "./learn/off-policy.ts";
export {
  bootstrapMean,
  confidenceSequence,
  doublyRobustValues,
  effectiveSampleSize,
  offPolicyInterval,
} from "./learn/off-policy.ts";
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
} from "./learn/router/fit-router.ts";
export { createRouterPolicy } from "./learn/router/router-policy.ts";
export type { CorrectionData } from "./learn/select-correction.ts";
export {
  parseReports,
  parseRouter,
  ROUTER_FORMAT,
  serialiseReports,
  serialiseRouter,
} from "./learn/serialise-correction.ts";
export type { Draw, Found, Sampler, ShareEstimator } from "./learn/sampled-share.ts";
export { createSampler, createShareEstimator } from "./learn/sampled-share.ts";
