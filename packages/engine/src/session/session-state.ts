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
  /** What is still warm of models that served earlier turns; the previous label is not among them. */
  readonly warm?: readonly WarmPrompt[];
  /** Switches of model so far in the chain; absent = none. */
  readonly switches?: number;
  /** The client did not name the chain; it was found by how the conversation begins. */
  readonly isFound?: boolean | undefined;
  /** Seconds since the previous decision; undefined = unknown. Caches go cold. */
  readonly idleS: number | undefined;
}
