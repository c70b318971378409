// What a request may ask for, and what it may be about. The order is that of the heads in the artefact: append only.

export const OPERATIONS = [
  "converse",
  "answer",
  "extract",
  "classify",
  "summarise",
  "translate",
  "rewrite",
  "title",
  "write",
  "write_code",
  "change_code",
  "review",
  "debug",
  "solve",
  "plan",
  "act",
] as const;
export type Operation = (typeof OPERATIONS)[number];

export const TASK_FIELDS = [
  "software",
  "data",
  "infrastructure",
  "mathematics",
  "science",
  "medicine",
  "law",
  "finance",
  "business",
  "humanities",
  "society",
  "creative",
  "everyday",
] as const;
export type TaskField = (typeof TASK_FIELDS)[number];

/** The weakest class of model that does the task well. */
export const TIERS = ["small", "mid", "strong", "frontier", "frontier_thought"] as const;
export type Tier = (typeof TIERS)[number];
