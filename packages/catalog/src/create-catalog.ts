// The catalogue: committed facts + prices of the price package + the user's own file, immutable. `at` gives the one whose prices
// are in force at another time; what no clock changes is shared between them.
// Invariant: a spelling that is not exactly known is undefined; no fact is invented, absent means unknown.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import type { Provider } from "@pydantic/genai-prices";
import {
  type ModelCatalog,
  type ModelFacts,
  type ModelPrices,
  type PriceFactors,
  type PublicScore,
  type Spelling,
  type TokenPrices,
  SignalboxError,
} from "@signalbox/contracts";
import type { CatalogData, CatalogRecord, ModeRow, ScoreRow, MovingName } from "./catalog-record.ts";
import { imageTokensOf } from "./image-rules.data.ts";
import { type AliasIndex, type Identity, buildAliasIndex } from "./identity/alias-index.ts";
import { type LineIndex, createLineIndex } from "./lines/line-index.ts";
import { inheritFacts, predecessorOf, withPredecessors } from "./lines/inherit.ts";
import { movedModel, movingTable, type MovingTable } from "./lines/moving-names.ts";
import { modeFactsOf } from "./modes/mode-facts.ts";
import { type CatalogOverrides, joinOverrides, refuseModeIds } from "./overrides/catalog-overrides.ts";
import { applyOverrides, withOverriddenRecords } from "./overrides/apply-overrides.ts";
import type { ListedModel } from "./prices/common-lists.ts";
import { newRecords, withListedEnds } from "./prices/listed-models.ts";
import {
  type PriceChoice,
  listedContext,
  nameAtHost,
  priceAtHost,
  standingPrice,
} from "./prices/choose-price.ts";
import { LOCAL_HOSTS, priceHostOf } from "./host-words.ts";
import { type PriceClaims, claimPrices, loadBundledProviders } from "./prices/price-book.ts";
import { changesOverTime } from "./prices/price-rules.ts";
import { withRecordedPrices } from "./prices/recorded-claims.ts";
import type { CatalogDates } from "./lifecycle/catalog-age.ts";
import { endingMoments, shutdownAt } from "./lifecycle/shutdown-at.ts";
import { type Timeline, createTimeline } from "./prices/price-timeline.ts";

// Reads the committed facts. They are ours and drift-tested, so only their gross shape is checked here.

const DATA_DIR = join(import.meta.dirname, "../data");

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (cause) {
    throw new SignalboxError("invalid_data", `${path} cannot be read as JSON.`, { cause });
  }
}

/** @throws SignalboxError invalid_data when a file is missing, malformed or empty. */
export function loadCatalogData(dataDir: string = DATA_DIR): CatalogData {
  const facts = readJson(join(dataDir, "models.json")) as {
    version?: string;
    models?: CatalogRecord[];
    movingNames?: MovingName[];
  };
  const scores = readJson(join(dataDir, "scores.json")) as { scoresById?: Record<string, ScoreRow[]> };
  const modes = readJson(join(dataDir, "modes.json")) as { modesById?: Record<string, ModeRow[]> };
  if (
    facts.version === undefined ||
    !Array.isArray(facts.models) ||
    scores.scoresById === undefined ||
    modes.modesById === undefined
  ) {
    throw new SignalboxError("invalid_data", `${dataDir} does not hold catalogue data.`);
  }
  const { version, models, movingNames = [] } = facts;
  return { version, models, movingNames, scoresById: scores.scoresById, modesById: modes.modesById };
}

// Name and version of the bundled price package, read from its own manifest so that a source never names the wrong release.
const NAME = "@pydantic/genai-prices";

function readVersion(): string {
  const entry = fileURLToPath(import.meta.resolve(NAME));
  const manifest = JSON.parse(readFileSync(join(entry, "../../package.json"), "utf8")) as { version: string };
  return manifest.version;
}

/** For example "genai-prices 0.1.8". */
const PRICE_PACKAGE = `genai-prices ${readVersion()}`;

