// The input of one decision. Everything the engine needs comes in here: no clock, no randomness, no look-ups.
import type { CallRole, PreferencePolicy, Tags, Tradeoff } from "@signalbox/contracts";
import type { ServiceTier } from "../candidates/service-tier.ts";
import type { CandidateInput } from "../candidates/candidate.ts";
import type { ContentFeatures } from "../content/content-features.ts";
import type { Message, ToolDefinition } from "../reader/conversation/message.ts";
import type { ObservedLatency } from "../cost/observed-latency.ts";
import type { PromptEncoding } from "../reader/prompt-encoding.ts";
import type { Remembered } from "./remembered.ts";
import type { SessionState } from "../session/session-state.ts";

/** The parts of a request that are compared with others that were judged. */
export interface Kindred extends Pick<PromptEncoding, "features" | "field" | "difficulty"> {
  readonly task?: { readonly operation: string; readonly field: string } | undefined;
}

/** The policy that an account has learned on top of the shipped model. Immutable snapshot. */
export interface LearnedPolicy {
  readonly version: string;
  /** Whether an evaluation file has rows of a model; absent = learned from reports. */
  readonly knows?: (label: string, modelId: string | undefined) => boolean;
  /** Share of the account's decisions that are reported on; exploration draws in proportion. Absent = 1. @range 0..1 */
  readonly reportedShare?: number | undefined;
  /** Adjusts estimates in place of the shipped ones; all lists in the order of the candidates. */
  adjust(input: {
    readonly encoding: Kindred;
    readonly labels: readonly string[];
    readonly modelIds: readonly (string | undefined)[];
    readonly estimates: readonly { readonly success: number; readonly spread: number }[];
  }): readonly LearnedEstimate[];
}

export interface LearnedEstimate {
  /** Mean of what the outcomes say. @range 0..1 */
  readonly success: number;
  /** Doubt about how far the model departs from others; absent = none is asked for. */
  readonly doubt?: LearnedDoubt | undefined;
  /** Taken off by the choice, whatever it costs: what chance may explain of a lead. Absent = 0. @range -1..0 */
  readonly guard?: number | undefined;
  readonly spread: number;
  /** Doubt that reports bring where they contradict: `doubt` asks for proof of it, so it is no risk beside. Absent = none. @range 0..0.5 */
  readonly learnedSpread?: number | undefined;
  /** The account's own outcomes moved it. */
  readonly isOwn: boolean;
  /** The evaluation file that was learned from has no rows of this model. */
  readonly isRowless?: true | undefined;
  /** Reports behind it where it was learned from feedback; absent = learned from an evaluation file. */
  readonly reports?: OwnReports | undefined;
}

/** Doubt of one learned estimate, from which that of its difference to another follows. */
export interface LearnedDoubt {
  /** Variance that no other model shares. */
  readonly own: number;
  /** Its squares sum to the variance that comes from what models share; those of two models are subtracted first. */
  readonly shared: Float64Array;
}

/** The account's reports about one model. */
export interface OwnReports {
  readonly field: string;
  readonly onField: number;
  readonly inAll: number;
}

export type OutputFormat = "json_object" | "json_schema";

/**
 * The members that a request asks for. A new field of the request is a member here, and in the list of those that the journal
 * keeps.
 */
export interface Asked {
  readonly messages: readonly Message[];
  readonly tools: readonly ToolDefinition[];
  readonly candidates: readonly CandidateInput[];
  readonly tradeoff: Tradeoff | undefined;
  /** @range 0..10 */
  readonly costQualityTradeoff: number | undefined;
  /** In place of it where the request is hard. @range 0..10 */
  readonly hardCostQualityTradeoff?: number | undefined;
  readonly maxModelDepth: number | undefined;
  /** The most that the pick may lie below the best candidate. @unit points of success @range 0..100 */
  readonly maxLossPoints?: number | undefined;
  /** Dollars that a point of success is worth. @unit USD */
  readonly usdPerPoint?: number | undefined;
  /** The caller's own bound of the answer, hidden tokens and visible ones together. @unit tokens */
  readonly maxOutputTokens?: number | undefined;
  /** Models that their host has shut down stay candidates: for work on old outcomes. */
  readonly allowShutDown?: boolean | undefined;
  /** Service tier of the provider that the call will ask for; absent = its standard one. */
  readonly serviceTier?: ServiceTier | undefined;
  /** Form that the caller needs the answer in; absent = plain text. */
  readonly outputFormat?: OutputFormat | undefined;
  /** Labels that the rules of a preference may depend on; the journal keeps them in a column of their own. */
  readonly tags?: Tags | undefined;
  /** Role that an agent makes the call for. It is kept, and moves nothing. */
  readonly callRole?: CallRole | undefined;
  /** Features that the caller read of the conversation; decides in place of `messages` and `tools`, which may then be digests. */
  readonly content?: ContentFeatures | undefined;
}

/** Members that a decision is decided again by, under their own names in the journal. Candidates have a form of their own. */
export const JOURNALLED_MEMBERS = {
  tradeoff: "tradeoff",
  costQualityTradeoff: "cost_quality_tradeoff",
  hardCostQualityTradeoff: "hard_cost_quality_tradeoff",
  maxModelDepth: "max_model_depth",
  maxLossPoints: "max_loss_points",
  usdPerPoint: "usd_per_point",
  outputFormat: "output_format",
  maxOutputTokens: "max_output_tokens",
  allowShutDown: "allow_shut_down",
  serviceTier: "service_tier",
  callRole: "call_role",
} as const satisfies Partial<Record<keyof Asked, string>>;

/**
 * Everything that the decider knows beside the request: preference, session, what was learned and observed, and the draw of the
 * dice.
 */
export interface Known {
  /** Who asks: what is remembered of a request's tools is found by the same owner alone. Absent: nothing is remembered. */
  readonly owner?: string | undefined;
  /** Memory that the owner's earlier requests left. Absent: every message is read. */
  readonly remembered?: Remembered | undefined;
  readonly preference:
    | { readonly id: string; readonly version: number; readonly policy: PreferencePolicy }
    | undefined;
  readonly session: SessionState | undefined;
  readonly learned: LearnedPolicy | undefined;
  readonly observedLatency: ReadonlyMap<string, ObservedLatency>;
  /** Share of first turns that may be explored where the preference states none; absent = none. @range 0..1 */
  readonly explorationRate?: number | undefined;
  /** Uniform 0..1 number drawn by the caller, used only where exploration is allowed. */
  readonly explorationDraw: number;
}

export interface DecisionInput {
  readonly asked: Asked;
  readonly known: Known;
}

// A decision that nothing but the request bears on: no preference, no session, nothing learned or observed.

/** Messages, tools and candidates, and any other member of what is asked or known. */
export type PlainInputParts = Pick<Asked, "messages" | "tools" | "candidates"> &
  Partial<Asked> &
  Partial<Known>;

/** The input that is given, with nothing else known; a draw of 1 explores nothing. */
export function plainInput(given: PlainInputParts): DecisionInput {
  const { preference, session, learned, observedLatency = new Map(), ...others } = given;
  const { explorationRate, explorationDraw = 1, ...asked } = others;
  return {
    asked: { tradeoff: undefined, costQualityTradeoff: undefined, maxModelDepth: undefined, ...asked },
    known: {
      preference,
      session,
      learned,
      observedLatency,
      explorationRate,
      explorationDraw,
    },
  };
}
