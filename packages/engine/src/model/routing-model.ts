// The seam between the science (encoder, ability model, calibration) and the decision that uses it.
// A RoutingModel is loaded from an artefact, immutable, synchronous and allocation-light; `decide` sees nothing else of it.

import type { Circumstance } from "../conversation/circumstance.ts";
import type { DemandedLength } from "../conversation/demanded-length.ts";
import type { Conversation } from "../conversation/read-conversation.ts";
import type { AbilityTable, PlacedModel } from "./abilities/ability-table.ts";
import type { ReadDetails, TaskReading } from "../conversation/task-reading.ts";

/** A sentence encoder that a model rests on. It runs elsewhere: vectors come in with the prompts. */
export interface EncoderNeed {
  /** Of the weights' file. */
  readonly sha256: string;
  readonly width: number;
  /** The token ids that the encoder is to read of a prompt. @shape 2..ENCODER_IDS_MAX */
  idsOf(conversation: Conversation): Int32Array;
}

/** What the encoder learned of one prompt. Opaque to callers but for the plain fields. */
export interface PromptEncoding {
  /** Joined features of the prompt. @shape featureCount */
  readonly features: Float32Array;
  /** a(x) of the ability model: how much the prompt leans on each latent ability; learners work in this space. @shape abilityCount */
  readonly loadings: Float32Array;
  /** How close the prompt lies to the evidence. @range 0 (nothing like it seen) .. 1 */
  readonly familiarity: number;
  /** Human-readable field: "mathematics", "code", "chat" ... */
  readonly field: string;
  /** Expected failure rate of a middling model. @range 0..1 */
  readonly difficulty: number;
  /** ISO 639-1 code when recognised, else "und". */
  readonly language: string;
  /** As in `PromptInput`. */
  readonly demanded?: DemandedLength | undefined;
  /** What is to be done and how able a model must be for it, where the words were read for that. */
  readonly task?: TaskReading | undefined;
  /** What no reading of the task alone tells. */
  readonly circumstance?: Circumstance | undefined;
  /** What explanations say of the task beside; absent without its words. */
  readonly readDetails?: ReadDetails | undefined;
}

/** What an encoding takes from the words themselves; all else follows from the features. */
export type PromptWords = Pick<PromptEncoding, "language" | "demanded" | "task" | "readDetails">;

/** How able a model is, on the latent axes of the ability model. */
export interface Ability {
  /** @shape abilityCount */
  readonly theta: Float32Array;
  /** Posterior standard deviation of theta along its axes. @shape abilityCount */
  readonly thetaSd: Float32Array;
  /** Row of the local correction tables; -1 when the model has no outcomes of its own. */
  readonly localRow: number;
  readonly origin: "outcomes" | "scores" | "lineage" | "prior";
  /** Number of outcomes or score items behind it. */
  readonly evidenceCount: number;
  /** Ability by skill and what it rests on; absent in artefacts without fitted abilities. */
  readonly placed?: PlacedModel | undefined;
}

/** What may be known of a model when its ability is wanted. */
export interface AbilityInput {
  /** Canonical id; undefined for a model the catalogue does not know. */
  readonly modelId: string | undefined;
  /** Effort or thinking mode of the call; absent = the provider's default. */
  readonly mode?: string | undefined;
  /** Scores by benchmark name: public ones or the user's own. @range 0..1 */
  readonly scores: Readonly<Record<string, number>>;
  /** Those that the operator or the caller states. @range 0..1 */
  readonly stated?: Readonly<Record<string, number>> | undefined;
  readonly family?: string | undefined;
  readonly vendor?: string | undefined;
  readonly paramsB?: number | undefined;
  /** Blended price, three input tokens to one output token. @unit USD per 1M tokens */
  readonly blendedUsdPerMTok?: number | undefined;
  readonly releasedOn?: string | undefined;
  readonly isReasoning?: boolean | undefined;
  /** Whether a plain call thinks in hidden tokens; absent = as `isReasoning`. */
  readonly thinksByDefault?: boolean | undefined;
  /** Overall quality stated by the caller. @range 0..1 */
  readonly quality?: number | undefined;
}

export interface SuccessEstimate {
  /** Calibrated P(the answer is good). @range 0..1 */
  readonly success: number;
  /** One standard deviation of that probability, by what is not known of the model. @range 0..0.5 */
  readonly spread: number;
  /** The same by what is not known of the request, which all candidates share; absent where it is not told apart. @range 0..0.5 */
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
  /** Absent in the static tier. */
  readonly encoder?: EncoderNeed | undefined;
  /** @throws SignalboxError internal when the model rests on a sentence encoder and the prompt has no vector */
  encode(conversation: Conversation): PromptEncoding;
  /** Entries of `PromptEncoding.features`. */
  readonly featureCount: number;
  /** The encoding of features that this artefact made elsewhere: the same as `encode` gave there. @shape features featureCount */
  encodeFeatures(features: Float32Array, words: PromptWords): PromptEncoding;
  /** Absent in artefacts without fitted abilities. */
  readonly abilities?: AbilityTable | undefined;
  /** Ability from outcomes if the model has any, else fitted from scores, else the prior with its wide spread. */
  abilityOf(input: AbilityInput): Ability;
  /** One estimate per ability, in the same order. */
  estimateSuccess(encoding: PromptEncoding, abilities: readonly Ability[]): readonly SuccessEstimate[];
  estimateOutputTokens(encoding: PromptEncoding, input: AbilityInput): OutputTokenEstimate;
}
