// The task that a request asks for: an operation in a field, and how able a model must be to do it well.
import type { Operation, TaskField, TaskWire } from "@signalbox/contracts";

/** The classes of models that a request may need, the weakest first. */
export const TIERS = ["small", "mid", "strong", "frontier", "frontier with long thought"] as const;

/** Tokens of a good answer that its reader sees. */
export interface TokenRange {
  readonly low: number;
  readonly median: number;
  readonly high: number;
}

/** A stretch of a text. @unit UTF-16 units */
export interface TextSpan {
  readonly from: number;
  readonly to: number;
}

export interface TaskReading {
  /** The operation: "extract", "write_code", "solve" ... */
  readonly operation: Operation;
  /** Chance of that operation. @range 0..1 */
  readonly operationChance: number;
  /** The field: "software", "medicine" ... */
  readonly field: TaskField;
  /** Chance of that field. @range 0..1 */
  readonly fieldChance: number;
  /** Probability that each tier is the weakest that does it well; wide where the language is not covered. @shape TIERS.length, sum 1 */
  readonly tiers: readonly number[];
  /** 80 % interval and median. */
  readonly tokens: TokenRange;
  /** ISO 639-1 code of the language that the instruction names for the answer; absent where it names none. */
  readonly answerLanguage?: string;
  /** That of the text which the answer is made of, where the answer's own is named. */
  readonly sourceLanguage?: string;
  /** Which part of the last turn was taken as what is asked; absent where all of it was, or where that stands elsewhere. */
  readonly asked?: TextSpan;
}

export function writeTask(task: TaskReading): TaskWire {
  const { operation, operationChance, field, fieldChance, tiers, tokens } = task;
  const { answerLanguage, sourceLanguage, asked } = task;
  return {
    operation,
    operation_chance: operationChance,
    field,
    field_chance: fieldChance,
    tiers: [...tiers],
    tokens: { ...tokens },
    ...(answerLanguage === undefined ? {} : { answer_language: answerLanguage }),
    ...(sourceLanguage === undefined ? {} : { source_language: sourceLanguage }),
    ...(asked === undefined ? {} : { asked: { ...asked } }),
  };
}

export function readTask(wire: TaskWire): TaskReading {
  const { operation, operation_chance: operationChance, field, field_chance: fieldChance } = wire;
  const { tiers, tokens, asked, answer_language: answerLanguage, source_language: sourceLanguage } = wire;
  return {
    operation,
    operationChance,
    field,
    fieldChance,
    tiers,
    tokens,
    ...(answerLanguage === undefined ? {} : { answerLanguage }),
    ...(sourceLanguage === undefined ? {} : { sourceLanguage }),
    ...(asked === undefined ? {} : { asked }),
  };
}

/** Chance that a middling model does not do it well. @range 0..1 */
export function difficultyOfTask({ tiers }: TaskReading): number {
  const [small = 0, mid = 0] = tiers;
  return Math.min(1, Math.max(0, 1 - small - mid));
}

/** Lengths of an agent's task of each tier, over the usual one. */
const TIER_LENGTHS = [0.05, 0.15, 0.5, 1, 1.6] as const;

export const agentTaskLength = (tiers: readonly number[]): number =>
  TIER_LENGTHS.reduce((sum, each, tier) => sum + each * (tiers[tier] ?? 0), 0);
