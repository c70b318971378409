// Makes data/models.json and data/scores.json from the research files: `node build-catalog-data.ts --data DIR [--out DIR]`.
// Deterministic: the same inputs give the same bytes. One model a line, so that a change reads well in a diff.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readName, SignalboxError, type TokenPrices } from "@signalbox/contracts";
import type { CatalogRecord, MovingName, ScoreRow } from "../catalog-record.ts";
import { buildAliasIndex, type AliasIndex } from "../identity/alias-index.ts";
import { hostOfVendor } from "../host-words.ts";
import { DEPRECATION_UNKNOWN, LEFT_OUT, REJECTED_ALIASES, RENAMED } from "./alias-rulings.ts";
import { chooseScores } from "./choose-scores.ts";
import { EXTRA_ALIASES } from "./extra-aliases.data.ts";
import { deriveAliases, recordOf } from "./derive-facts.ts";
import { layFacts } from "./lay-facts.ts";
import {
  type ModelCard,
  type RawScore,
  type StatedFacts,
  readModelCards,
  readRawScores,
  readShutdowns,
  readStatedFacts,
} from "./read-inputs.ts";
import { movingNames, shutdownsById } from "./shutdowns.ts";
import { SUPPLEMENT } from "./supplement.data.ts";
import { standingPrice } from "../prices/choose-price.ts";
import { type PriceClaims, claimPrices, loadBundledProviders } from "../prices/price-book.ts";

// Whether the price package lists a model's price as the newest sources state it.

const FIELDS = [
  "inputUsdPerMTok",
  "cachedInputUsdPerMTok",
  "cacheWriteUsdPerMTok",
  "outputUsdPerMTok",
] as const satisfies readonly (keyof TokenPrices)[];
/** Lists round to the cent of a million tokens. */
const TOLERANCE = 0.005;

let claimed: { readonly index: AliasIndex; readonly claims: PriceClaims } | undefined;

function isSame(stated: TokenPrices, listed: TokenPrices): boolean {
  return FIELDS.every((field) => {
    const [a, b] = [stated[field], listed[field]];
    return a === undefined || (b !== undefined && Math.abs(a - b) <= TOLERANCE * Math.max(a, b));
  });
}

/** @param day ISO day on which both are compared */
function isListed({ id, vendor, price }: CatalogRecord, index: AliasIndex, day: string): boolean {
  if (claimed?.index !== index) claimed = { index, claims: claimPrices(loadBundledProviders(), index) };
  const asOf = new Date(`${day}T12:00:00Z`);
  const claims = claimed.claims.get(id) ?? [];
  const listed = standingPrice({ vendor, claims, asOf, recorded: undefined, bookVersion: "" });
  if (price === undefined || listed === undefined || price.next !== undefined) return false;
  const [own, other] = [price.tiers ?? [], listed.tiers ?? []];
  return (
    isSame(price, listed) &&
    own.length === other.length &&
    own.every((tier, at) => tier.aboveInputTokens === other[at]!.aboveInputTokens && isSame(tier, other[at]!))
  );
}

/** Day of the newest source; decides what counts as deprecated already. */
const DATA_DAY = "2026-11-28";
const RELEASED_SINCE = "2024-09";
const QUOTABLE_PRICE = /^(?:genai-prices|models\.dev|litellm|openrouter-api|AA:)/;

/** Models that one can call today, or that have outcomes under a name we know. */
function isKept(card: ModelCard, scoreCount: number): boolean {
  if (LEFT_OUT.has(card.id)) return false;
  if (card.id in EXTRA_ALIASES || card.id in RENAMED) return true;
  if (card.price_source !== null && QUOTABLE_PRICE.test(card.price_source)) return true;
  return scoreCount >= 2 || (!card.single_source && (card.released ?? "") >= RELEASED_SINCE);
}

function aliasesOf(card: ModelCard, id: string): readonly string[] {
  const trusted = card.aliases.filter((alias) => !REJECTED_ALIASES.has(alias.toLowerCase()));
  const derived = deriveAliases(id, trusted);
  const extra = SUPPLEMENT.includes(card) ? card.aliases : (EXTRA_ALIASES[id] ?? []);
  const ownKey = readName(id)?.key;
  const own = [...derived, ...extra].filter(
    (alias) => readName(alias)?.key !== ownKey || alias.includes("/"),
  );
  return [
    ...new Map(own.map((alias) => [alias.includes("/") ? alias : readName(alias)?.key, alias])).values(),
  ].toSorted();
}

function groupByModel(scores: readonly RawScore[]): ReadonlyMap<string, readonly RawScore[]> {
  const groups = new Map<string, RawScore[]>();
  for (const score of scores) {
    const group = groups.get(score.model);
    if (group === undefined) groups.set(score.model, [score]);
    else group.push(score);
  }
  return groups;
}

function corrected(card: ModelCard): ModelCard {
  return DEPRECATION_UNKNOWN.has(card.id) ? { ...card, deprecated: null, deprecation_date: null } : card;
}

function toLines(entries: readonly string[]): string {
  return entries.map((entry, index) => `    ${entry}${index + 1 < entries.length ? "," : ""}\n`).join("");
}

interface Written {
  readonly records: readonly CatalogRecord[];
  readonly scores: ReadonlyMap<string, readonly ScoreRow[]>;
  readonly moving: readonly MovingName[];
}

