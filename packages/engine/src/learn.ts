// Learning from outcomes and judging policies by them: for the service, the laboratory and the benchmarks.
export type { FeedbackEvidence, FittedReports } from "./learn/reports/fit-reports.ts";
export { fitReports } from "./learn/reports/fit-reports.ts";
export { createReportsPolicy } from "./learn/reports/reports-policy.ts";
export type { Kindred } from "./input/decision-input.ts";
export { armNameOf } from "./learn/arm-name.ts";
export type { Interval, LoggedOutcome } from "./judge/off-policy.ts";
export {
  bootstrapMean,
  confidenceSequence,
  doublyRobustValues,
  effectiveSampleSize,
  offPolicyInterval,
} from "./judge/off-policy.ts";
export type { FittedRouter, RouterData, RouterEstimate, RouterJudgement } from "./learn/router/fit-router.ts";
export { fitRouter, judgeRouter } from "./learn/router/fit-router.ts";
export { createRouterPolicy } from "./learn/router/router-policy.ts";
export {
  parseReports,
  parseRouter,
  ROUTER_FORMAT,
  serialiseReports,
  serialiseRouter,
} from "./learn/serialise-learned.ts";
export type { Draw, Found, Sampler, ShareEstimator } from "./judge/sampled-share.ts";
export { createSampler, createShareEstimator } from "./judge/sampled-share.ts";
