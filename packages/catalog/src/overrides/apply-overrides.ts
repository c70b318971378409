// Lays the user's own facts over the catalogue's: absent keeps, null makes unknown, a new id adds a model.
import { refusedBeside, STATED_SOURCES } from "@signalbox/contracts";
import type {
  CatalogOverride,
  ModelFacts,
  ModelPrices,
  ModelSpeed,
  PriceTier,
  PublicScore,
  TokenPrices,
} from "@signalbox/contracts";
import type { CatalogRecord } from "../catalog-record.ts";
import { hostOfVendor } from "../host-words.ts";
import type { CatalogOverrides } from "./catalog-overrides.ts";

const USER_SOURCE = STATED_SOURCES.operator;

/** Field of the file -> field of the facts, where the value is copied. */
const PLAIN_FIELDS = [
  ["name", "name"],
  ["family", "family"],
  ["released_on", "releasedOn"],
  ["is_deprecated", "isDeprecated"],
  ["deprecated_on", "deprecatedOn"],
  ["predecessor", "predecessor"],
  ["successor", "successor"],
  ["context_tokens", "contextTokens"],
  ["max_output_tokens", "maxOutputTokens"],
  ["input_modalities", "inputModalities"],
  ["supports_tools", "supportsTools"],
  ["supports_structured_output", "supportsStructuredOutput"],
  ["is_reasoning", "isReasoning"],
  ["is_reasoning_by_default", "isReasoningByDefault"],
  ["is_open_weights", "isOpenWeights"],
  ["params_b", "paramsB"],
  ["active_params_b", "activeParamsB"],
  ["tokenizer", "tokenizer"],
] as const satisfies readonly (readonly [keyof CatalogOverride, keyof ModelFacts])[];

const PRICE_FIELDS = [
  ["input_usd_per_mtok", "inputUsdPerMTok"],
  ["cached_input_usd_per_mtok", "cachedInputUsdPerMTok"],
  ["cache_write_usd_per_mtok", "cacheWriteUsdPerMTok"],
  ["output_usd_per_mtok", "outputUsdPerMTok"],
] as const;

type PriceSource = Pick<CatalogOverride, (typeof PRICE_FIELDS)[number][0]>;

/** `base` with each field of `own` laid over it; null removes a field. */
function layered<T extends object>(base: T, own: Readonly<Record<string, unknown>>): T {
  const merged: Record<string, unknown> = Object.fromEntries(Object.entries(base));
  for (const [key, value] of Object.entries(own)) {
    if (value === null) delete merged[key];
    else if (value !== undefined) merged[key] = value;
  }
  return merged as T;
}

function renamedPrices(own: PriceSource): Record<string, number | null | undefined> {
  return Object.fromEntries(PRICE_FIELDS.map(([from, to]) => [to, own[from]]));
}

function hasOwnPrice(own: CatalogOverride): boolean {
  return PRICE_FIELDS.some(([field]) => own[field] !== undefined) || own.price_tiers !== undefined;
}

function tiersOf(own: CatalogOverride): readonly PriceTier[] | null | undefined {
  return (
    own.price_tiers?.map((tier) => ({
      aboveInputTokens: tier.above_input_tokens,
      ...layered<TokenPrices>({}, renamedPrices(tier)),
    })) ?? (own.price_tiers === null ? null : undefined)
  );
}

/** An own price ends the upstream tiers and windows, an own input price the surcharge on cache writes: they belong to another price list. */
function pricesOf(base: ModelPrices | undefined, own: CatalogOverride): ModelPrices | undefined {
  if (!hasOwnPrice(own)) return base;
  const { tiers: _tiers, window: _window, ...listed } = base ?? { source: USER_SOURCE };
  const { cacheWriteUsdPerMTok: _write, ...plain } = listed;
  const flat = own.input_usd_per_mtok === undefined ? listed : plain;
  return {
    ...layered<ModelPrices>(flat, { ...renamedPrices(own), tiers: tiersOf(own) }),
    source: USER_SOURCE,
  };
}

