/** Time is passed in, so that tests need no sleeps. */
export interface Clock {
  /** @unit milliseconds since 1970 */
  nowMs(): number;
}

export const systemClock: Clock = { nowMs: () => Date.now() };
