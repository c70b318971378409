// What a request asks for: an operation on some matter, and how able a model must be to do it well.
import type {
  AnswerFormat,
  CodeLanguage,
  MatterKind,
  Operation,
  TaskField,
  TaskWire,
} from "@signalbox/contracts";

/** The classes of models that a request may need, the weakest first. */
export const TIERS = ["small", "mid", "strong", "frontier", "frontier with long thought"] as const;
export type Tier = (typeof TIERS)[number];

/** Tokens of a good answer that its reader sees. */
export interface TokenRange {
  readonly low: number;
  readonly median: number;
  readonly high: number;
}

/** The text that something is to be done with. */
export interface Matter {
  readonly kind: MatterKind;
  readonly codeLanguage?: CodeLanguage;
  /** Of about 500 tokens; absent where its length is not known. */
  readonly pages?: number;
  /** Of what is counted in lines: code, logs, tables. */
  readonly lines?: number;
}

/** Formats that say how an answer is laid out, not what it is written in. */
export const LAID_OUT: ReadonlySet<string> = new Set<AnswerFormat>([
  "table",
  "bullet_list",
  "numbered_list",
  "list",
]);

/** What explanations say and nothing is decided by. */
export interface TaskDetails {
  /** What the answer is asked to be; absent where nothing says so. */
  readonly format?: AnswerFormat;
  readonly matter?: Matter;
}

/** Reads the details from the words, while they are at hand: it takes as long as a third of all else that is read. */
export type ReadDetails = () => TaskDetails;

export interface TaskReading extends TaskDetails {
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
  /** ISO 639-1 code of the language that the instruction names for the answer; absent where it names none. */
  readonly answerLanguage?: string;
  /** That of the text which the answer is made of, where the answer's own is named. */
  readonly sourceLanguage?: string;
}

/** Leaves the details in the reading, so that a record which was explained once always says the same. */
export function describeTask(task: TaskReading, read: ReadDetails): TaskReading {
  // What the caller's own reader of the answer needs stands in the reading already.
  const { format } = task;
  return Object.assign(task, read(), format === undefined ? {} : { format });
}

function writeMatter({ kind, codeLanguage, pages, lines }: Matter): NonNullable<TaskWire["matter"]> {
  return {
    kind,
    ...(codeLanguage === undefined ? {} : { code_language: codeLanguage }),
    ...(pages === undefined ? {} : { pages }),
    ...(lines === undefined ? {} : { lines }),
  };
}

function readMatterWire({
  kind,
  code_language: codeLanguage,
  pages,
  lines,
}: NonNullable<TaskWire["matter"]>): Matter {
  return {
    kind,
    ...(codeLanguage === undefined ? {} : { codeLanguage }),
    ...(pages === undefined ? {} : { pages }),
    ...(lines === undefined ? {} : { lines }),
  };
}

export function writeTask(task: TaskReading): TaskWire {
  const { operation, operationChance, field, fieldChance, tiers, tokens, matterUnits, format, matter } = task;
  const { answerLanguage, sourceLanguage } = task;
  return {
    operation,
    operation_chance: operationChance,
    field,
    field_chance: fieldChance,
    tiers: [...tiers],
    tokens: { ...tokens },
    ...(format === undefined ? {} : { format }),
    ...(matter === undefined ? {} : { matter: writeMatter(matter) }),
    ...(matterUnits === undefined ? {} : { matter_characters: matterUnits }),
    ...(answerLanguage === undefined ? {} : { answer_language: answerLanguage }),
    ...(sourceLanguage === undefined ? {} : { source_language: sourceLanguage }),
  };
}

export function readTask(wire: TaskWire): TaskReading {
  const { operation, operation_chance: operationChance, field, field_chance: fieldChance } = wire;
  const { tiers, tokens, format, matter, matter_characters: matterUnits } = wire;
  const { answer_language: answerLanguage, source_language: sourceLanguage } = wire;
  return {
    operation,
    operationChance,
    field,
    fieldChance,
    tiers,
    tokens,
    ...(format === undefined ? {} : { format }),
    ...(matter === undefined ? {} : { matter: readMatterWire(matter) }),
    ...(matterUnits === undefined ? {} : { matterUnits }),
    ...(answerLanguage === undefined ? {} : { answerLanguage }),
    ...(sourceLanguage === undefined ? {} : { sourceLanguage }),
  };
}

/** Chance that a middling model does not do it well. @range 0..1 */
export function difficultyOfTask({ tiers }: TaskReading): number {
  const [small = 0, mid = 0] = tiers;
  return Math.min(1, Math.max(0, 1 - small - mid));
}
