// One length of the answer for the bill, the sentence and the wire: what the words demand, where it fits what is to be done.
import type { Operation } from "@signalbox/contracts";

import type { DemandedLength } from "../../conversation/demanded-length.ts";
import type { TaskReading } from "../../conversation/task-reading.ts";
import type { TaskText } from "../../conversation/task-text.ts";
import { readAskedLength } from "./asked-length.ts";

/** A letter, a number or a name; more is an amount. @unit tokens */
const BARE_TOKENS_MAX = 11;
/** Elsewhere "nothing else" and "only the letter" limit what is worked on, not the answer. */
const BARE: ReadonlySet<Operation> = new Set(["answer", "classify", "solve", "converse"]);

/**
 * @param demanded what the wording alone demands
 * @returns undefined where the task's own range is the better guess
 */
export function settleLength(
  text: TaskText,
  operation: Operation,
  demanded: DemandedLength | undefined,
): DemandedLength | undefined {
  const asked = readAskedLength(text, operation);
  const isBare = demanded !== undefined && demanded.mean <= BARE_TOKENS_MAX && BARE.has(operation);
  if (isBare && !(asked?.hasLead === true && asked.low > demanded.high)) return demanded;
  return asked && { mean: asked.mean, low: asked.low, high: asked.high };
}

/** A length that was demanded is the task's own. */
export function withLength(task: TaskReading, demanded: DemandedLength | undefined): TaskReading {
  if (demanded === undefined) return task;
  const { low, mean, high } = demanded;
  return { ...task, tokens: { low, median: mean, high } };
}
