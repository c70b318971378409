// The numbers of one decision as plain JSON: what the journal keeps and what every word of an explanation is made from.
// Nothing here is text of the conversation, so a record may be kept whatever the retention setting says.
import type { PriceSource } from "../candidates/candidate.ts";
import type { SecondsSource } from "../cost/expected-seconds.ts";
import type { AbilityOrigin } from "../estimate/estimated.ts";
import type { RejectionRecord } from "../filter/rejection.ts";
import type { ObjectiveRecord } from "../objective/objective-record.ts";
import type { SessionRecord } from "../session/session-record.ts";

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
