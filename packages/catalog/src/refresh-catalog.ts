// The changes that newer price data would make: the committed catalogue against a newer price list, model by model. Nothing is
// written; the service takes the newer list through its configuration, or through the next release of the price package.
import type { ModelFacts, ModelPrices, TokenPrices } from "@signalbox/contracts";
import type { CatalogOptions } from "./create-catalog.ts";
import { createCatalog } from "./create-catalog.ts";
import type { PriceList } from "./prices/price-list-file.ts";

export interface PriceChange {
  readonly id: string;
  readonly before: ModelPrices | undefined;
  readonly after: ModelPrices | undefined;
}

export interface CatalogRefresh {
  readonly version: string;
  readonly changedPrices: readonly PriceChange[];
  /** Models that the list names under their own vendor and that it adds to the catalogue. */
  readonly addedModels: readonly string[];
  /** Models whose announced end is another one. */
  readonly changedEnds: readonly EndChange[];
}

export interface EndChange {
  readonly id: string;
  /** ISO days; undefined where no end is announced. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Members of prices by their words in a report. */
const WORDS: readonly (readonly [keyof TokenPrices, string])[] = [
  ["inputUsdPerMTok", "in"],
  ["outputUsdPerMTok", "out"],
  ["cachedInputUsdPerMTok", "cached"],
  ["cacheWriteUsdPerMTok", "written to the cache"],
  ["audioInputUsdPerMTok", "speech"],
  ["requestsUsdPer1k", "a thousand calls"],
];

/** The text of all that a report compares, tiers too. */
function priceText(prices: ModelPrices | undefined): string {
  if (prices === undefined) return "unknown";
  const wordsOf = (amounts: TokenPrices): string =>
    WORDS.flatMap(([member, words]) =>
      amounts[member] === undefined ? [] : `${amounts[member]} ${words}`,
    ).join(" / ");
  const tiers = (prices.tiers ?? []).map(
    (tier) => `; above ${tier.aboveInputTokens} tokens ${wordsOf(tier)}`,
  );
  return wordsOf(prices) + tiers.join("");
}

function changesBetween(
  before: readonly ModelFacts[],
  after: ReadonlyMap<string, ModelFacts>,
): readonly PriceChange[] {
  return before.flatMap(({ id, prices }) => {
    const next = after.get(id)?.prices;
    return priceText(prices) === priceText(next) ? [] : [{ id, before: prices, after: next }];
  });
}

export interface RefreshOptions {
  /** A newer list; default: the one of the installed price package. */
  readonly list?: PriceList | undefined;
  readonly overrides?: CatalogOptions["overrides"];
  readonly asOf?: Date | undefined;
}

/** Compares the catalogue with a newer list. */
export function refreshCatalog({ list, overrides, asOf = new Date() }: RefreshOptions = {}): CatalogRefresh {
  const current = createCatalog({ overrides, asOf });
  const { version: providersVersion, ...newer } = list ?? {};
  const next = createCatalog({ overrides, ...newer, providersVersion, asOf });
  const after = new Map(next.list().map((facts) => [facts.id, facts]));
  const known = new Set(current.list().map(({ id }) => id));
  return {
    version: next.version,
    changedPrices: changesBetween(current.list(), after),
    changedEnds: current.list().flatMap(({ id, shutdown }): readonly EndChange[] => {
      const end = after.get(id)?.shutdown?.on;
      return end === shutdown?.on ? [] : [{ id, before: shutdown?.on, after: end }];
    }),
    addedModels: [...after.keys()].filter((id) => !known.has(id)),
  };
}

/** The refresh in words, one line a finding; for the command line. */
export function describeRefresh(refresh: CatalogRefresh): string {
  const prices = refresh.changedPrices.map(
    ({ id, before, after }) => `  ${id}: ${priceText(before)} -> ${priceText(after)}`,
  );
  const added = refresh.addedModels.map((name) => `  ${name}`);
  const ends = refresh.changedEnds.map(
    ({ id, before = "none", after = "none" }) => `  ${id}: ${before} -> ${after}`,
  );
  return [
    `Catalogue ${refresh.version}`,
    `Changed prices (USD per 1M tokens): ${prices.length}`,
    ...prices,
    `Changed ends: ${ends.length}`,
    ...ends,
    `New models: ${added.length}`,
    ...added,
    "",
  ].join("\n");
}
