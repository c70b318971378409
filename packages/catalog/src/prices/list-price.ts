// Reads one price of the price package: plain, tiered by input length, dated, or bound to hours of the day.
import type { ModelInfo, ModelPrice } from "@pydantic/genai-prices";
import type { PriceTier, TokenPrices } from "@signalbox/contracts";

export interface ListPrice extends TokenPrices {
  readonly tiers?: readonly PriceTier[];
}

const FIELDS = [
  ["inputUsdPerMTok", "input_mtok"],
  ["cachedInputUsdPerMTok", "cache_read_mtok"],
  ["cacheWriteUsdPerMTok", "cache_write_mtok"],
  ["outputUsdPerMTok", "output_mtok"],
] as const;

/** The price in force: the newest whose start has come; of prices bound to hours of the day the highest, so that no bill is understated. */
function pricesInForce(prices: ModelInfo["prices"], asOf: Date): ModelPrice {
  if (!Array.isArray(prices)) return prices;
  const day = asOf.toISOString().slice(0, 10);
  const started = prices.filter(
    ({ constraint }) => constraint?.type !== "start_date" || constraint.start_date <= day,
  );
  return started.at(-1)?.prices ?? {};
}

function baseOf(value: ModelPrice[string]): number | undefined {
  return typeof value === "object" ? value.base : value;
}

function tierPrice(value: ModelPrice[string], start: number): number | undefined {
  if (typeof value !== "object") return value;
  return value.tiers.findLast((tier) => tier.start <= start)?.price ?? value.base;
}

function pick(read: (key: string) => number | undefined): TokenPrices {
  const known = FIELDS.flatMap(([field, key]) => {
    const value = read(key);
    return value === undefined || !Number.isFinite(value) || value < 0 ? [] : [[field, value] as const];
  });
  return Object.fromEntries(known);
}

function tierAt(prices: ModelPrice, start: number): PriceTier {
  return { aboveInputTokens: start, ...pick((key) => tierPrice(prices[key], start)) };
}

function tiersOf(prices: ModelPrice): readonly PriceTier[] {
  const starts = FIELDS.flatMap(([, key]) => {
    const value = prices[key];
    return typeof value === "object" ? value.tiers.map((tier) => tier.start) : [];
  });
  return [...new Set(starts)].toSorted((a, b) => a - b).map((start) => tierAt(prices, start));
}

/** @returns undefined when the entry prices no text tokens (images, speech, embeddings without output). */
export function listPriceOf(model: ModelInfo, asOf: Date): ListPrice | undefined {
  const prices = pricesInForce(model.prices, asOf);
  const base = pick((key) => baseOf(prices[key]));
  if (base.inputUsdPerMTok === undefined || base.outputUsdPerMTok === undefined) return undefined;
  const tiers = tiersOf(prices);
  return tiers.length === 0 ? base : { ...base, tiers };
}
