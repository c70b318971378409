// A candidate as the steps of the decision see it: what the caller stated wins over the catalogue; absent means unknown.
import type { Modality, PriceTier, PriceWindow, TokenizerFamily } from "@signalbox/contracts";

import type { CandidateInput } from "./candidate-input.ts";
import type { CandidateMode } from "./candidate-mode.ts";

import type { Ability, AbilityInput } from "../abilities/ability.ts";

export type PriceSource = "request" | "catalogue" | "unknown";

export interface CandidatePrices {
  /** @unit USD per 1M tokens; undefined = unknown, never 0 */
  readonly inputUsdPerMTok: number | undefined;
  readonly cachedUsdPerMTok: number | undefined;
  /** Of fresh input that the prompt cache takes in; that of other input where the provider asks no more. */
  readonly cacheWriteUsdPerMTok: number | undefined;
  readonly outputUsdPerMTok: number | undefined;
  readonly tiers: readonly PriceTier[];
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
  readonly contextTokens: number | undefined;
  readonly maxOutputTokens: number | undefined;
  readonly modalities: readonly Modality[] | undefined;
  readonly supportsTools: boolean | undefined;
  readonly supportsStructuredOutput: boolean | undefined;
  readonly isDeprecated: boolean;
}
