// The numbers of one decision as plain JSON: what the journal keeps and what every word of an explanation is made from.
// Nothing here is text of the conversation, so a record may be kept whatever the retention setting says.
import type { Attachments } from "../reader/conversation/attachments.ts";
import type { CallRole, Mode, PriceWindow, TokenizerFamily } from "@signalbox/contracts";
import { SignalboxError } from "@signalbox/contracts";
import type { ModeSource } from "../candidates/candidate-mode.ts";
import type { PriceSource } from "../candidates/candidate.ts";
import type { AbilityGround } from "../abilities/ability-table.ts";
import type { DemandedLength } from "../reader/amounts/demanded-length.ts";
import type { PartModality } from "../reader/conversation/message.ts";
import type { ConversationNote } from "../reader/conversation/notes.ts";
import type { TaskReading } from "../reader/task/task-reading.ts";
import type { SecondsSource } from "../cost/expected-seconds.ts";
import type { AbilityOrigin } from "../estimate/estimated.ts";
import type { RejectionRecord } from "../filter/rejection.ts";
import type { OwnReports } from "../input/decision-input.ts";
import type { ObjectiveRecord } from "../objective/objective.ts";
import type { SessionRecord, SessionState } from "../session/session-state.ts";

/** @unit USD; null where no price is known */
interface AgentTaskRecord {
  readonly usd: number | null;
  readonly usdLow: number | null;
  readonly usdHigh: number | null;
  /** Seconds of the whole task, and of a usual one, by which it is compared; absent in earlier records. */
  readonly orderSeconds?: number | undefined;
  readonly usualSeconds?: number | undefined;
  /** @range 0..1 */
  readonly stepSuccess: number;
}

export interface CandidateRecord {
  readonly label: string;
  /** Label of the caller's entry, where several efforts of it competed; absent = the label. */
  readonly callLabel?: string | undefined;
  readonly provider: string | null;
  readonly model: string | null;
  readonly modelId: string | null;
  /** Null where the model has no modes, or none are known. */
  readonly mode: Mode | null;
  readonly modeSource: ModeSource | null;
  readonly success: number;
  /** The same before the account's own outcomes were taken into account. */
  readonly shippedSuccess: number;
  /** Success that the rule took of the reports beyond what they prove; absent = none. */
  readonly lead?: number | undefined;
  /** From uncertainty about the model; candidates are compared by it. */
  readonly spread: number;
  /** From uncertainty about the request, which all candidates share. */
  readonly requestSpread: number;
  readonly abilityOrigin: AbilityOrigin;
  /** The account's reports behind the estimate; null or absent = none. */
  readonly ownReports?: OwnReports | null | undefined;
  /** The evaluation file of the preference's custom router has no rows of it. */
  readonly isRowless?: true | undefined;
  /** Grounds that the ability rests on. */
  readonly ground: AbilityGround;
  readonly inputTokens: number;
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
  readonly hiddenTokens: number;
  readonly usd: number | null;
  readonly usdLow: number | null;
  readonly usdHigh: number | null;
  /** Bill of the whole task that an agent works on, and the chance of this step of it; absent elsewhere. */
  readonly agentTask?: AgentTaskRecord | undefined;
  /** Mean dollars of a turn over the rest of the session; differs from `usd` only where a session is planned. */
  readonly sessionUsd: number | null;
  readonly seconds: number | null;
  readonly secondsSource: SecondsSource;
  readonly priceSource: PriceSource;
  /** Until when the list price is the one in force; absent where no other is announced. */
  readonly priceWindow?: PriceWindow | undefined;
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
  /** Role that an agent makes the call for; null where the request did not say. */
  readonly callRole: CallRole | null;
  readonly turns: number;
  readonly tools: number;
  readonly modalities: readonly PartModality[];
  readonly notes: readonly ConversationNote[];
  /** The task that was asked for. */
  readonly task: TaskReading;
  /** Length of the answer that the words demand. */
  readonly demanded: DemandedLength | null;
  /** Tools were called or answered before. */
  readonly hasToolHistory: boolean;
  readonly attachments?: Attachments | undefined;
  /** Input tokens by the tokenizer families of the candidates. */
  readonly tokens: Readonly<Partial<Record<TokenizerFamily, number>>>;
}

/** Why an answer is degraded: by code, with what decided. */
export interface DegradedReason {
  readonly code: "least_bad";
  readonly rejection: RejectionRecord;
}

export interface DecisionRecord {
  readonly label: string;
  readonly objective: ObjectiveRecord;
  readonly conversation: ConversationRecord;
  /** The recommended candidate first, then in order of the objective. */
  readonly ranking: readonly CandidateRecord[];
  readonly rejected: readonly RejectionRecord[];
  readonly session: SessionRecord;
  /** The chain as the decision found it; null for a first turn. */
  readonly found: SessionState | null;
  /** Empty unless the answer is degraded. */
  readonly degradedReasons: readonly DegradedReason[];
  readonly explored: boolean;
  readonly versions: {
    readonly artefact: string;
    readonly catalogue: string;
    readonly policy: string;
    readonly preference: string | null;
  };
}

// The record of a decision as the journal kept it.

/** The part of a record that the storage keeps: it knows of the ranking alone. */
interface KeptRecord {
  readonly ranking: readonly object[];
}

const isDecision = (kept: KeptRecord): kept is DecisionRecord => "conversation" in kept && "found" in kept;

/** @throws SignalboxError internal for another value */
export function readRecord(kept: KeptRecord): DecisionRecord {
  if (isDecision(kept)) return kept;
  throw new SignalboxError("internal", "The journal holds a decision of an unknown form.");
}
