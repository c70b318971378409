// Dollars of one call, from what was reported and the catalogue's prices.
import type { Catalog } from "@signalbox/catalog";

import type { Usage } from "../protocols/protocol.ts";

const TOKENS_PER_PRICE = 1e6;

/** Undefined where a price or a number of tokens is unknown: never 0. @unit USD */
export function priceCall(
  catalog: Pick<Catalog, "resolve">,
  model: string,
  usage: Usage,
): number | undefined {
  const { inputTokens, outputTokens, cacheReadTokens = 0, cacheWriteTokens = 0 } = usage;
  const prices = catalog.resolve({ model })?.prices;
  if (prices === undefined || inputTokens === undefined || outputTokens === undefined) return undefined;
  const tier = prices.tiers?.findLast(({ aboveInputTokens }) => inputTokens > aboveInputTokens);
  const { inputUsdPerMTok: input, outputUsdPerMTok: output, ...cache } = { ...prices, ...tier };
  if (input === undefined || output === undefined) return undefined;
  const read = Math.min(cacheReadTokens, inputTokens);
  const written = Math.min(cacheWriteTokens, inputTokens - read);
  const perMTok =
    (inputTokens - read - written) * input +
    read * (cache.cachedInputUsdPerMTok ?? input) +
    written * (cache.cacheWriteUsdPerMTok ?? input) +
    outputTokens * output;
  return perMTok / TOKENS_PER_PRICE;
}
