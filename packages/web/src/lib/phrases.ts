// The product's own phrases, in one place: every page says the same thing in the same words.
import { points, usdRound } from "./format.ts";

/** Objectives in words, for headers, lists and choices. */
export const OBJECTIVE = {
  quality: "quality first, near ties go to the cheaper",
  cost: "saves money",
  latency: "saves time",
  dial: "dial between quality and cost",
  weights: "weighs success, dollars and seconds",
} as const;

/** "a bill ten times smaller is worth 5 points". @param worth success that it is worth, 0..1 */
export const billWorth = (worth: number): string => `a bill ten times smaller is worth ${points(worth)}`;

/** "a wait ten times shorter is worth 5 points". @param worth success that it is worth, 0..1 */
export const waitWorth = (worth: number): string => `a wait ten times shorter is worth ${points(worth)}`;

export const pointWorth = (usdPerPoint: number): string =>
  `a point of success is worth ${usdRound(usdPerPoint)}`;

/** The default of accounts and requests that name no preference. */
export const NO_PREFERENCE = `No preference: ${OBJECTIVE.quality}`;
