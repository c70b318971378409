// The changes that newer price data would make: the committed catalogue against a newer price list, model by model. Nothing is
// written; the service takes the newer list through its configuration, or through the next release of the price package.
import type { Provider } from "@pydantic/genai-prices";
import type { ModelFacts, ModelPrices } from "@signalbox/contracts";
import type { CatalogOptions } from "./create-catalog.ts";
import { createCatalog } from "./create-catalog.ts";
import { buildAliasIndex } from "./identity/alias-index.ts";
import { listPriceOf } from "./prices/list-price.ts";
import { loadBundledProviders } from "./prices/price-book.ts";
import { readPriceList } from "./prices/price-list-file.ts";
import { loadCatalogData } from "./load-catalog-data.ts";

export interface PriceChange {
  readonly id: string;
  readonly before: ModelPrices | undefined;
  readonly after: ModelPrices | undefined;
}

export interface CatalogRefresh {
  readonly version: string;
  readonly changedPrices: readonly PriceChange[];
  /** Models that the list names under a first-hand seller and that the catalogue does not know. */
  readonly unknownModels: readonly string[];
}

/** Sellers whose own models are worth a new entry; resellers only repeat them. */
const FIRST_HAND = new Set(
  "openai anthropic google x-ai mistral deepseek cohere moonshotai minimax zai perplexity".split(" "),
);
/** Entries that are no chat models. */
const NOT_CHAT =
  /embed|image|audio|tts|whisper|transcribe|realtime|ocr|moderation|voice|live|davinci|babbage|curie|^ada$|search|computer-use|ft[:-]|voxtral|veo|imagen|rerank/;

function samePrices(a: ModelPrices | undefined, b: ModelPrices | undefined): boolean {
  const numbers = (prices: ModelPrices | undefined): string => {
    return JSON.stringify([
      prices?.inputUsdPerMTok,
      prices?.cachedInputUsdPerMTok,
      prices?.cacheWriteUsdPerMTok,
      prices?.outputUsdPerMTok,
      prices?.tiers,
    ]);
  };
  return numbers(a) === numbers(b);
}

function unknownModels(providers: readonly Provider[], asOf: Date): readonly string[] {
  const index = buildAliasIndex(loadCatalogData().models);
  return providers
    .filter(({ id }) => FIRST_HAND.has(id))
    .flatMap((provider) => provider.models.map((model) => ({ provider: provider.id, model })))
    .filter(
      ({ model }) =>
        !NOT_CHAT.test(model.id) && !model.id.includes(":") && listPriceOf(model, asOf) !== undefined,
    )
    .filter(({ provider, model }) => index.find({ provider, model: model.id }) === undefined)
    .map(({ provider, model }) => `${provider}/${model.id}`);
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
  /** A newer price list; default: the one of the installed price package. */
  readonly pricesFile?: string | undefined;
  readonly overrides?: CatalogOptions["overrides"];
  readonly asOf?: Date | undefined;
}

/** Compares the catalogue with the price list; with no list given it tells which bundled models have no entry yet. */
export function refreshCatalog(options: RefreshOptions = {}): CatalogRefresh {
  const asOf = options.asOf ?? new Date();
  const current = createCatalog({ overrides: options.overrides, asOf });
  const newer = options.pricesFile === undefined ? undefined : readPriceList(options.pricesFile);
  const providers = newer?.providers ?? loadBundledProviders();
  const providersVersion = newer?.version;
  const next = createCatalog({ overrides: options.overrides, providers, providersVersion, asOf });
  const after = new Map(next.list().map((facts) => [facts.id, facts]));
  return {
    version: next.version,
    changedPrices: changesBetween(current.list(), after),
    unknownModels: unknownModels(providers, asOf),
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
  const unknown = refresh.unknownModels.map((name) => `  ${name}`);
  return [
    `Catalogue ${refresh.version}`,
    `Changed prices (USD per 1M tokens): ${prices.length}`,
    ...prices,
    `Models without an entry: ${unknown.length}`,
    ...unknown,
    "",
  ].join("\n");
}
