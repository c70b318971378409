// Learning from outcomes and judging policies by them: for the service, the laboratory and the benchmarks.
export type { FeedbackEvidence, OnlineOptions } from "./learn/fit-online.ts";
export { ONLINE_DEFAULTS, fitOnline } from "./learn/fit-online.ts";
export type { KinSetting } from "./learn/kin/fit-kin.ts";
export { KIN_SETTINGS } from "./learn/kin/fit-kin.ts";
export type { Kindred } from "./input/decision-input.ts";
export { createKinPolicy } from "./learn/kin/kin-policy.ts";
export { armNameOf } from "./learn/learned-policy.ts";
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
  parseKin,
  parseRouter,
  ROUTER_FORMAT,
  serialiseKin,
  serialiseRouter,
} from "./learn/serialise-correction.ts";
