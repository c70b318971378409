import { randomUUID } from "node:crypto";

/** Chance is passed in, so that tests can repeat it. Secrets are never made from it. */
export interface Randomness {
  /** @range 0..1, 1 excluded */
  uniform(): number;
  uuid(): string;
}

export const systemRandomness: Randomness = { uniform: Math.random, uuid: randomUUID };
