// Time and randomness, handed in so that tests can set them.
import { randomUUID } from "node:crypto";

/** Time is passed in, so that tests need no sleeps. */
export interface Clock {
  /** @unit milliseconds since 1970 */
  nowMs(): number;
}

export const systemClock: Clock = { nowMs: () => Date.now() };

/** Chance is passed in, so that tests can repeat it. Secrets are never made from it. */
export interface Randomness {
  /** @range 0..1, 1 excluded */
  uniform(): number;
  uuid(): string;
}

export const systemRandomness: Randomness = { uniform: Math.random, uuid: randomUUID };
