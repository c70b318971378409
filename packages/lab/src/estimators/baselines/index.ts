import { CLUSTER_MEANS } from "./cluster-means.ts";
import { BEST_SINGLE, CHEAPEST, FIXED_CHEAP, RANDOM, TASK_TABLE } from "./constant-baselines.ts";
import type { Estimator } from "../contract/define-estimator.ts";
import { NEAREST_NEIGHBOURS } from "./nearest-neighbours.ts";
import { LOGISTIC, MATRIX_FACTORISATION, MIRT, MLP } from "./network-baselines.ts";

export { defineEstimator } from "../contract/define-estimator.ts";

/** Every baseline, in the order of the reports. */
export const BASELINES: readonly Estimator[] = [
  RANDOM,
  CHEAPEST,
  FIXED_CHEAP,
  BEST_SINGLE,
  TASK_TABLE,
  NEAREST_NEIGHBOURS,
  CLUSTER_MEANS,
  LOGISTIC,
  MLP,
  MATRIX_FACTORISATION,
  MIRT,
];
