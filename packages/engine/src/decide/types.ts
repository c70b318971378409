// Inputs and output of one decision. Everything the engine needs comes in here: no clock, no randomness, no look-ups.
import type { Explanation, ModelFacts, PreferencePolicy, Tradeoff } from "@signalbox/contracts";

import type { ContentFeatures } from "../content/content-features.ts";
import type { DecisionRecord } from "../explain/decision-record.ts";
import type { JournalledConversation } from "./conversation-reading.ts";
import type { Ability, PromptEncoding, RoutingModel } from "../model/routing-model.ts";

/** A message after the wire form was read: parts kept apart, roles free. */
export interface Message {
  readonly role: string;
  readonly text: string;
  /** Non-text parts, by modality. */
  readonly parts: readonly {
    readonly modality: "image" | "audio" | "video" | "file";
    readonly bytes?: number;
  }[];
  readonly toolCallCount: number;
  readonly isToolResult: boolean;
  /** Text of tool calls, and of tool results inside a user turn; billed as input, never routed on. */
  readonly toolCallJson?: string;
}

export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  /** JSON text of the parameters, for the token estimate. */
  readonly parametersJson: string;
}

/** A candidate as the caller described it; `facts` is what the catalogue adds. */
export interface CandidateInput {
  readonly label: string;
  readonly provider: string | undefined;
  readonly model: string | undefined;
  readonly inputUsdPerMTok: number | undefined;
  readonly outputUsdPerMTok: number | undefined;
  /** @unit seconds to a whole answer */
  readonly latencyS: number | undefined;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly facts: ModelFacts | undefined;
}

/** What the account has observed of a model, decayed. */
export interface ObservedLatency {
  readonly tokensPerSecond: number | undefined;
  readonly secondsMean: number | undefined;
  readonly secondsP95: number | undefined;
  readonly weight: number;
}

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
  /** Seconds since the previous decision; undefined = unknown. Caches go cold. */
  readonly idleS: number | undefined;
}

/** What an account has learned on top of the shipped model. Immutable snapshot. */
export interface LearnedPolicy {
  readonly version: string;
  /** Adjusts estimates in place of the shipped ones; same order as `abilities`. */
  adjust(input: {
    readonly encoding: PromptEncoding;
    readonly labels: readonly string[];
    readonly modelIds: readonly (string | undefined)[];
    readonly abilities: readonly Ability[];
    readonly estimates: readonly { readonly success: number; readonly spread: number }[];
  }): readonly { readonly success: number; readonly spread: number; readonly isOwn: boolean }[];
}

export type OutputFormat = "json_object" | "json_schema";

/** Why the transformer tier gave no vector in time. */
export type EncoderFault = "late" | "busy" | "broken";

export interface DecisionInput {
  readonly messages: readonly Message[];
  readonly tools: readonly ToolDefinition[];
  readonly candidates: readonly CandidateInput[];
  readonly tradeoff: Tradeoff | undefined;
  /** @range 0..10 */
  readonly costQualityTradeoff: number | undefined;
  readonly maxModelDepth: number | undefined;
  /** What the caller needs the answer to be; absent = plain text. */
  readonly outputFormat?: OutputFormat | undefined;
  readonly preference:
    | { readonly id: string; readonly version: number; readonly policy: PreferencePolicy }
    | undefined;
  readonly session: SessionState | undefined;
  readonly learned: LearnedPolicy | undefined;
  readonly observedLatency: ReadonlyMap<string, ObservedLatency>;
  /** Share of first turns that may be explored where the preference states none; absent = none. @range 0..1 */
  readonly explorationRate?: number;
  /** Uniform 0..1 number drawn by the caller, used only where exploration is allowed. */
  readonly explorationDraw: number;
  /** Of the conversation, from the sentence encoder that the model rests on; absent in the static tier. */
  readonly promptVector?: Float32Array | EncoderFault | undefined;
  /** What the caller read of the conversation; decides in place of `messages` and `tools`, which may then be digests. */
  readonly content?: ContentFeatures | undefined;
}

/** Defaults of the policy; configurable, stated in every explanation. */
export interface PolicyDefaults {
  /** Success that `tradeoff: cost|latency` may give up. @range 0..1 */
  readonly tolerance: number;
  /** Differences of success below this are a tie. @range 0..1 */
  readonly indifference: number;
  /** Share of the price below which a difference of price is none: then the better of two that success does not tell apart leads. @range 0..1 */
  readonly priceIndifference: number;
  /** Success given up per standard deviation of the estimate. */
  readonly riskWeight: number;
  /** Seconds after which a provider's prompt cache counts as cold. */
  readonly cacheTtlS: number;
  /** Success that the session's model may trail the best by, when the objective's own band is narrower. @range 0..1 */
  readonly sessionMargin: number;
  /** Share of the remaining session's dollars (or seconds) that a switch must save. @range 0..1 */
  readonly sessionSaving: number;
  /** Dollars over the rest of the session below which no saving is worth a switch. @unit USD */
  readonly sessionSavingUsd: number;
}

export interface EngineOptions {
  readonly model: RoutingModel;
  readonly catalogueVersion: string;
  /** Missing members take `DEFAULT_POLICY`. */
  readonly defaults: Partial<PolicyDefaults>;
}

export interface Decision {
  readonly label: string;
  readonly provider: string | undefined;
  readonly model: string | undefined;
  readonly encoding: PromptEncoding;
  /** Input tokens of the conversation for the picked model, for the next turn's cache arithmetic. */
  readonly inputTokens: number;
  /** Every number of the decision as plain JSON; the journal keeps it and `explainDecision` turns it into words. */
  readonly record: DecisionRecord;
  /** `explainDecision(record)`, built when first read. */
  readonly explanation: Explanation;
}

export interface Engine {
  readonly version: string;
  /**
   * @throws SignalboxError no_eligible_candidate when the preference is strict and every candidate is rejected;
   * artefact_mismatch when `content` was made with another artefact than the one that would read it
   */
  decide(input: DecisionInput): Decision;
  /**
   * The same from what the journal kept, for replays and dry runs: `messages` and `tools` of the input are not read. The
   * row must come from the artefact that is loaded now. @throws as `decide`
   */
  decideAgain(input: DecisionInput, journalled: JournalledConversation): Decision;
}
