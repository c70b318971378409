// Dollars of one call, from what was reported and the prices that hold here.
import type { Catalog } from "@signalbox/catalog";
import type { ModelFacts } from "@signalbox/contracts";
import { candidatePricesOf, expectedBill } from "@signalbox/engine/internals";

import type { Usage } from "../protocols/protocol.ts";
import type { GatewayCandidate } from "../settings/settings.ts";

export type Prices = ReturnType<typeof candidatePricesOf>;
type Facts = ModelFacts | undefined;

/** Prices of a candidate: those that it states come before those that the catalogue lists. */
const statedOver = (facts: Facts, candidate: GatewayCandidate | undefined): Prices =>
  candidatePricesOf({
    facts,
    inputUsdPerMTok: candidate?.wire.input_price ?? candidate?.wire.price ?? undefined,
    outputUsdPerMTok: candidate?.wire.output_price ?? candidate?.wire.price ?? undefined,
  });

export interface Priced {
  readonly catalog: Pick<Catalog, "resolve">;
  readonly candidates: readonly GatewayCandidate[];
}

const factsOf = ({ catalog }: Pick<Priced, "catalog">, names: readonly (string | undefined)[]): Facts =>
  names.map((model) => (model === undefined ? undefined : catalog.resolve({ model }))).find(Boolean);

/** @param name a candidate by its label or its upstream's name, or any other model */
export function pricesOf(priced: Priced, name: string): Prices {
  const candidate =
    priced.candidates.find(({ label }) => label === name) ??
    priced.candidates.find(({ model }) => model === name);
  return statedOver(factsOf(priced, [name, candidate?.model]), candidate);
}

/** The model that answered may be another than was asked for: it is billed as what it is, and nothing that is stated holds for it. */
export function servedPrices(priced: Priced, label: string, servedModel: string | undefined): Prices {
  const own = priced.candidates.find((candidate) => candidate.label === label);
  const asked = factsOf(priced, [label, own?.model]);
  const served = factsOf(priced, [servedModel]);
  const isOther = served !== undefined && asked !== undefined && served.id !== asked.id;
  return isOther ? statedOver(served, undefined) : statedOver(served ?? asked, own);
}

/** Prices of a service tier over the usual ones. @source openai.com/api/pricing, docs.claude.com/en/build-with-claude/fast-mode */
const TIERS: Readonly<Record<string, number>> = { flex: 0.5, batch: 0.5, priority: 2, fast: 6 };
/** Anthropic's tier of that name is paid for beforehand. */
const tierFactor = ({ tier = "", cacheWriteTokens }: Usage): number =>
  tier === "priority" && cacheWriteTokens !== undefined ? 1 : (TIERS[tier] ?? 1);
/** A prompt that is kept for an hour costs so many times its input. @source docs.claude.com/en/docs/build-with-claude/prompt-caching */
const HOUR_WRITE = 2;
/** Price of a search at Anthropic and OpenAI. @unit USD */
const SEARCH_USD = 0.01;

/** Undefined where a price or a number of tokens is unknown: never 0. @unit USD */
export function priceCall(prices: Prices, usage: Usage): number | undefined {
  const { inputTokens, outputTokens, cacheReadTokens = 0, cacheWriteTokens = 0 } = usage;
  if (inputTokens === undefined || outputTokens === undefined) return undefined;
  const { inputUsdPerMTok: input = 0, cacheWriteUsdPerMTok: write = input } = prices;
  const hourUsd = ((usage.cacheWriteHourTokens ?? 0) * (HOUR_WRITE * input - write)) / 1e6;
  const tokensUsd = expectedBill(prices, {
    inputTokens,
    cachedInputTokens: cacheReadTokens,
    writtenInputTokens: cacheWriteTokens,
    output: { visibleMean: outputTokens, hiddenMean: 0, low: outputTokens, high: outputTokens },
  }).usd;
  if (tokensUsd === undefined) return undefined;
  return (tokensUsd + hourUsd) * tierFactor(usage) + (usage.searches ?? 0) * SEARCH_USD;
}
