// The defaults of the policy. Each can be set in the configuration; every explanation states those it used.
import type { PolicyDefaults } from "./types.ts";

export const DEFAULT_POLICY: PolicyDefaults = Object.freeze({
  tolerance: 0.03,
  indifference: 0.02,
  priceIndifference: 0.01,
  riskWeight: 0.1,
  cacheTtlS: 300,
  sessionMargin: 0.045,
  sessionSaving: 0.05,
  sessionSavingUsd: 0.001,
});
