// Names that rules use: fields of a task, and facts of the catalogue.
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

/** The fields that an earlier name covers among those that are read now. */
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

/** Names that a field rule may use: fields of the matter, operations, and earlier names. */
export const RULE_FIELDS: readonly string[] = [...new Set([...TASK_FIELDS, ...OPERATIONS, ...FIELDS])];

/** The facts that the catalogue states of a model; a rule of a preference can compare each where the request does not state it. */
export const CATALOGUE_FACTS = [
  "vendor",
  "family",
  "open_weights",
  "reasoning",
  "params_b",
  "deprecated",
  "context_length",
  "max_output_tokens",
  "supports_tools",
  "input_price",
  "output_price",
] as const;

export type CatalogueFact = (typeof CATALOGUE_FACTS)[number];
