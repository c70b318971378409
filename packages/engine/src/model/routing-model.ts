// The seam between the science (task reader, abilities) and the decision that uses it.
// A RoutingModel is loaded from an artefact, immutable, synchronous and allocation-light; `decide` sees nothing else of it.

import type { Circumstance } from "../conversation/circumstance.ts";
import type { DemandedLength } from "../conversation/demanded-length.ts";
import type { Conversation } from "../conversation/read-conversation.ts";
import type { AbilityTable, PlacedModel } from "./abilities/ability-table.ts";
import type { ReadDetails, TaskReading } from "../conversation/task-reading.ts";

/** What the encoder learned of one prompt. Opaque to callers but for the plain fields. */
export interface PromptEncoding {
  /** Joined features of the prompt. @shape featureCount */
  readonly features: Float32Array;
  /** How close the prompt lies to the requests that the reader learned from. @range 0 (nothing like it seen) .. 1 */
  readonly familiarity: number;
  /** That of the task. */
  readonly field: string;
  /** Expected failure rate of a middling model. @range 0..1 */
  readonly difficulty: number;
  /** ISO 639-1 code when recognised, else "und". */
  readonly language: string;
  /** As in `PromptInput`. */
  readonly demanded?: DemandedLength | undefined;
  /** What is to be done and how able a model must be for it. */
  readonly task: TaskReading;
  /** What no reading of the task alone tells. */
  readonly circumstance?: Circumstance | undefined;
  /** What explanations say of the task beside; absent without its words. */
  readonly readDetails?: ReadDetails | undefined;
}

/** What an encoding takes from the words themselves; all else follows from the features. */
export type PromptWords = Pick<PromptEncoding, "language" | "demanded" | "task" | "readDetails">;

/** How able a model is. */
export interface Ability {
  /** Ability by skill and what it rests on. */
  readonly placed: PlacedModel;
  readonly origin: "outcomes" | "scores" | "lineage" | "prior";
  /** Boards, sources of outcomes and stated scores behind it. */
  readonly evidenceCount: number;
}

/** What may be known of a model when its ability is wanted. */
export interface AbilityInput {
  /** Canonical id; undefined for a model the catalogue does not know. */
  readonly modelId: string | undefined;
  /** Effort or thinking mode of the call; absent = the provider's default. */
  readonly mode?: string | undefined;
  /** Scores by benchmark that the operator or the caller states; those of public boards are in the artefact. @range 0..1 */
  readonly stated: Readonly<Record<string, number>>;
  /** Overall quality stated by the caller. @range 0..1 */
  readonly quality?: number | undefined;
  /** Size of the model; tells of one that nothing else is known of. */
  readonly paramsB?: number | undefined;
  /** Blended price, three input tokens to one output token. @unit USD per 1M tokens */
  readonly blendedUsdPerMTok?: number | undefined;
}

export interface SuccessEstimate {
  /** Calibrated P(the answer is good). @range 0..1 */
  readonly success: number;
  /** One standard deviation of that probability, by what is not known of the model. @range 0..0.5 */
  readonly spread: number;
  /** The same by what is not known of the request, which all candidates share; absent where it is not separated. @range 0..0.5 */
  readonly requestSpread?: number | undefined;
}

/** Expected output, in tokens of the model's own family. */
export interface OutputTokenEstimate {
  readonly visibleMean: number;
  readonly hiddenMean: number;
  /** 80 % interval of visible plus hidden tokens. */
  readonly low: number;
  readonly high: number;
}

export interface RoutingModel {
  /** Version of the artefact, for the journal and the explanation. */
  readonly version: string;
  encode(conversation: Conversation): PromptEncoding;
  /** Entries of `PromptEncoding.features`. */
  readonly featureCount: number;
  /** The encoding of features that this artefact made elsewhere: the same as `encode` gave there. @shape features featureCount */
  encodeFeatures(features: Float32Array, words: PromptWords): PromptEncoding;
  readonly abilities: AbilityTable;
  /** As the boards and outcomes of the model in its mode have it; that of a stranger where there are none. */
  abilityOf(input: AbilityInput): Ability;
  /** One estimate per ability, in the same order. */
  estimateSuccess(encoding: PromptEncoding, abilities: readonly Ability[]): readonly SuccessEstimate[];
}
