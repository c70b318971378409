import type { Model, ModelFacts, SavedModelOverride } from "@signalbox/contracts";
import type { ModelOverride as StoredOverride } from "@signalbox/storage";

import { toIso } from "../timestamps.ts";
import type { ModelStanding } from "./field-abilities.ts";

interface ModelView {
  readonly facts: ModelFacts;
  readonly standing: ModelStanding | undefined;
  readonly isOwn: boolean;
  readonly isOverridden: boolean;
}

function pricesToWire({ prices }: ModelFacts) {
  return {
    input_usd_per_mtok: prices?.inputUsdPerMTok ?? null,
    cached_input_usd_per_mtok: prices?.cachedInputUsdPerMTok ?? null,
    output_usd_per_mtok: prices?.outputUsdPerMTok ?? null,
    audio_input_usd_per_mtok: prices?.audioInputUsdPerMTok ?? null,
    searches_usd_per_1k: prices?.searchesUsdPer1k ?? null,
    calls_usd_per_1k: prices?.requestsUsdPer1k ?? null,
    price_source: prices?.source ?? null,
  };
}

function scoreToWire({ benchmark, score, setting, date, source, reliability }: ModelFacts["scores"][number]) {
  return { benchmark, score, setting: setting ?? null, date: date ?? null, source, reliability };
}

/** Digits beyond these say nothing of an estimate, and make a list of hundreds of models twice as long. */
const rounded = (share: number, digits = 4): number => Number(share.toFixed(digits));

function standingToWire(
  standing: ModelStanding | undefined,
): Pick<Model, "ability_origin" | "ability_rests_on" | "modes" | "abilities"> {
  const origin = standing === undefined || standing.origin === "own" ? null : standing.origin;
  return {
    ability_origin: origin,
    ability_rests_on: standing?.restsOn ?? null,
    modes: [...(standing?.modes ?? [])],
    abilities: (standing?.abilities ?? []).map(({ field, success, spread, seconds }) => ({
      field,
      success: rounded(success),
      spread: rounded(spread),
      seconds: seconds === null ? null : rounded(seconds, 1),
    })),
  };
}

export function modelToWire({ facts, standing, isOwn, isOverridden }: ModelView): Model {
  return {
    id: facts.id,
    name: facts.name || facts.id,
    vendor: facts.vendor,
    family: facts.family ?? null,
    released_on: facts.releasedOn ?? null,
    is_deprecated: facts.isDeprecated ?? false,
    shuts_down_on: facts.shutdown?.on ?? null,
    successor: facts.shutdown?.successor ?? facts.successor ?? null,
    is_own: isOwn,
    is_overridden: isOverridden,
    context_tokens: facts.contextTokens ?? null,
    max_output_tokens: facts.maxOutputTokens ?? null,
    input_modalities: facts.inputModalities === undefined ? null : [...facts.inputModalities],
    supports_tools: facts.supportsTools ?? null,
    supports_structured_output: facts.supportsStructuredOutput ?? null,
    is_reasoning: facts.isReasoning ?? null,
    is_open_weights: facts.isOpenWeights ?? null,
    ...pricesToWire(facts),
    output_tokens_per_second: facts.speed?.outputTokensPerSecond ?? null,
    time_to_first_token_s: facts.speed?.timeToFirstTokenS ?? null,
    confidence: facts.confidence,
    ...standingToWire(standing),
    scores: facts.scores.map(scoreToWire),
    sources: [...facts.sources],
  };
}

/** For a list: without what only a page of the model itself shows, in the digits that a list shows. */
export const briefly = (model: Model): Model => ({
  ...model,
  abilities: model.abilities.map(({ success, spread, ...ability }) => ({
    ...ability,
    success: rounded(success, 3),
    spread: rounded(spread, 2),
  })),
  scores: [],
  sources: [],
  modes: [],
  ability_rests_on: null,
});

export function overrideToWire(override: StoredOverride): SavedModelOverride {
  return {
    id: override.modelId,
    override: override.facts,
    updated_at: toIso(override.updatedAtMs),
  };
}
