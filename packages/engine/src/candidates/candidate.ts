// A candidate as the steps of the decision see it: what the caller stated wins over the catalogue; absent means unknown.
import type {
  ModelFacts,
  ModelShutdown,
  Modality,
  PriceFactors,
  PriceTier,
  PriceWindow,
  TokenizerFamily,
} from "@signalbox/contracts";
import type { CandidateMode } from "./candidate-mode.ts";
import type { Ability, AbilityInput } from "../abilities/ability.ts";

// A candidate as the caller described it, joined with what the catalogue knows of it.

/** A candidate as the caller described it; `facts` is what the catalogue adds. */
export interface CandidateInput {
  readonly label: string;
  /** Label of the caller's entry, where several efforts of it compete under labels of their own. */
  readonly callLabel?: string | undefined;
  readonly provider: string | undefined;
  readonly model: string | undefined;
  readonly inputUsdPerMTok: number | undefined;
  readonly outputUsdPerMTok: number | undefined;
  /** @unit seconds to a whole answer */
  readonly latencyS: number | undefined;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly facts: ModelFacts | undefined;
  /** As the request states it; absent = that of the name, else the provider's default. */
  readonly mode?: CandidateMode | undefined;
}

export type PriceSource = "request" | "catalogue" | "unknown";

export interface CandidatePrices {
  /** @unit USD per 1M tokens; undefined = unknown, never 0 */
  readonly inputUsdPerMTok: number | undefined;
  readonly cachedUsdPerMTok: number | undefined;
  /** Price of fresh input that the prompt cache takes in; that of other input where the provider asks no more. */
  readonly cacheWriteUsdPerMTok: number | undefined;
  readonly outputUsdPerMTok: number | undefined;
  /** Absent = that of other input. */
  readonly audioUsdPerMTok?: number | undefined;
  readonly cachedAudioUsdPerMTok?: number | undefined;
  /** Price of each call beside its tokens. @unit USD */
  readonly callUsd?: number | undefined;
  readonly tiers: readonly PriceTier[];
  /** By service tier, on all of them. */
  readonly factors?: PriceFactors | undefined;
  readonly source: PriceSource;
  /** Present where another price takes over soon. */
  readonly window?: PriceWindow | undefined;
}

export interface Candidate {
  readonly input: CandidateInput;
  readonly label: string;
  readonly modelId: string | undefined;
  /** Undefined where the model has no modes, or none are known. */
  readonly mode: CandidateMode | undefined;
  readonly abilityInput: AbilityInput;
  readonly ability: Ability;
  readonly prices: CandidatePrices;
  readonly tokenizer: TokenizerFamily;
  /** The model's own rule for pictures. */
  readonly imageTokens: ModelFacts["imageTokens"];
  readonly contextTokens: number | undefined;
  readonly maxInputTokens: number | undefined;
  readonly maxOutputTokens: number | undefined;
  /** Kinds of input that it cannot read; unknown ones are not among them. */
  readonly refusedModalities: readonly Modality[] | undefined;
  readonly supportsTools: boolean | undefined;
  readonly supportsStructuredOutput: boolean | undefined;
  readonly isDeprecated: boolean;
  readonly shutdown: ModelShutdown | undefined;
}
