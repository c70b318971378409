// What a request asks for: an operation on some matter, and how able a model must be to do it well.

/** The classes of models that a request may need, the weakest first. */
export const TIERS = ["small", "mid", "strong", "frontier", "frontier with long thought"] as const;

export interface TaskReading {
  /** What is to be done: "extract", "write_code", "solve" ... */
  readonly operation: string;
  /** What the matter is about: "software", "medicine" ... */
  readonly field: string;
  /** Probability that each tier is the weakest that does it well; wide where the language is not covered. @shape TIERS.length, sum 1 */
  readonly tiers: readonly number[];
}
