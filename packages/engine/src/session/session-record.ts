// What the session planner did, as the record of a decision keeps it.
import type { WarmPrompt } from "./session-state.ts";

export type SessionAction = "first" | "kept" | "switched" | "tool_loop";

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
  /** Success of the challenger less that of the session's model. */
  readonly successGain: number | null;
}
