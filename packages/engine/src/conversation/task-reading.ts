// What a request asks for: an operation on some matter, and how able a model must be to do it well.
import type { Operation, TaskField, TaskWire } from "@signalbox/contracts";

/** The classes of models that a request may need, the weakest first. */
export const TIERS = ["small", "mid", "strong", "frontier", "frontier with long thought"] as const;
export type Tier = (typeof TIERS)[number];

/** Tokens of a good answer that its reader sees. */
export interface TokenRange {
  readonly low: number;
  readonly median: number;
  readonly high: number;
}

export interface TaskReading {
  /** What is to be done: "extract", "write_code", "solve" ... */
  readonly operation: Operation;
  /** Of that operation. @range 0..1 */
  readonly operationChance: number;
  /** What the matter is about: "software", "medicine" ... */
  readonly field: TaskField;
  /** Of that field. @range 0..1 */
  readonly fieldChance: number;
  /** Probability that each tier is the weakest that does it well; wide where the language is not covered. @shape TIERS.length, sum 1 */
  readonly tiers: readonly number[];
  /** 80 % interval and median. */
  readonly tokens: TokenRange;
  /** UTF-16 units of the text that it is to be done with, beside the instruction; absent where there is none. */
  readonly matterUnits?: number;
}

export function writeTask(task: TaskReading): TaskWire {
  const { operation, operationChance, field, fieldChance, tiers, tokens, matterUnits } = task;
  return {
    operation,
    operation_chance: operationChance,
    field,
    field_chance: fieldChance,
    tiers: [...tiers],
    tokens: { ...tokens },
    ...(matterUnits === undefined ? {} : { matter_characters: matterUnits }),
  };
}

export function readTask(wire: TaskWire): TaskReading {
  const {
    operation,
    operation_chance: operationChance,
    field,
    field_chance: fieldChance,
    tiers,
    tokens,
    matter_characters: matterUnits,
  } = wire;
  const task = { operation, operationChance, field, fieldChance, tiers, tokens };
  return matterUnits === undefined ? task : { ...task, matterUnits };
}

/** How hard it is: 0 for a small model's work, a half for a flagship's, 1 for what only a frontier model does well. @range 0..1 */
export function hardShareOf({ tiers }: TaskReading): number {
  const [small = 0, mid = 0, strong = 0] = tiers;
  return Math.min(1, Math.max(0, 1 - small - mid - strong / 2));
}

/** Chance that a middling model does not do it well. @range 0..1 */
export function difficultyOfTask({ tiers }: TaskReading): number {
  const [small = 0, mid = 0] = tiers;
  return Math.min(1, Math.max(0, 1 - small - mid));
}
