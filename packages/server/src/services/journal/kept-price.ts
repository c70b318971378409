// The list price that a decision went by, as its journal row keeps it: prices move with the clock, so a replay must not look
// them up again. Numbers in a fixed order, since every candidate of every decision carries them.
import type { ModelFacts, ModelPrices, PriceTier, TokenPrices } from "@signalbox/contracts";
import { isRecord } from "@signalbox/contracts";
import type { JsonObject } from "@signalbox/storage";

/** USD per 1M tokens: input, cached input, cache write, output. */
const MEMBERS = [
  "inputUsdPerMTok",
  "cachedInputUsdPerMTok",
  "cacheWriteUsdPerMTok",
  "outputUsdPerMTok",
] as const;

const amountsOf = (prices: TokenPrices): (number | null)[] => MEMBERS.map((member) => prices[member] ?? null);

/** `{ usd: [...] }`, and `tiers` of rows that begin with their threshold; undefined where no price is known. */
export function keptPrice(prices: ModelPrices | undefined): JsonObject | undefined {
  if (prices === undefined) return undefined;
  const usd = amountsOf(prices);
  const tiers = prices.tiers?.map((tier) => [tier.aboveInputTokens, ...amountsOf(tier)]);
  return tiers === undefined ? { usd } : { usd, tiers };
}

function readAmounts(amounts: readonly unknown[]): TokenPrices {
  const known = MEMBERS.flatMap((member, i) => {
    const amount = amounts[i];
    return typeof amount === "number" ? [[member, amount] as const] : [];
  });
  return Object.fromEntries(known);
}

function readTier([aboveInputTokens, ...amounts]: readonly unknown[]): PriceTier {
  return { aboveInputTokens: Number(aboveInputTokens), ...readAmounts(amounts) };
}

export function readKeptPrice(kept: unknown): Omit<ModelPrices, "source"> | undefined {
  if (!isRecord(kept) || !Array.isArray(kept["usd"])) return undefined;
  const { usd, tiers } = kept as { usd: readonly unknown[]; tiers?: readonly (readonly unknown[])[] };
  return { ...readAmounts(usd), ...(tiers === undefined ? {} : { tiers: tiers.map(readTier) }) };
}

/** Facts with another price, by what that price is: replays of one model share them, as everything that is fitted to facts. */
const repriced = new WeakMap<ModelFacts, Map<string, ModelFacts>>();

/** The facts of today at the price of that decision; unchanged where the row kept none, as earlier rows did. */
export function atKeptPrice(facts: ModelFacts | undefined, kept: unknown): ModelFacts | undefined {
  const price = readKeptPrice(kept);
  if (facts === undefined || price === undefined) return facts;
  const key = JSON.stringify(kept);
  if (key === JSON.stringify(keptPrice(facts.prices))) return facts;
  const known = repriced.get(facts) ?? new Map<string, ModelFacts>();
  repriced.set(facts, known);
  const then = known.get(key) ?? { ...facts, prices: { ...price, source: "the journal" } };
  known.set(key, then);
  return then;
}
