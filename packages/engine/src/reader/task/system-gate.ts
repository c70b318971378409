// Whether a system prompt says by itself what is to be done with whatever the user's turn holds: a logistic regression over the
// features of the prompt alone, and over what the heads take it for. The same prompt comes with every request of a pipeline, so
// its answer is kept.
import { OPERATIONS } from "@signalbox/contracts";

import { systemAlone } from "../conversation/system-task.ts";
import type { TaskText } from "../conversation/task-text.ts";
import { logitOf, sigmoid } from "../../numerics/index.ts";
import { createBoundedMap } from "../../caches/bounded-map.ts";
import type { TensorStore } from "../../artefact/tensor-store.ts";
import { ON_ANY_TEXT } from "./operation-sets.ts";
import type { TaskFeatures, TaskRow } from "./task-features.ts";

/** From this chance on the prompt takes the place of the instruction; personas stay far below it. @range 0..1 */
const CHANCE_LEAST = 0.5;
const PROMPTS_KEPT = 256;
/** Nearer to 0 or 1 the heads are not to be believed. */
const SHARE_MARGIN = 1e-3;

/** Chance that an operation of `ON_ANY_TEXT` is asked for, as a logit. @shape shares at least OPERATIONS.length */
export function anyTextLogit(shares: ArrayLike<number>): number {
  let sum = 0;
  OPERATIONS.forEach((operation, at) => {
    if (ON_ANY_TEXT.has(operation)) sum += shares[at] ?? 0;
  });
  return logitOf(Math.min(1 - SHARE_MARGIN, Math.max(SHARE_MARGIN, sum)));
}

/** @throws SignalboxError invalid_artefact when a tensor is missing or misshapen */
export function loadSystemGate(
  store: TensorStore,
  { featureCount }: TaskFeatures,
  readAlone: (text: TaskText) => { readonly row: TaskRow; readonly shares: ArrayLike<number> },
): (text: TaskText) => boolean {
  const weights = store.int8("taskSystemWeights", featureCount).slice();
  const [bias = 0, slope = 0, scale = 0] = store.float32("taskSystemLine", 3);
  const chanceOf = (text: TaskText): number => {
    const { row, shares } = readAlone(systemAlone(text));
    let sum = 0;
    for (let at = 0; at < row.count; at += 1) sum += row.values[at]! * weights[row.ids[at]!]!;
    return sigmoid(bias + slope * anyTextLogit(shares) + scale * sum);
  };
  const kept = createBoundedMap<boolean>(PROMPTS_KEPT);
  return (text) => {
    const { system } = text.zones;
    if (system.trim() === "" || text.toolCount > 0 || text.turnUnits === 0) return false;
    let isTask = kept.get(system);
    if (isTask === undefined) {
      isTask = chanceOf(text) >= CHANCE_LEAST;
      kept.set(system, isTask);
    }
    return isTask;
  };
}
