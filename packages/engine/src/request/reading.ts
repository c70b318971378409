/** Bounds what the reading of one request may cost, where somebody counts it. */
export interface Reading {
  /**
   * Called again and again while lists are read.
   * @param part that is being read
   * @throws SignalboxError where the request has cost as much as it may
   */
  check(part: () => string): void;
}

/** For callers that read what they wrote themselves. */
export const UNBOUNDED: Reading = { check: () => {} };

/** Items of a list between two looks at the cost. */
export const ITEMS_A_LOOK = 64;