export interface CatalogOptions {
  /** The user's own file, parsed by `parseOverrides`. */
  readonly overrides?: CatalogOverrides | undefined;
  /** Price data newer than the bundled one, in the price package's own format. */
  readonly providers?: readonly Provider[] | undefined;
  /** Models of those data; those that the catalogue does not know are added. */
  readonly listed?: readonly ListedModel[] | undefined;
  /** Facts of a newer list in our own form; the user's own file goes before them. */
  readonly facts?: CatalogOverrides | undefined;
  /** ISO day on which those data were fetched. Default: that of the facts. */
  readonly readOn?: string | undefined;
  /** Name of those price data, for the version and the sources. */
  readonly providersVersion?: string | undefined;
  /** Decides which of several prices is in force until `at` is asked. Default: now. */
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
  /** Days on which the facts and the prices were read. */
  readonly readOn: CatalogDates;
  /** The newest model that follows another one, in its line or as its successor, and that lasts for 90 days. */
  headOf(id: string): ModelFacts | undefined;
  at(nowMs: number): Catalog;
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

interface Recorded {
  readonly scores: readonly ScoreRow[];
  readonly modes: readonly ModeRow[];
  readonly asOf: Date;
}

function factsOf(
  record: CatalogRecord,
  { scores, modes: rows, asOf }: Recorded,
  choice: PriceChoice,
): ModelFacts {
  const { aliases: _aliases, price, thinking: _thinking, ...known } = record;
  const prices = withFactors(standingPrice(choice), price?.factors);
  const contextTokens = record.contextTokens ?? listedContext(choice);
  const modes = modeFactsOf(record, rows);
  const shutdown = shutdownAt(record, [], asOf.getTime());
  const imageTokens = imageTokensOf(record.id);
  // `known` is a copy already; another one for each of hundreds of models would be felt at every start.
  return Object.assign(
    known,
    imageTokens === undefined ? undefined : { imageTokens },
    shutdown === undefined ? undefined : { shutdown },
    contextTokens === undefined ? undefined : { contextTokens },
    modes === undefined ? undefined : { modes },
    prices === undefined ? undefined : { prices },
    { scores: scores.map(scoreOf) },
  );
}

/** The price with the factors on it; an entry that the cache keeps for an hour costs a multiple of input. */
function withFactors(
  prices: ModelPrices | undefined,
  factors: PriceFactors | undefined,
): ModelPrices | undefined {
  if (prices === undefined || factors === undefined) return prices;
  const { cacheWrite1h } = factors;
  const hourly = ({ inputUsdPerMTok: input }: TokenPrices): TokenPrices =>
    cacheWrite1h === undefined || input === undefined ? {} : { cacheWrite1hUsdPerMTok: input * cacheWrite1h };
  const tiers = prices.tiers?.map((tier) => ({ ...tier, ...hourly(tier) }));
  return { ...prices, ...hourly(prices), ...(tiers === undefined ? {} : { tiers }), factors };
}

interface CatalogParts {
  readonly index: AliasIndex;
  readonly moving: MovingTable;
  readonly factsById: ReadonlyMap<string, ModelFacts>;
  readonly choices: ReadonlyMap<string, PriceChoice>;
  /** Ids whose price the user's file states; it beats every host's. */
  readonly ownPriced: ReadonlySet<string>;
  /** The clock of this catalogue. @unit milliseconds since 1970 */
  readonly nowMs: number;
}

/** Ollama serves larger models from its own cloud under such tags. */
const CLOUD_TAG = /[:-]cloud$/;
/** Its regional profiles cost more than the global one; where the list has its own price, it is that of the region. */
const REGIONAL_HOST = "aws";

function atRegion(
  hosts: readonly string[],
  choice: PriceChoice,
  prices: ModelPrices | undefined,
): ModelPrices | undefined {
  const factor = prices?.factors?.regional;
  if (prices === undefined || factor === undefined || priceAtHost(choice, hosts[0] ?? "") !== undefined)
    return prices;
  const scale = <T extends TokenPrices>(each: T): T => {
    const raised = Object.entries(each).map(([name, value]: [string, unknown]) => [
      name,
      name.endsWith("UsdPerMTok") ? Number(value) * factor : value,
    ]);
    return Object.fromEntries(raised) as T;
  };
  const { tiers } = prices;
  return { ...scale(prices), ...(tiers === undefined ? {} : { tiers: tiers.map(scale) }) };
}

function priceFor(parts: CatalogParts, identity: Identity, isFree: boolean): ModelPrices | undefined {
  if (parts.ownPriced.has(identity.id)) return undefined;
  if (isFree)
    return { inputUsdPerMTok: 0, outputUsdPerMTok: 0, source: "the free variant named by the caller" };
  const choice = parts.choices.get(identity.id);
  const facts = parts.factsById.get(identity.id);
  if (choice === undefined) return undefined;
  const hosts = identity.servedBy.map(priceHostOf);
  if (facts?.isOpenWeights === true && LOCAL_HOSTS.has(hosts[0] ?? "") && !CLOUD_TAG.test(identity.name))
    return { inputUsdPerMTok: 0, outputUsdPerMTok: 0, source: "the caller's own machine" };
  const price = hosts.map((host) => priceAtHost(choice, host)).find((each) => each !== undefined);
  if (hosts[0] === REGIONAL_HOST && identity.isRegional === true && price?.source !== undefined)
    return atRegion(hosts, choice, withFactors(price, facts?.prices?.factors));
  return withFactors(price, facts?.prices?.factors);
}

/** The mode that the spelling names; undefined where it names a mode that the facts cannot have, so another model. */
function modeNamedBy(
  { named, isModeRead }: Identity,
  { modes, isReasoning }: ModelFacts,
): Pick<ModelFacts, "namedMode" | "namedBudgetTokens"> | undefined {
  if (named === undefined) return {};
  const { mode: namedMode, budgetTokens } = named;
  if (modes !== undefined)
    return { namedMode, ...(budgetTokens === undefined ? {} : { namedBudgetTokens: budgetTokens }) };
  // Without thought is how a model that does not think answers anyway.
  return isModeRead === true && !(namedMode === "none" && isReasoning === false) ? undefined : {};
}

function resolveWith(
  parts: CatalogParts,
  lines: () => LineIndex,
  spelling: Spelling,
): ModelFacts | undefined {
  const name = parts.index.read(spelling);
  const moved =
    name &&
    movedModel(name, {
      table: parts.moving,
      lines,
      nowMs: parts.nowMs,
      isName: (text) => parts.index.has(text),
      get: (id) => parts.factsById.get(id),
    });
  if (name === undefined || moved === undefined) return resolveExactly(parts, spelling);
  const facts = resolveExactly(parts, { ...spelling, model: moved.id }) ?? moved;
  return { ...facts, movedFrom: name.text };
}

function resolveExactly(parts: CatalogParts, spelling: Spelling): ModelFacts | undefined {
  const identity = parts.index.find(spelling);
  const facts = identity === undefined ? undefined : parts.factsById.get(identity.id);
  if (identity === undefined || facts === undefined) return undefined;
  const named = modeNamedBy(identity, facts);
  if (named === undefined) return undefined;
  const prices = priceFor(parts, identity, FREE_VARIANT.test(spelling.model));
  const shutdown = shutdownAt(facts, identity.servedBy, parts.nowMs);
  const isPlain = prices === undefined && named.namedMode === undefined;
  if (isPlain && shutdown?.host === facts.shutdown?.host) return facts;
  const { shutdown: _own, ...rest } = facts;
  return {
    ...rest,
    ...(prices === undefined ? {} : { prices }),
    ...(shutdown === undefined ? {} : { shutdown }),
    ...named,
  };
}

/** An unknown version of a known line, at the price of the host that is named. */
function inheritWith(parts: CatalogParts, lines: LineIndex, spelling: Spelling): ModelFacts | undefined {
  const name = parts.index.read(spelling);
  const before = name && predecessorOf(name, lines);
  if (name === undefined || before === undefined) return undefined;
  const atHost = resolveExactly(parts, { provider: spelling.provider, model: before.id }) ?? before;
  return inheritFacts(atHost, { id: `${before.vendor}/${name.text}`, name: name.text });
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

/** The parts that are the same at every time. */
interface World {
  readonly version: string;
  readonly readOn: CatalogDates;
  readonly bookVersion: string;
  readonly records: readonly CatalogRecord[];
  readonly data: CatalogData;
  readonly overrides: CatalogOverrides | undefined;
  readonly index: AliasIndex;
  readonly claims: PriceClaims;
}

function createWorld(options: CatalogOptions): World {
  const overrides = joinOverrides(options.facts, options.overrides);
  const data = options.data ?? loadCatalogData();
  const bookVersion = options.providersVersion ?? PRICE_PACKAGE;
  if (overrides !== undefined) refuseModeIds(overrides, buildAliasIndex(data.models));
  const added = newRecords(options.listed ?? [], data.models, bookVersion);
  const ending = withListedEnds([...data.models, ...added], options.listed ?? [], bookVersion);
  const records = withOverriddenRecords(ending, overrides);
  const index = buildAliasIndex(records);
  const listed = claimPrices(options.providers ?? loadBundledProviders(), index);
  const claims = withRecordedPrices(listed, records);
  const own = overrides === undefined ? "" : `+${overrides.version}`;
  const version = `${data.version}+${bookVersion.replace(" ", "@")}${own}`;
  const facts = data.version.slice(0, 10);
  const readOn = { facts, prices: options.readOn ?? facts };
  return { version, readOn, bookVersion, records, data, overrides, index, claims };
}

function joinParts(world: World, records: readonly CatalogRecord[], asOf: Date): CatalogParts {
  const { index, claims, bookVersion, data, overrides } = world;
  const choices = new Map<string, PriceChoice>();
  const facts = records.map((record) => {
    const { id, vendor, price } = record;
    const choice = { vendor, claims: claims.get(id) ?? [], asOf, recorded: price, bookVersion };
    choices.set(id, choice);
    const recorded = { scores: data.scoresById[id] ?? [], modes: data.modesById[id] ?? [], asOf };
    return factsOf(record, recorded, choice);
  });
  const overridden = applyOverrides(facts, overrides);
  const known = new Set(data.models.map(({ id }) => id));
  const whole = withPredecessors(overridden.facts, known, asOf.getTime());
  const factsById = new Map(whole.map((each) => [each.id, each]));
  return {
    index,
    moving: movingTable(data.movingNames),
    choices,
    factsById,
    ownPriced: overridden.ownPriced,
    nowMs: asOf.getTime(),
  };
}

/** The parts of another time: only models whose prices or ends change are joined again, the facts of all others stay the same objects. */
function rejoinParts(world: World, parts: CatalogParts, asOf: Date): CatalogParts {
  const nowMs = asOf.getTime();
  const moved = world.records.filter(
    (record) =>
      shutdownAt(record, [], nowMs)?.state !== parts.factsById.get(record.id)?.shutdown?.state ||
      world.claims.get(record.id)?.some(({ model }) => changesOverTime(model)),
  );
  const later = joinParts(world, moved, asOf);
  const kept = [...later.factsById].map(([id, facts]) => {
    const predecessors = parts.factsById.get(id)?.predecessors;
    return [id, predecessors === undefined ? facts : { ...facts, predecessors }] as const;
  });
  return {
    ...parts,
    nowMs,
    choices: new Map([...parts.choices, ...later.choices]),
    factsById: new Map([...parts.factsById, ...kept]),
  };
}

function catalogOf(world: World, parts: CatalogParts, at: Catalog["at"]): Catalog {
  const list = [...parts.factsById.values()];
  let lines: LineIndex | undefined;
  const linesOf = (): LineIndex => (lines ??= createLineIndex(list, parts.nowMs));
  const resolve = memoise((spelling) => resolveWith(parts, linesOf, spelling));
  return {
    version: world.version,
    readOn: world.readOn,
    resolve,
    inherit: memoise((spelling) => inheritWith(parts, linesOf(), spelling)),
    list: () => list,
    get: (id) => parts.factsById.get(id),
    identify: (spelling) => resolve(spelling)?.id,
    openrouterIdOf: (id) => {
      const choice = parts.choices.get(id);
      return choice && nameAtHost(choice, "openrouter");
    },
    headOf: (id) => linesOf().headOf(id),
    at,
  };
}

/** @throws SignalboxError invalid_data when the committed data or an override claims a spelling twice. */
export function createCatalog(options: CatalogOptions = {}): Catalog {
  const world = createWorld(options);
  const asOf = options.asOf ?? new Date();
  const parts = joinParts(world, world.records, asOf);
  const timeline: Timeline<Catalog> = createTimeline(
    { claims: world.claims, moments: endingMoments(world.records) },
    (moment) =>
      catalogOf(
        world,
        moment.getTime() === asOf.getTime() ? parts : rejoinParts(world, parts, moment),
        timeline,
      ),
  );
  return timeline(asOf.getTime());
}
