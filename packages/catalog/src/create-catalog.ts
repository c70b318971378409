// The catalogue: committed facts + prices of the price package + the user's own file, joined once, immutable afterwards.
// Invariant: a spelling that is not exactly known is undefined; no fact is invented, absent means unknown.
import type { Provider } from "@pydantic/genai-prices";
import type { ModelCatalog, ModelFacts, ModelPrices, PublicScore } from "@signalbox/contracts";
import type { CatalogData, CatalogRecord, ScoreRow } from "./catalog-record.ts";
import type { AliasIndex, Identity } from "./identity/alias-index.ts";
import { buildAliasIndex } from "./identity/alias-index.ts";
import type { Spelling } from "./identity/split-spelling.ts";
import { loadCatalogData } from "./load-catalog-data.ts";
import type { CatalogOverrides } from "./overrides/catalog-overrides.ts";
import { applyOverrides, withOverriddenRecords } from "./overrides/apply-overrides.ts";
import type { PriceChoice } from "./prices/choose-price.ts";
import { priceAtHost, priceHostOf, standingPrice } from "./prices/choose-price.ts";
import { PRICE_PACKAGE } from "./prices/price-package.ts";
import type { PriceBook } from "./prices/price-book.ts";
import { buildPriceBook, loadBundledProviders } from "./prices/price-book.ts";

export interface CatalogOptions {
  /** The user's own file, parsed by `parseOverrides`. */
  readonly overrides?: CatalogOverrides | undefined;
  /** Price data newer than the bundled one, in the price package's own format. */
  readonly providers?: readonly Provider[] | undefined;
  /** Name of those price data, for the version and the sources. */
  readonly providersVersion?: string | undefined;
  /** Decides which of several dated prices is in force. Default: now. */
  readonly asOf?: Date | undefined;
  readonly data?: CatalogData | undefined;
}

export interface Catalog extends ModelCatalog {
  /** Facts by canonical id. */
  get(id: string): ModelFacts | undefined;
  /** Canonical id of a spelling; undefined when unknown. */
  identify(spelling: Spelling): string | undefined;
  /** OpenRouter's id of a model, when its price list carries the model. */
  openrouterIdOf(id: string): string | undefined;
}

/** Distinct spellings kept resolved. Callers repeat theirs; the bound keeps a hostile caller from growing memory. */
const RESOLVED_MAX = 5000;
const FREE_VARIANT = /:free$/i;

function scoreOf([benchmark, score, reliability, source, setting, date]: ScoreRow): PublicScore {
  return {
    benchmark,
    score,
    source,
    reliability,
    ...(setting === "" ? {} : { setting }),
    ...(date === "" ? {} : { date }),
  };
}

function choiceOf(record: CatalogRecord, book: PriceBook, bookVersion: string): PriceChoice {
  return { vendor: record.vendor, entries: book.get(record.id) ?? [], recorded: record.price, bookVersion };
}

function factsOf(record: CatalogRecord, scores: readonly ScoreRow[], choice: PriceChoice): ModelFacts {
  const { aliases: _aliases, price: _price, ...known } = record;
  const prices = standingPrice(choice);
  const contextTokens =
    record.contextTokens ?? choice.entries.find((entry) => entry.contextTokens)?.contextTokens;
  return {
    ...known,
    ...(contextTokens === undefined ? {} : { contextTokens }),
    ...(prices === undefined ? {} : { prices }),
    scores: scores.map(scoreOf),
  };
}

interface CatalogParts {
  readonly index: AliasIndex;
  readonly factsById: ReadonlyMap<string, ModelFacts>;
  readonly choices: ReadonlyMap<string, PriceChoice>;
  /** Ids whose price the user's file states; it beats every host's. */
  readonly ownPriced: ReadonlySet<string>;
}

function priceFor(parts: CatalogParts, identity: Identity, isFree: boolean): ModelPrices | undefined {
  if (parts.ownPriced.has(identity.id)) return undefined;
  if (isFree)
    return { inputUsdPerMTok: 0, outputUsdPerMTok: 0, source: "the free variant named by the caller" };
  const choice = parts.choices.get(identity.id);
  if (choice === undefined) return undefined;
  const hosts = identity.servedBy.map(priceHostOf);
  return hosts.map((host) => priceAtHost(choice, host)).find((price) => price !== undefined);
}

function resolveWith(parts: CatalogParts, spelling: Spelling): ModelFacts | undefined {
  const identity = parts.index.find(spelling);
  const facts = identity === undefined ? undefined : parts.factsById.get(identity.id);
  if (identity === undefined || facts === undefined) return undefined;
  const prices = priceFor(parts, identity, FREE_VARIANT.test(spelling.model));
  return prices === undefined ? facts : { ...facts, prices };
}

function memoise(resolve: (spelling: Spelling) => ModelFacts | undefined): ModelCatalog["resolve"] {
  const resolved = new Map<string, ModelFacts | undefined>();
  return (spelling) => {
    const key = `${spelling.provider ?? ""}\n${spelling.model}`;
    if (resolved.has(key)) return resolved.get(key);
    if (resolved.size >= RESOLVED_MAX) resolved.clear();
    const facts = resolve(spelling);
    resolved.set(key, facts);
    return facts;
  };
}

function joinParts(options: CatalogOptions, data: CatalogData, bookVersion: string): CatalogParts {
  const records = withOverriddenRecords(data.models, options.overrides);
  const index = buildAliasIndex(records);
  const book = buildPriceBook(options.providers ?? loadBundledProviders(), index, options.asOf ?? new Date());
  const choices = new Map(records.map((record) => [record.id, choiceOf(record, book, bookVersion)]));
  const facts = records.map((record) => {
    const choice = choices.get(record.id) ?? choiceOf(record, book, bookVersion);
    return factsOf(record, data.scoresById[record.id] ?? [], choice);
  });
  const overridden = applyOverrides(facts, options.overrides);
  return {
    index,
    choices,
    factsById: new Map(overridden.facts.map((each) => [each.id, each])),
    ownPriced: overridden.ownPriced,
  };
}

/** @throws SignalboxError invalid_data when the committed data or an override claims a spelling twice. */
export function createCatalog(options: CatalogOptions = {}): Catalog {
  const data = options.data ?? loadCatalogData();
  const bookVersion = options.providersVersion ?? PRICE_PACKAGE;
  const parts = joinParts(options, data, bookVersion);
  const list = [...parts.factsById.values()];
  const own = options.overrides === undefined ? "" : `+${options.overrides.version}`;
  return {
    version: `${data.version}+${bookVersion.replace(" ", "@")}${own}`,
    resolve: memoise((spelling) => resolveWith(parts, spelling)),
    list: () => list,
    get: (id) => parts.factsById.get(id),
    identify: (spelling) => parts.index.find(spelling)?.id,
    openrouterIdOf: (id) =>
      parts.choices.get(id)?.entries.find((entry) => entry.host === "openrouter")?.modelName,
  };
}
