// What the need of a request is read from beside its tier: counts of its text that mean the same in every script, the network's
// loadings, and the task. Training and serving share this file; the order is that of the artefact's weights.
import { OPERATIONS, TASK_FIELDS } from "@signalbox/contracts";
import type { ArtefactAbilities } from "@signalbox/contracts";
import type { TaskReading } from "../../conversation/task-reading.ts";
import { DENSE_FEATURE_COUNT } from "../encode/dense-features.ts";
import type { PromptEncoding } from "../routing-model.ts";

/** Dense features by position: length, lines, options, blanks, marks, numbers, formulas, code; none that tells a language. */
const COUNTS = [0, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19] as const;

export type NeedRead = Pick<PromptEncoding, "features" | "loadings">;
type Line = NonNullable<ArtefactAbilities["need"]>["shown"];

/** Inputs of each kind lie together: counts, loadings, then those of the task. */
export interface NeedInputRanges {
  /** Counts and loadings end here: what is read of the text without knowing the task. */
  readonly textEnd: number;
  /** Loadings begin here. */
  readonly loadingsAt: number;
  readonly count: number;
}

export function needInputRanges(loadingCount: number): NeedInputRanges {
  const textEnd = COUNTS.length + loadingCount;
  return { loadingsAt: COUNTS.length, textEnd, count: textEnd + OPERATIONS.length + TASK_FIELDS.length + 1 };
}

/** @shape needInputRanges(loadings).count */
export function needInputs({ features, loadings }: NeedRead, task: TaskReading): Float64Array {
  const { loadingsAt, textEnd, count } = needInputRanges(loadings.length);
  const inputs = new Float64Array(count);
  const denseAt = features.length - DENSE_FEATURE_COUNT;
  COUNTS.forEach((position, at) => {
    inputs[at] = features[denseAt + position] ?? 0;
  });
  inputs.set(loadings, loadingsAt);
  const operation = OPERATIONS.indexOf(task.operation);
  const field = TASK_FIELDS.indexOf(task.field);
  if (operation >= 0) inputs[textEnd + operation] = 1;
  if (field >= 0) inputs[textEnd + OPERATIONS.length + field] = 1;
  inputs[count - 1] = Math.log(Math.max(1, task.tokens.median));
  return inputs;
}

/** Weights beyond the inputs, and inputs beyond the weights, count nothing. */
export function valueOf({ intercept, weights }: Line, inputs: Float64Array): number {
  let sum = intercept;
  for (let at = 0; at < inputs.length; at += 1) sum += (weights[at] ?? 0) * inputs[at]!;
  return sum;
}