function writeData(outDir: string, { records, scores, moving }: Written): void {
  mkdirSync(outDir, { recursive: true });
  const models = toLines(records.map((record) => JSON.stringify(record)));
  const names = toLines(moving.map((name) => JSON.stringify(name)));
  writeFileSync(
    join(outDir, "models.json"),
    `{\n  "version": "${DATA_DAY}",\n  "movingNames": [\n${names}  ],\n  "models": [\n${models}  ]\n}\n`,
  );
  const rows = [...scores].map(([id, chosen]) => `${JSON.stringify(id)}: ${JSON.stringify(chosen)}`);
  writeFileSync(join(outDir, "scores.json"), `{\n  "scoresById": {\n${toLines(rows)}  }\n}\n`);
}

const idOf = (id: string): string => RENAMED[id] ?? id;

/** A model that no card describes: its name alone, under the facts that are stated of it. */
function cardOf(facts: StatedFacts): ModelCard {
  return {
    id: facts.id,
    aliases: [],
    vendor: facts.vendor,
    name: facts.name,
    family: facts.line,
    released: null,
    deprecated: null,
    deprecation_date: null,
    context_tokens: null,
    max_output_tokens: null,
    input_modalities: null,
    output_modalities: null,
    tools: null,
    structured_output: null,
    reasoning: null,
    open_weights: null,
    params_b: null,
    active_params_b: null,
    price_usd_per_mtok: null,
    price_source: null,
    speed: null,
    sources: [],
    source_repos: [],
    single_source: false,
  };
}

/** The ends of models, and the links between them that the catalogue can follow. */
function linked(record: CatalogRecord, known: ReadonlySet<string>): CatalogRecord {
  const { predecessor, successor, ...rest } = record;
  const link = (id: string | undefined): string | undefined =>
    id !== undefined && known.has(idOf(id)) ? idOf(id) : undefined;
  const [before, after] = [link(predecessor), link(successor)];
  return {
    ...rest,
    ...(before === undefined ? {} : { predecessor: before }),
    ...(after === undefined ? {} : { successor: after }),
  };
}

function withShutdowns(record: CatalogRecord, shutdowns: ReturnType<typeof shutdownsById>): CatalogRecord {
  const ends = shutdowns.get(record.id);
  const own = ends?.find(({ host }) => host === hostOfVendor(record.vendor));
  const { isDeprecated: _was, deprecatedOn: _on, ...rest } = record;
  if (ends === undefined) return record;
  return {
    ...(own === undefined ? record : { ...rest, isDeprecated: true, deprecatedOn: own.on }),
    shutdowns: ends,
  };
}

/** A price that the price package lists the same way stays with the package, which knows its history. */
function withoutListedPrice(record: CatalogRecord, index: AliasIndex): CatalogRecord {
  if (record.price?.asOf === undefined || !isListed(record, index, DATA_DAY)) return record;
  const { price, ...rest } = record;
  return price.factors === undefined
    ? rest
    : { ...rest, price: { factors: price.factors, source: price.source } };
}

function recordsOf(dataDir: string): {
  readonly records: readonly CatalogRecord[];
  readonly scores: ReadonlyMap<string, readonly ScoreRow[]>;
} {
  const { facts } = readStatedFacts(dataDir);
  const scoresByCard = groupByModel(readRawScores(dataDir));
  const statedById = new Map(facts.map((each) => [each.id, each]));
  const cards = [...readModelCards(dataDir), ...SUPPLEMENT];
  const carded = new Set(cards.map(({ id }) => id));
  const scores = new Map<string, readonly ScoreRow[]>();
  const records: CatalogRecord[] = [];
  for (const card of [...cards, ...facts.filter(({ id }) => !carded.has(id)).map(cardOf)]) {
    const id = idOf(card.id);
    const stated = statedById.get(card.id);
    const raw = scoresByCard.get(card.id) ?? [];
    const named = { ...corrected(card), aliases: [...card.aliases, ...(stated?.names ?? [])] };
    const plain = recordOf(named, id, aliasesOf(SUPPLEMENT.includes(card) ? card : named, id), DATA_DAY);
    const record = stated === undefined ? plain : layFacts(plain, stated);
    const chosen = chooseScores(raw, { isReasoningByDefault: record.isReasoningByDefault ?? false });
    if (stated === undefined && !isKept(card, chosen.length) && !SUPPLEMENT.includes(card)) continue;
    records.push(record);
    if (chosen.length > 0) scores.set(id, chosen);
  }
  return { records: records.toSorted((a, b) => a.id.localeCompare(b.id)), scores };
}

function build(dataDir: string, outDir: string): void {
  const { records, scores } = recordsOf(dataDir);
  const index = buildAliasIndex(records);
  const known = new Set(records.map(({ id }) => id));
  const shutdowns = shutdownsById(readShutdowns(dataDir), index);
  const whole = records
    .map((record) => withShutdowns(linked(record, known), shutdowns))
    .map((record) => withoutListedPrice(record, index));
  const moving = movingNames(readStatedFacts(dataDir).aliases, whole);
  const sorted = new Map([...scores].toSorted(([a], [b]) => a.localeCompare(b)));
  writeData(outDir, { records: whole, scores: sorted, moving });
  const rowCount = [...scores.values()].reduce((sum, rows) => sum + rows.length, 0);
  process.stdout.write(`${whole.length} models, ${index.size} spellings, ${rowCount} scores -> ${outDir}\n`);
}

const { values } = parseArgs({ options: { data: { type: "string" }, out: { type: "string" } } });
if (values.data === undefined) {
  throw new SignalboxError("invalid_configuration", "Say where the research files lie: --data DIR.");
}
build(values.data, values.out ?? join(import.meta.dirname, "../../data"));
