// Reads one price of the price package: plain, tiered by input length, dated, or bound to hours of the day.
import type { ModelInfo, ModelPrice } from "@pydantic/genai-prices";
import type { PriceTier, PriceWindow, TokenPrices } from "@signalbox/contracts";
import { nextPrices, pricesAt } from "./price-rules.ts";

export interface ListPrice extends TokenPrices {
  readonly tiers?: readonly PriceTier[];
  readonly window?: PriceWindow;
}

/** Member of our prices -> its name in the price package. */
export const PRICE_MEMBERS = [
  ["inputUsdPerMTok", "input_mtok"],
  ["cachedInputUsdPerMTok", "cache_read_mtok"],
  ["cacheWriteUsdPerMTok", "cache_write_mtok"],
  ["outputUsdPerMTok", "output_mtok"],
  ["audioInputUsdPerMTok", "input_audio_mtok"],
  ["cachedAudioUsdPerMTok", "cache_audio_read_mtok"],
  ["searchesUsdPer1k", "web_searches_kcount"],
  ["requestsUsdPer1k", "requests_kcount"],
] as const;

function baseOf(value: ModelPrice[string]): number | undefined {
  return typeof value === "object" ? value.base : value;
}

function tierPrice(value: ModelPrice[string], start: number): number | undefined {
  if (typeof value !== "object") return value;
  return value.tiers.findLast((tier) => tier.start <= start)?.price ?? value.base;
}

function pick(read: (key: string) => number | undefined): TokenPrices {
  const known = PRICE_MEMBERS.flatMap(([field, key]) => {
    const value = read(key);
    return value === undefined || !Number.isFinite(value) || value < 0 ? [] : [[field, value] as const];
  });
  return Object.fromEntries(known);
}

function tierAt(prices: ModelPrice, start: number): PriceTier {
  return { aboveInputTokens: start, ...pick((key) => tierPrice(prices[key], start)) };
}

function tiersOf(prices: ModelPrice): readonly PriceTier[] {
  const starts = PRICE_MEMBERS.flatMap(([, key]) => {
    const value = prices[key];
    return typeof value === "object" ? value.tiers.map((tier) => tier.start) : [];
  });
  return [...new Set(starts)].toSorted((a, b) => a - b).map((start) => tierAt(prices, start));
}

/** A change further off than this says nothing about the call at hand. */
export const WINDOW_MS_MAX = 7 * 86_400_000;

function windowOf(model: ModelInfo, price: TokenPrices, nowMs: number): PriceWindow | undefined {
  const next = nextPrices(model, nowMs);
  if (next === undefined || next.fromMs - nowMs > WINDOW_MS_MAX) return undefined;
  const until = new Date(next.fromMs).toISOString();
  if (!next.isRecurring) return { tariff: "dated", until };
  const later = baseOf(next.prices?.["output_mtok"]) ?? 0;
  return { tariff: (price.outputUsdPerMTok ?? 0) > later ? "peak" : "off-peak", until };
}

/** @returns undefined when the entry prices no text tokens (images, speech, embeddings without output). */
export function listPriceOf(model: ModelInfo, asOf: Date): ListPrice | undefined {
  const prices = pricesAt(model, asOf.getTime()) ?? {};
  const base = pick((key) => baseOf(prices[key]));
  if (base.inputUsdPerMTok === undefined || base.outputUsdPerMTok === undefined) return undefined;
  const tiers = tiersOf(prices);
  const window = windowOf(model, base, asOf.getTime());
  return {
    ...base,
    ...(tiers.length === 0 ? {} : { tiers }),
    ...(window === undefined ? {} : { window }),
  };
}

/** Prices of speech, searches and calls, which most lists leave out: those of an older entry hold on. */
export function unstatedPrices({ prices }: Pick<ModelInfo, "prices">): ModelPrice {
  const last = Array.isArray(prices) ? prices.at(-1)?.prices : prices;
  return Object.fromEntries(Object.entries(last ?? {}).filter(([name]) => /_kcount$|audio/.test(name)));
}
