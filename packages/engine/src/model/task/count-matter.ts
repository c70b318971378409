// How much text a request is to be done with.
import type { Operation } from "@signalbox/contracts";
import type { TaskText } from "../../conversation/task-text.ts";

/** These are done with a text: what stands between the instructions is that text, marked as such or not. */
const ON_MATTER: ReadonlySet<Operation> = new Set([
  "extract",
  "classify",
  "summarise",
  "translate",
  "rewrite",
  "title",
  "change_code",
  "review",
  "debug",
]);
/** Less is part of the instruction. */
const UNITS_LEAST = 400;

/** @unit UTF-16 units; 0 where it is done with none */
export function countMatter({ zones, turnUnits, leadUnits }: TaskText, operation: Operation): number {
  const instruction = ON_MATTER.has(operation) ? zones.opening.length + zones.closing.length : leadUnits;
  const units = Math.max(0, turnUnits - instruction);
  return units < UNITS_LEAST ? 0 : units;
}
