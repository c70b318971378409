// The text that a request is to be done with: how long it is, and what of it was kept to look at.
import type { Operation } from "@signalbox/contracts";

import type { TaskText } from "../conversation/task-text.ts";
import { ON_MATTER } from "./operation-sets.ts";

export interface FoundMatter {
  /** @unit UTF-16 units */
  readonly units: number;
  /** Its beginning and end, or all of it. */
  readonly sample: string;
  /** It was pasted or came in tags, or the operation needs one: else only its name or its look tells it from a long question. */
  readonly isSure: boolean;
}

/** Less is part of the instruction, unless it was surely pasted. */
const UNITS_LEAST = 400;
const PASTED_LEAST = 80;
const EDGE_LEAST = 120;

/** A line that was cut is the beginning or the end of a long text; an instruction of one line is taken whole. */
function typedUnits({ opening, middle, closing }: TaskText["zones"]): number {
  const isOpeningCut = middle !== "" && !middle.startsWith("\n");
  const isClosingCut = middle !== "" && !closing.startsWith("\n");
  if (isClosingCut) return opening.length;
  return isOpeningCut ? closing.length : opening.length + closing.length;
}

/** Of two lines, the one that is far longer. */
function longerEdge({ opening, closing }: TaskText["zones"]): string {
  const [short, long] = opening.length < closing.length ? [opening, closing] : [closing, opening];
  return short.trim() !== "" && long.length >= Math.max(EDGE_LEAST, 2 * short.length) ? long.trim() : "";
}

/** Undefined where nothing stands beside the instruction. */
export function findMatter(text: TaskText, operation: Operation): FoundMatter | undefined {
  const { zones, turnUnits } = text;
  const isOnMatter = ON_MATTER.has(operation);
  const isPasted = zones.carried !== "" && zones.middle === "";
  if (!isPasted && zones.middle.trim() === "") {
    const sample = isOnMatter && text.leadUnits === turnUnits ? longerEdge(zones) : "";
    return sample === "" ? undefined : { units: sample.length, sample, isSure: true };
  }
  const typed = isPasted ? zones.opening.length + zones.closing.length : typedUnits(zones);
  const units = Math.max(0, turnUnits - typed);
  if (units < (isPasted ? PASTED_LEAST : UNITS_LEAST)) return undefined;
  const sample = (zones.carried === "" ? zones.middle : zones.carried).trim();
  const isApart = zones.carried !== "";
  return { units, sample, isSure: isApart || isOnMatter };
}
