// The defaults of the policy. Each can be set in the configuration; every explanation states those it used.

/** Defaults of the policy; configurable, stated in every explanation. */
export interface PolicyDefaults {
  /** Success that saving the whole bill (`latency`: the whole wait) of the ablest candidate is worth under a `tradeoff`. @range 0..1 */
  readonly tolerance: number;
  /** The same of the bill under quality, and under latency beside the wait. @range 0..1 */
  readonly qualityTolerance: number;
  /** Success given up per standard deviation of doubt about what the ablest candidate is left for. */
  readonly caution: number;
  /** Success given up per standard deviation of the estimate. */
  readonly riskWeight: number;
  /** Seconds after which a provider's prompt cache counts as cold. */
  readonly cacheTtlS: number;
  /** Success that the session's model may give up beyond the best choice before it is left for that alone. @range 0..1 */
  readonly sessionMargin: number;
  /** Share of the remaining session's dollars (or seconds) that a switch must save. @range 0..1 */
  readonly sessionSaving: number;
  /** Dollars over the rest of the session below which no saving is worth a switch. @unit USD */
  readonly sessionSavingUsd: number;
}

export const DEFAULT_POLICY: PolicyDefaults = Object.freeze({
  tolerance: 0.05,
  qualityTolerance: 0.03,
  caution: 0.65,
  riskWeight: 0.3,
  cacheTtlS: 300,
  sessionMargin: 0.045,
  sessionSaving: 0.05,
  sessionSavingUsd: 0.001,
});
