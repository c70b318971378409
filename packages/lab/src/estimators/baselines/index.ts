import { BEST_SINGLE, CHEAPEST, RANDOM } from "./constant-baselines.ts";
import type { Estimator } from "../contract/define-estimator.ts";
import { NEAREST_NEIGHBOURS } from "./nearest-neighbours.ts";
import { LOGISTIC, MATRIX_FACTORISATION } from "./network-baselines.ts";

/** Every baseline, in the order of the reports. */
export const BASELINES: readonly Estimator[] = [
  RANDOM,
  CHEAPEST,
  BEST_SINGLE,
  NEAREST_NEIGHBOURS,
  LOGISTIC,
  MATRIX_FACTORISATION,
];
