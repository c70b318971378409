// The numbers of one decision as plain JSON: what the journal keeps and what every word of an explanation is made from.
// Nothing here is text of the conversation, so a record may be kept whatever the retention setting says.
import type { RejectedCandidate } from "@signalbox/contracts";

import type { WarmPrompt } from "../decide/types.ts";

export type RejectionCode = RejectedCandidate["code"];
export type SecondsSource = "request" | "observed" | "catalogue" | "unknown";
export type PriceSource = "request" | "catalogue" | "unknown";
export type AbilityOrigin = "outcomes" | "scores" | "prior" | "own";
export type ObjectiveKind = "quality" | "cost" | "latency" | "dial" | "weights";

/** Fixed at the start of a decision; every candidate is judged by it. */
export interface ObjectiveRecord {
  readonly kind: ObjectiveKind;
  readonly tolerance: number;
  readonly indifference: number;
  /** Absent in records of earlier versions, which took every difference of price for one. */
  readonly priceIndifference?: number | undefined;
  readonly usdWeight: number;
  readonly secondsWeight: number;
  readonly riskWeight: number;
  readonly maxModelDepth: number | null;
  readonly costQualityTradeoff: number | null;
}

export interface CandidateRecord {
  readonly label: string;
  readonly provider: string | null;
  readonly model: string | null;
  readonly modelId: string | null;
  readonly success: number;
  /** The same before the account's own outcomes were taken into account. */
  readonly shippedSuccess: number;
  readonly spread: number;
  readonly abilityOrigin: AbilityOrigin;
  readonly inputTokens: number;
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
  readonly hiddenTokens: number;
  readonly usd: number | null;
  readonly usdLow: number | null;
  readonly usdHigh: number | null;
  /** Mean dollars of a turn over the rest of the session; differs from `usd` only where a session is planned. */
  readonly sessionUsd: number | null;
  readonly seconds: number | null;
  readonly secondsSource: SecondsSource;
  readonly priceSource: PriceSource;
  /** Bonus of the preference's field rules, in units of success. */
  readonly bonus: number;
  readonly utility: number;
  readonly propensity: number;
  readonly isDeprecated: boolean;
}

/** `need` and `limit` are the two numbers that did not fit; `what` names a rule, a modality or a format. */
export interface RejectionRecord {
  readonly label: string;
  readonly code: RejectionCode;
  readonly need: number | null;
  readonly limit: number | null;
  readonly what: string | null;
}

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

export interface ConversationRecord {
  readonly field: string;
  readonly language: string;
  readonly difficulty: number;
  readonly familiarity: number;
  readonly turns: number;
  readonly tools: number;
  readonly modalities: readonly string[];
  readonly notes: readonly string[];
}

export interface DecisionRecord {
  readonly label: string;
  readonly objective: ObjectiveRecord;
  readonly conversation: ConversationRecord;
  /** The recommended candidate first, then in order of the objective. */
  readonly ranking: readonly CandidateRecord[];
  readonly rejected: readonly RejectionRecord[];
  readonly session: SessionRecord;
  /** Empty unless the answer is degraded. */
  readonly degradedReasons: readonly string[];
  readonly explored: boolean;
  readonly versions: {
    readonly artefact: string;
    readonly catalogue: string;
    readonly policy: string;
    readonly preference: string | null;
  };
}
