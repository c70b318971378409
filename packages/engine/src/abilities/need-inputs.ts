// Inputs beside the tier from which the need of a request is read: counts of its text that mean the same in every script, then
// the task. Training and serving share this file; the order is that of the artefact's weights.
import { OPERATIONS, TASK_FIELDS } from "@signalbox/contracts";
import type { ArtefactAbilities } from "@signalbox/contracts";
import type { TaskReading } from "../reader/task/task-reading.ts";
import { OUTER_FORM_COUNT } from "../reader/features/outer-form.ts";
import type { PromptEncoding } from "../reader/prompt-encoding.ts";

/** Features of the outer form by position: length, lines, options, blanks, marks, numbers, formulas, code; none that tells a language. */
const COUNTS = [0, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19] as const;

type Line = NonNullable<ArtefactAbilities["need"]>["shown"];

/** Index at which the inputs of the task begin: those before are of the text alone. */
export const NEED_TASK_AT = COUNTS.length;
export const NEED_INPUT_COUNT = NEED_TASK_AT + OPERATIONS.length + TASK_FIELDS.length + 1;

/** @shape NEED_INPUT_COUNT */
export function needInputs({ features }: Pick<PromptEncoding, "features">, task: TaskReading): Float64Array {
  const inputs = new Float64Array(NEED_INPUT_COUNT);
  const formAt = features.length - OUTER_FORM_COUNT;
  for (let at = 0; at < COUNTS.length; at += 1) inputs[at] = features[formAt + COUNTS[at]!] ?? 0;
  const operation = OPERATIONS.indexOf(task.operation);
  const field = TASK_FIELDS.indexOf(task.field);
  if (operation >= 0) inputs[NEED_TASK_AT + operation] = 1;
  if (field >= 0) inputs[NEED_TASK_AT + OPERATIONS.length + field] = 1;
  inputs[NEED_INPUT_COUNT - 1] = Math.log(Math.max(1, task.tokens.median));
  return inputs;
}

/** Weights beyond the inputs, and inputs beyond the weights, count nothing. */
export function valueOf({ intercept, weights }: Line, inputs: Float64Array): number {
  let sum = intercept;
  for (let at = 0; at < inputs.length; at += 1) sum += (weights[at] ?? 0) * inputs[at]!;
  return sum;
}
