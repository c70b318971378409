/** The fields of work that a conversation is read as, and that a field rule of a preference can name. */
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
