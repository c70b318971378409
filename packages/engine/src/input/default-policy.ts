// The defaults of the policy. Each can be set in the configuration; every explanation states those it used.

/** Defaults of the policy; configurable, stated in every explanation. */
export interface PolicyDefaults {
  /** Success that `tradeoff: cost|latency` may give up. @range 0..1 */
  readonly tolerance: number;
  /** Differences of success below this are a tie. @range 0..1 */
  readonly indifference: number;
  /** Prices that differ by less than this share count as equal; the better of two such models then leads. @range 0..1 */
  readonly priceIndifference: number;
  /** Standard deviations of the difference to the best that a candidate must stay within the tolerance by. */
  readonly caution: number;
  /** Share of the tolerance that hard work holds back: all of what needs a frontier model, half of what needs a flagship. @range 0..1 */
  readonly hardReserve: number;
  /** Success given up per standard deviation of the estimate. */
  readonly riskWeight: number;
  /** Seconds after which a provider's prompt cache counts as cold. */
  readonly cacheTtlS: number;
  /** Success that the session's model may trail the best by, when the objective's own band is narrower. @range 0..1 */
  readonly sessionMargin: number;
  /** Share of the remaining session's dollars (or seconds) that a switch must save. @range 0..1 */
  readonly sessionSaving: number;
  /** Dollars over the rest of the session below which no saving is worth a switch. @unit USD */
  readonly sessionSavingUsd: number;
}

export const DEFAULT_POLICY: PolicyDefaults = Object.freeze({
  tolerance: 0.12,
  indifference: 0.02,
  priceIndifference: 0.2,
  caution: 1,
  hardReserve: 1,
  riskWeight: 0.3,
  cacheTtlS: 300,
  sessionMargin: 0.045,
  sessionSaving: 0.05,
  sessionSavingUsd: 0.001,
});
