// The chain of turns that a decision continues: who answered, which prompts are still warm with whom.
/** A prompt that an earlier turn of the chain left in the cache of another model's provider. */
export interface WarmPrompt {
  readonly label: string;
  readonly inputTokens: number;
  /** Seconds since that turn. */
  readonly idleS: number;
}

/** The chain this decision continues; `continueSession` makes it from the record of the previous decision. */
export interface SessionState {
  readonly sessionId: string;
  readonly turn: number;
  readonly previousLabel: string;
  /** Input tokens that the previous call left warm in the prompt cache. */
  readonly warmInputTokens: number;
  /** Prompts still warm at models that served earlier turns; the previous label is not among them. */
  readonly warm?: readonly WarmPrompt[];
  /** Switches of model so far in the chain; absent = none. */
  readonly switches?: number;
  /** The client did not name the chain; it was found by how the conversation begins. */
  readonly isFound?: boolean | undefined;
  /** Seconds since the previous decision; undefined = unknown. Caches go cold. */
  readonly idleS: number | undefined;
}

// The action of the session planner, as the record of a decision keeps it.
type SessionAction = "first" | "kept" | "switched" | "tool_loop";

/** Why the planner did what it did; each has one sentence in the explanation. */
export type SessionCause =
  | "first"
  | "same_pick"
  | "tool_loop"
  | "within_margin"
  | "quality_gain"
  | "saving"
  | "not_a_candidate"
  | "cannot_serve"
  | "not_sticky";

export interface SessionRecord {
  readonly previousSession: string | null;
  /** As in the state of the session; absent in earlier records. */
  readonly isFound?: boolean | undefined;
  readonly turn: number;
  readonly previousLabel: string | null;
  /** Switches of the chain so far, this decision included; each raises the bar for the next. */
  readonly switches: number;
  /** Prompts that earlier turns left warm with other models, the newest first. */
  readonly warm: readonly WarmPrompt[];
  readonly action: SessionAction;
  readonly cause: SessionCause;
  /** Turns over which the cold cache was spread. */
  readonly expectedTurns: number;
  readonly isCacheWarm: boolean;
  /** Dollars for the remaining session if it stays and if it goes; null where a price is unknown. */
  readonly stayUsd: number | null;
  readonly switchUsd: number | null;
  /** Gain that leaving the session's model needed; absent = none. @unit points */
  readonly credit?: number | undefined;
  /** Success of the challenger less that of the session's model. */
  readonly successGain: number | null;
}
