// Models of a newer list: as entries of the price book, and as records where the catalogue does not know them yet.
import { groupBy } from "@signalbox/contracts";
import type { ModelInfo, Provider } from "@pydantic/genai-prices";

import type { CatalogRecord } from "../catalog-record.ts";
import { buildAliasIndex } from "../identity/alias-index.ts";
import { VENDORS } from "../vendors.data.ts";
import type { ListedModel } from "./common-lists.ts";

/** Names of models that do not chat, and of variants that have prices of their own. */
export const NOT_CHAT =
  /embed|image|audio|tts|whisper|transcribe|realtime|ocr|moderation|voice|live|davinci|babbage|curie|^ada$|search|computer-use|ft[:-]|voxtral|veo|imagen|rerank|:/;
const DATED = /-(?:\d{8}|\d{4}-\d{2}-\d{2})$/;
const ID = /^[a-z0-9][a-z0-9._-]*\/[a-z0-9][a-z0-9._+-]*$/;

const VENDOR_AT = new Map(
  VENDORS.flatMap(({ id, pricedAt }) => (pricedAt === undefined ? [] : [[pricedAt, id] as const])),
);
const VENDOR_BY_WORD = new Map(
  VENDORS.flatMap(({ id, spellings = [] }) => [id, ...spellings].map((word) => [word, id] as const)),
);

/** The price package's own form of a price, with tiers where the list has any. */
function modelInfo({ name, prices, tiers, contextTokens }: ListedModel): ModelInfo {
  const amounts = Object.entries(prices).map(([field, base]) => {
    const steps = tiers.flatMap((tier) => {
      const price = tier.prices[field as keyof typeof prices];
      return price === undefined ? [] : [{ start: tier.start, price }];
    });
    return [field, steps.length === 0 ? base : { base, tiers: steps }];
  });
  return {
    id: name,
    match: { equals: name },
    prices: Object.fromEntries(amounts) as ModelInfo["prices"],
    ...(contextTokens === undefined ? {} : { context_window: contextTokens }),
  };
}

export const providersOfList = (models: readonly ListedModel[]): readonly Provider[] =>
  [...groupBy(models, ({ host }) => host)].map(([id, listed]) => ({
    id,
    name: id,
    api_pattern: "",
    models: listed.map(modelInfo),
  }));

/** Vendor and name of a model that its own vendor sells, or that OpenRouter names with its vendor. */
function idOf({ host, name }: ListedModel): string | undefined {
  const slash = name.indexOf("/");
  const vendor = slash < 0 ? VENDOR_AT.get(host) : VENDOR_BY_WORD.get(name.slice(0, slash));
  const id = `${vendor}/${name.slice(slash + 1).replace(DATED, "")}`.toLowerCase();
  return vendor === undefined || NOT_CHAT.test(name) || !ID.test(id) ? undefined : id;
}

/**
 * Adds the ends that a list states of models for which the catalogue knows none at that host. Such lists also hold the earliest
 * possible day of an end, so theirs is unsure: it warns and never rejects.
 * @param source names the list
 */
export function withListedEnds(
  records: readonly CatalogRecord[],
  listed: readonly ListedModel[],
  source: string,
): readonly CatalogRecord[] {
  const ending = listed.filter(({ shutsDownOn }) => shutsDownOn !== undefined);
  if (ending.length === 0) return records;
  const index = buildAliasIndex(records);
  const idOfListed = ({ host, name }: ListedModel): string | undefined =>
    DATED.test(name) ? undefined : index.find({ provider: host, model: name })?.id;
  const endsById = groupBy(
    ending.flatMap((model) => {
      const id = idOfListed(model);
      return id === undefined ? [] : [{ id, model }];
    }),
    ({ id }) => id,
  );
  return records.map((record) => {
    const { shutdowns = [] } = record;
    const ends = (endsById.get(record.id) ?? []).flatMap(({ model: { host, shutsDownOn: on } }) =>
      on === undefined || shutdowns.some((each) => each.host === host)
        ? []
        : [{ host, on, isUnsure: true as const, source }],
    );
    return ends.length === 0 ? record : { ...record, shutdowns: [...shutdowns, ...ends] };
  });
}

/** @param source names the list */
export function newRecords(
  listed: readonly ListedModel[],
  records: readonly CatalogRecord[],
  source: string,
): readonly CatalogRecord[] {
  const index = buildAliasIndex(records);
  const isKnown = ({ host, name }: ListedModel): boolean =>
    index.find({ provider: host, model: name }) !== undefined || index.find({ model: name }) !== undefined;
  const named = listed.flatMap((model) => {
    const id = idOf(model);
    return id === undefined || isKnown(model) || index.find({ model: id }) !== undefined
      ? []
      : [{ id, model }];
  });
  return [...groupBy(named, ({ id }) => id)].map(([id, models]): CatalogRecord => {
    const { model } = models[0]!;
    const { host: _host, name: _name, prices: _prices, tiers: _tiers, shutsDownOn: _end, ...facts } = model;
    const [vendor = "", name = ""] = id.split("/");
    const own = {
      id,
      name,
      vendor,
      aliases: [],
      tokenizer: "unknown",
      sources: [source],
      confidence: "medium",
    } as const;
    return Object.assign(facts, own);
  });
}
