// Prices of candidates at the service tier that the request asks of the provider.
import type { PriceFactors, PriceTier } from "@signalbox/contracts";

import type { Candidate, CandidatePrices } from "./candidate.ts";

export type ServiceTier = "flex" | "priority" | "batch";

/** Words of the providers; "auto", "default" and "standard" are the list price. */
const TIER_OF_WORD: ReadonlyMap<unknown, ServiceTier> = new Map([
  ["flex", "flex"],
  ["batch", "batch"],
  ["priority", "priority"],
  ["fast", "priority"],
]);

export const serviceTierOf = (word: unknown): ServiceTier | undefined => TIER_OF_WORD.get(word);

/** The factor on the list price; undefined where the source of the price does not say. */
export function factorAt(prices: CandidatePrices, tier: ServiceTier): number | undefined {
  const factors: PriceFactors | undefined = prices.factors;
  return prices.source === "catalogue" ? factors?.[tier] : undefined;
}

const times = (price: number | undefined, factor: number): number | undefined =>
  price === undefined ? undefined : price * factor;

function scaledTier(tier: PriceTier, factor: number): PriceTier {
  const { aboveInputTokens, ...prices } = tier;
  const scaled = Object.entries(prices).map(([name, price]) => [name, price * factor] as const);
  return { aboveInputTokens, ...Object.fromEntries(scaled) };
}

function scaled(prices: CandidatePrices, factor: number): CandidatePrices {
  return {
    ...prices,
    inputUsdPerMTok: times(prices.inputUsdPerMTok, factor),
    cachedUsdPerMTok: times(prices.cachedUsdPerMTok, factor),
    cacheWriteUsdPerMTok: times(prices.cacheWriteUsdPerMTok, factor),
    outputUsdPerMTok: times(prices.outputUsdPerMTok, factor),
    audioUsdPerMTok: times(prices.audioUsdPerMTok, factor),
    cachedAudioUsdPerMTok: times(prices.cachedAudioUsdPerMTok, factor),
    tiers: prices.tiers.map((tier) => scaledTier(tier, factor)),
  };
}

/** A price whose factor is unknown stays as it is; the request is warned of it. */
export function atServiceTier(
  candidates: readonly Candidate[],
  tier: ServiceTier | undefined,
): readonly Candidate[] {
  if (tier === undefined) return candidates;
  return candidates.map((candidate) => {
    const factor = factorAt(candidate.prices, tier);
    return factor === undefined ? candidate : { ...candidate, prices: scaled(candidate.prices, factor) };
  });
}
