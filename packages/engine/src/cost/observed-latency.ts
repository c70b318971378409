// How fast a model has answered the calls of an account.

/** The latency that the account has observed of a model, decayed. */
export interface ObservedLatency {
  readonly tokensPerSecond: number | undefined;
  readonly secondsMean: number | undefined;
  readonly secondsP95: number | undefined;
  readonly weight: number;
}
