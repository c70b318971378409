// The need of a turn that comes from the turns before it. One that only goes on ("yes, go on") is read as what was asked and
// offered; one within an agent's task needs at least what the task needs.
import { readTaskText } from "../conversation/task-text.ts";
import type { TaskText } from "../conversation/task-text.ts";
import type { TaskReading } from "./task-reading.ts";
import { typedTurn } from "./turn-gate.ts";
import type { TurnGate } from "./turn-gate.ts";

/** Turns that are gone back for the one that asks for something. */
const TURNS_MOST = 12;
/** Open tasks that are read beside a turn of an agent. */
const TASKS_MOST = 4;
/** A turn typed at such length opens a task of its own. @unit UTF-16 units */
const OPENING_LEAST = 240;

/** Reads one turn without regard to those before it. */
type ReadAlone = (text: TaskText) => TaskReading;

/** The last turn that asks for something itself; behind it, what was offered. */
export function standingTurn(text: TaskText, gate: TurnGate, readAlone: ReadAlone): TaskText {
  const isTalk = (): boolean => readAlone(text).operation === "converse";
  if (text.before === undefined || gate(typedTurn(text), isTalk) !== "goes_on") return text;
  let { asked, offered } = text.before();
  for (let turn = 1; turn < TURNS_MOST && asked.before !== undefined; turn += 1) {
    const kind = gate(typedTurn(asked));
    if (kind === undefined) break;
    const before = asked.before();
    asked = before.asked;
    if (offered === "") ({ offered } = before);
  }
  return { ...asked, offered };
}

/** Chances of the class that both can be left to, where what makes one hard makes the other hard. */
function harderTiers(one: readonly number[], other: readonly number[]): readonly number[] {
  let [below, first, second] = [0, 0, 0];
  return one.map((share, tier) => {
    first += share;
    second += other[tier]!;
    const reached = Math.min(first, second);
    const chance = reached - below;
    below = reached;
    return Math.max(0, chance);
  });
}

const leastAs = (task: TaskReading, other: TaskReading): TaskReading =>
  other.operation === "converse" ? task : { ...task, tiers: harderTiers(task.tiers, other.tiers) };

/** The task that the turn needs, or the open task where that needs more. */
export function withOpenTask(text: TaskText, gate: TurnGate, readAlone: ReadAlone): TaskReading {
  const { offered = "" } = text;
  let task = readAlone(text);
  if (offered !== "") {
    const offer = { role: "user", text: offered, parts: [], toolCallCount: 0, isToolResult: false };
    task = leastAs(task, readAlone(readTaskText([offer], 0)));
  }
  let turn = text;
  for (let open = 0; open < TASKS_MOST && turn.toolCount > 0 && turn.before !== undefined; open += 1) {
    const typed = typedTurn(turn);
    const kind = gate(typed);
    if (typed.length >= OPENING_LEAST || kind === "chore" || kind === "closing") break;
    turn = standingTurn(turn.before().asked, gate, readAlone);
    task = leastAs(task, readAlone(turn));
  }
  return task;
}
