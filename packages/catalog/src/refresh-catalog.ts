// The changes that newer price data would make: the committed catalogue against a newer price list, model by model. Nothing is
// written; the service takes the newer list through its configuration, or through the next release of the price package.
import type { ModelFacts, ModelPrices } from "@signalbox/contracts";
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

function samePrices(a: ModelPrices | undefined, b: ModelPrices | undefined): boolean {
  const numbers = (prices: ModelPrices | undefined): string => {
    return JSON.stringify([
      prices?.inputUsdPerMTok,
      prices?.cachedInputUsdPerMTok,
      prices?.cacheWriteUsdPerMTok,
      prices?.outputUsdPerMTok,
      prices?.audioInputUsdPerMTok,
      prices?.requestsUsdPer1k,
      prices?.tiers,
    ]);
  };
  return numbers(a) === numbers(b);
}

function changesBetween(
  before: readonly ModelFacts[],
  after: ReadonlyMap<string, ModelFacts>,
): readonly PriceChange[] {
  return before.flatMap(({ id, prices }) => {
    const next = after.get(id)?.prices;
    return samePrices(prices, next) ? [] : [{ id, before: prices, after: next }];
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

function priceText(prices: ModelPrices | undefined): string {
  return prices === undefined
    ? "unknown"
    : `${prices.inputUsdPerMTok ?? "?"} in / ${prices.outputUsdPerMTok ?? "?"} out`;
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