function speedOf(base: ModelSpeed | undefined, own: CatalogOverride): ModelSpeed | undefined {
  const { time_to_first_token_s: timeToFirstTokenS, output_tokens_per_second: outputTokensPerSecond } = own;
  if (timeToFirstTokenS === undefined && outputTokensPerSecond === undefined) return base;
  return {
    ...layered<ModelSpeed>(base ?? { source: USER_SOURCE }, { timeToFirstTokenS, outputTokensPerSecond }),
    source: USER_SOURCE,
  };
}

/** Own scores replace the public ones of the same benchmark. */
function scoresOf(base: readonly PublicScore[], own: CatalogOverride): readonly PublicScore[] {
  const ownScores = Object.entries(own.scores ?? {}).map(([benchmark, score]): PublicScore => ({
    benchmark,
    score,
    source: USER_SOURCE,
    reliability: "self-reported",
  }));
  const replaced = new Set(ownScores.map(({ benchmark }) => benchmark));
  return [...ownScores, ...base.filter(({ benchmark }) => !replaced.has(benchmark))];
}

function overlay(facts: ModelFacts, own: CatalogOverride): ModelFacts {
  const plain = Object.fromEntries(PLAIN_FIELDS.map(([from, to]) => [to, own[from]]));
  const laid = layered(facts, plain);
  const { input_modalities: read } = own;
  return layered<ModelFacts>(laid, {
    refusedModalities: read === undefined || read === null ? read : refusedBeside(read),
    prices: pricesOf(facts.prices, own) ?? null,
    speed: speedOf(facts.speed, own) ?? null,
    scores: scoresOf(facts.scores, own),
    sources: [USER_SOURCE, ...facts.sources],
  });
}

function newRecord(own: CatalogOverride): CatalogRecord {
  return {
    id: own.id,
    name: own.name ?? own.id,
    vendor: own.id.slice(0, own.id.indexOf("/")),
    aliases: [],
    tokenizer: "unknown",
    sources: [],
    confidence: "medium",
  };
}

/** The end at the vendor's own host in place of the catalogue's; those of other hosts stay. */
function endOf(
  { vendor, shutdowns = [] }: CatalogRecord,
  { shuts_down_on: on, successor }: CatalogOverride,
): Pick<CatalogRecord, "shutdowns"> {
  if (on === undefined) return {};
  const host = hostOfVendor(vendor);
  const others = shutdowns.filter((each) => each.host !== host);
  if (on === null) return { shutdowns: others };
  const next = typeof successor === "string" ? { successor } : {};
  return { shutdowns: [...others, { host, on, ...next, source: USER_SOURCE }] };
}

/** The records with the user's aliases and models added and the removed ones left out: what the alias index is built from. */
export function withOverriddenRecords(
  records: readonly CatalogRecord[],
  overrides: CatalogOverrides | undefined,
): readonly CatalogRecord[] {
  if (overrides === undefined) return records;
  const byId = new Map(records.map((record) => [record.id, record]));
  for (const own of overrides.models) {
    const record = byId.get(own.id) ?? newRecord(own);
    if (own.is_removed === true) byId.delete(own.id);
    else
      byId.set(own.id, {
        ...record,
        ...endOf(record, own),
        aliases: [...record.aliases, ...(own.aliases ?? [])],
      });
  }
  return [...byId.values()];
}

interface OverriddenFacts {
  readonly facts: readonly ModelFacts[];
  /** Ids whose price the user states. */
  readonly ownPriced: ReadonlySet<string>;
}

export function applyOverrides(
  facts: readonly ModelFacts[],
  overrides: CatalogOverrides | undefined,
): OverriddenFacts {
  const own = new Map(overrides?.models.map((each) => [each.id, each]));
  return {
    facts: facts.map((each) => {
      const override = own.get(each.id);
      return override === undefined ? each : overlay(each, override);
    }),
    ownPriced: new Set([...own.values()].filter(hasOwnPrice).map(({ id }) => id)),
  };
}
