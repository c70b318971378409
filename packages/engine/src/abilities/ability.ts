// How able a model is, what is known of it when that is asked, and the chance of success that follows.
import type { PromptEncoding } from "../reader/prompt-encoding.ts";
import type { PlacedModel } from "./ability-table.ts";

/** How able a model is. */
export interface Ability {
  /** Ability by skill and what it rests on. */
  readonly placed: PlacedModel;
  /** Thinks before it answers, so that a demand for the bare answer leaves it its working. @default false */
  readonly thinks?: boolean;
  readonly origin: "outcomes" | "scores" | "lineage" | "prior";
  /** Boards, sources of outcomes and stated scores behind it. */
  readonly evidenceCount: number;
}

/** Everything that may be known of a model when its ability is wanted. */
export interface AbilityInput {
  /** Canonical id; undefined for a model the catalogue does not know. */
  readonly modelId: string | undefined;
  /** Models of its line before it, the nearest first. */
  readonly predecessors?: readonly string[] | undefined;
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
  /** For an agent's work: success of this step alone, while `success` is that of its whole task. @range 0..1 */
  readonly stepSuccess?: number | undefined;
}

/** One estimate per ability, in the same order. */
export type EstimateSuccess = (
  encoding: PromptEncoding,
  abilities: readonly Ability[],
) => readonly SuccessEstimate[];
