// What a candidate costs per token. Prices in the request beat the catalogue; an unknown price stays unknown.
import type { ModelPrices } from "@signalbox/contracts";

import type { CandidateInput } from "../decide/types.ts";
import type { CandidatePrices } from "./candidate.ts";

const NO_TIERS: CandidatePrices["tiers"] = [];

const UNKNOWN: CandidatePrices = {
  inputUsdPerMTok: undefined,
  cachedUsdPerMTok: undefined,
  outputUsdPerMTok: undefined,
  tiers: NO_TIERS,
  source: "unknown",
};

/**
 * Prices of a candidate. A price of the caller's is flat: the catalogue's tiers no longer apply, and the cache discount keeps
 * the catalogue's ratio.
 */
export function pricesOf(candidate: CandidateInput): CandidatePrices {
  const listed = candidate.facts?.prices;
  const { inputUsdPerMTok, outputUsdPerMTok } = candidate;
  if (inputUsdPerMTok === undefined && outputUsdPerMTok === undefined)
    return listed === undefined ? UNKNOWN : listedPrices(listed);
  const input = inputUsdPerMTok ?? listed?.inputUsdPerMTok;
  const output = outputUsdPerMTok ?? listed?.outputUsdPerMTok;
  return {
    inputUsdPerMTok: input,
    cachedUsdPerMTok: input === undefined ? undefined : input * cacheRatioOf(listed),
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
    outputUsdPerMTok: listed.outputUsdPerMTok,
    tiers: listed.tiers ?? NO_TIERS,
    source: isKnown ? "catalogue" : "unknown",
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
