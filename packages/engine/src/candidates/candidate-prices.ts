// Prices of a candidate per token. Prices in the request beat the catalogue; an unknown price stays unknown.
import type { ModelPrices } from "@signalbox/contracts";

import type { CandidateInput, CandidatePrices } from "./candidate.ts";

const NO_TIERS: CandidatePrices["tiers"] = [];

const UNKNOWN: CandidatePrices = {
  inputUsdPerMTok: undefined,
  cachedUsdPerMTok: undefined,
  cacheWriteUsdPerMTok: undefined,
  outputUsdPerMTok: undefined,
  tiers: NO_TIERS,
  source: "unknown",
};

/**
 * Prices of a candidate. A price of the caller's is flat: the catalogue's tiers no longer apply, and the discount for reading
 * the cache and the surcharge for filling it keep the catalogue's ratios.
 */
export function pricesOf(
  candidate: Pick<CandidateInput, "facts" | "inputUsdPerMTok" | "outputUsdPerMTok">,
): CandidatePrices {
  const listed = candidate.facts?.prices;
  const { inputUsdPerMTok, outputUsdPerMTok } = candidate;
  if (inputUsdPerMTok === undefined && outputUsdPerMTok === undefined)
    return listed === undefined ? UNKNOWN : listedPrices(listed);
  const input = inputUsdPerMTok ?? listed?.inputUsdPerMTok;
  const output = outputUsdPerMTok ?? listed?.outputUsdPerMTok;
  return {
    inputUsdPerMTok: input,
    cachedUsdPerMTok: input === undefined ? undefined : input * cacheRatioOf(listed),
    cacheWriteUsdPerMTok: input === undefined ? undefined : input * writeRatioOf(listed),
    outputUsdPerMTok: output,
    tiers: NO_TIERS,
    source: input === undefined || output === undefined ? "unknown" : "request",
  };
}

const listedCache = new WeakMap<ModelPrices, CandidatePrices>();

function listedPrices(listed: ModelPrices): CandidatePrices {
  const known = listedCache.get(listed);
  if (known !== undefined) return known;
  const isKnown = listed.inputUsdPerMTok !== undefined && listed.outputUsdPerMTok !== undefined;
  const prices: CandidatePrices = {
    inputUsdPerMTok: listed.inputUsdPerMTok,
    cachedUsdPerMTok: listed.cachedInputUsdPerMTok ?? listed.inputUsdPerMTok,
    cacheWriteUsdPerMTok: listed.cacheWriteUsdPerMTok ?? listed.inputUsdPerMTok,
    outputUsdPerMTok: listed.outputUsdPerMTok,
    audioUsdPerMTok: listed.audioInputUsdPerMTok,
    cachedAudioUsdPerMTok: listed.cachedAudioUsdPerMTok,
    callUsd: listed.requestsUsdPer1k === undefined ? undefined : listed.requestsUsdPer1k / 1000,
    tiers: listed.tiers ?? NO_TIERS,
    factors: listed.factors,
    source: isKnown ? "catalogue" : "unknown",
    window: listed.window,
  };
  listedCache.set(listed, prices);
  return prices;
}

/** Cached over fresh input price; 1 where no discount is known. */
function cacheRatioOf(listed: ModelPrices | undefined): number {
  const { inputUsdPerMTok, cachedInputUsdPerMTok } = listed ?? {};
  if (inputUsdPerMTok === undefined || cachedInputUsdPerMTok === undefined || inputUsdPerMTok <= 0) return 1;
  return Math.min(1, cachedInputUsdPerMTok / inputUsdPerMTok);
}

/** Price of input that fills the cache over that of other input; 1 where no surcharge is known. */
function writeRatioOf(listed: ModelPrices | undefined): number {
  const { inputUsdPerMTok, cacheWriteUsdPerMTok } = listed ?? {};
  if (inputUsdPerMTok === undefined || cacheWriteUsdPerMTok === undefined || inputUsdPerMTok <= 0) return 1;
  return Math.max(1, cacheWriteUsdPerMTok / inputUsdPerMTok);
}
