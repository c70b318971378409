// Names that rules use: fields of a task, and facts of the catalogue.
import { OPERATIONS, TASK_FIELDS } from "../task.ts";

/** Names that a field rule may use: fields of the matter and operations. */
export const RULE_FIELDS: readonly string[] = [...TASK_FIELDS, ...OPERATIONS];

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
