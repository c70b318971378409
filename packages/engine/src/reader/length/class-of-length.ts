// Weighs in what the length of an answer says of the class that gives it: a sentence of five words is no frontier work, whatever it
// speaks of. The heads read the class off the words alone; how long the answer is follows from the text that is given. It only ever makes a
// request easier, so that a turn which goes on with an open task never needs less than that task.
import { OPERATIONS } from "@signalbox/contracts";
import type { TensorStore } from "../../artefact/tensor-store.ts";
import { TIERS } from "../task/task-reading.ts";
import type { TaskReading } from "../task/task-reading.ts";

/** Lengths at which it is known what they say; between two of them it is drawn along the logarithm. @unit visible tokens */
export const KNOWN_LENGTHS = [4, 10, 24, 63, 158, 387, 950, 2_200] as const;
const LOGS = KNOWN_LENGTHS.map((length) => Math.log(length));

/** Places a length between the known ones. @returns index of the one below, and the share of the next */
function placeOf(tokens: number): readonly [below: number, share: number] {
  const log = Math.log(Math.max(KNOWN_LENGTHS[0], tokens));
  const below = Math.max(
    0,
    LOGS.findLastIndex((known) => known <= log),
  );
  const next = LOGS[below + 1];
  return next === undefined ? [below, 0] : [below, (log - LOGS[below]!) / (next - LOGS[below]!)];
}

/** @throws SignalboxError invalid_artefact when the tensor is missing or misshapen */
export function loadClassOfLength(store: TensorStore): (task: TaskReading) => TaskReading {
  const says = store.float32("taskTierOfLength", OPERATIONS.length, KNOWN_LENGTHS.length, TIERS.length);
  return (task) => {
    const [below, share] = placeOf(task.tokens.median);
    const from = (OPERATIONS.indexOf(task.operation) * KNOWN_LENGTHS.length + below) * TIERS.length;
    const weighed = task.tiers.map((chance, tier) => {
      const low = says[from + tier]!;
      const high = share === 0 ? low : says[from + TIERS.length + tier]!;
      return chance * Math.exp(low + share * (high - low));
    });
    const sum = weighed.reduce((total, chance) => total + chance, 0);
    const tiers = weighed.map((chance) => chance / sum);
    return tiers[0]! > task.tiers[0]! ? { ...task, tiers } : task;
  };
}
