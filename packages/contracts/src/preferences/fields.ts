import { OPERATIONS, TASK_FIELDS } from "../task.ts";

/** The fields that artefacts without a task reader tell apart; rules that name them keep working. */
export const FIELDS = [
  "mathematics",
  "code",
  "logic",
  "science",
  "medicine",
  "law",
  "business",
  "humanities",
  "knowledge",
  "commonsense",
  "tools",
  "writing",
  "chat",
] as const;

export type Field = (typeof FIELDS)[number];

/** What an earlier name of a field covers among those that are read now. */
export const FIELDS_COVERED: Readonly<Partial<Record<Field, readonly string[]>>> = {
  code: ["software", "data", "infrastructure"],
  logic: ["mathematics"],
  business: ["finance"],
  knowledge: ["humanities", "society", "everyday"],
  commonsense: ["everyday"],
  tools: ["act"],
  writing: ["creative", "write"],
  chat: ["everyday", "converse"],
};

/** What a field rule may name: fields of the matter, operations, and earlier names. */
export const RULE_FIELDS: readonly string[] = [...new Set([...TASK_FIELDS, ...OPERATIONS, ...FIELDS])];
