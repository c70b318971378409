// The journal's form of what a decision was asked: all that is needed to decide again, and no word of the conversation.
// Plain members are those of the list beside the input of a decision.
import type { ModelFacts, ModelPrices, PriceTier, TokenPrices, ModelCatalog } from "@signalbox/contracts";
import { isRecord } from "@signalbox/contracts";
import type { JsonObject } from "@signalbox/storage";
import { JOURNALLED_MEMBERS } from "@signalbox/engine";
import type { Asked, CandidateInput } from "@signalbox/engine";
import {
  createBoundedMap,
  factsOfNamed,
  modeFactsOf,
  type BoundedMap,
  type CandidateMode,
} from "@signalbox/engine/internals";

// The list price that a decision went by, as its journal row keeps it: prices move with the clock, so a replay must not look
// them up again. Numbers in a fixed order, since every candidate of every decision carries them.

/** USD per 1M tokens, and per 1,000 calls; those behind output only where they are known. */
const MEMBERS = [
  "inputUsdPerMTok",
  "cachedInputUsdPerMTok",
  "cacheWriteUsdPerMTok",
  "outputUsdPerMTok",
  "audioInputUsdPerMTok",
  "cachedAudioUsdPerMTok",
  "requestsUsdPer1k",
] as const;
const ALWAYS_KEPT = 4;

function amountsOf(prices: TokenPrices): (number | null)[] {
  const amounts = MEMBERS.map((member) => prices[member] ?? null);
  return amounts.slice(0, Math.max(ALWAYS_KEPT, amounts.findLastIndex((amount) => amount !== null) + 1));
}

/** `{ usd: [...] }`, and `tiers` of rows that begin with their threshold; undefined where no price is known. */
function keptPrice(prices: ModelPrices | undefined): JsonObject | undefined {
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

function readKeptPrice(kept: unknown): Omit<ModelPrices, "source"> | undefined {
  if (!isRecord(kept) || !Array.isArray(kept["usd"])) return undefined;
  const { usd, tiers } = kept as { usd: readonly unknown[]; tiers?: readonly (readonly unknown[])[] };
  return { ...readAmounts(usd), ...(tiers === undefined ? {} : { tiers: tiers.map(readTier) }) };
}

/** Facts with another price, by what that price is: replays of one model share them, as everything that is fitted to facts. */
const repriced = new WeakMap<ModelFacts, Map<string, ModelFacts>>();

/** The facts of today at the price of that decision; unchanged where the row kept none, as earlier rows did. */
function atKeptPrice(facts: ModelFacts | undefined, kept: unknown): ModelFacts | undefined {
  const price = readKeptPrice(kept);
  if (facts === undefined || price === undefined) return facts;
  const key = JSON.stringify(kept);
  if (key === JSON.stringify(keptPrice(facts.prices))) return facts;
  const known = repriced.get(facts) ?? new Map<string, ModelFacts>();
  repriced.set(facts, known);
  const { factors } = facts.prices ?? {};
  const then = known.get(key) ?? {
    ...facts,
    prices: { ...price, ...(factors && { factors }), source: "the journal" },
  };
  known.set(key, then);
  return then;
}

type Kept = Pick<Asked, keyof typeof JOURNALLED_MEMBERS>;

const entries = Object.entries(JOURNALLED_MEMBERS) as readonly (readonly [keyof Kept, string])[];

function modeJson({ mode, source, budgetTokens }: CandidateMode): JsonObject {
  return { mode, source, ...(budgetTokens === undefined ? {} : { budgetTokens }) };
}

function candidateJson({ facts, mode, ...stated }: CandidateInput): JsonObject {
  return {
    ...stated,
    modelId: facts?.id,
    price: keptPrice(facts?.prices),
    ...(mode === undefined ? {} : { mode: modeJson(mode) }),
  };
}

const listJson = new WeakMap<Asked["candidates"], readonly JsonObject[]>();

/** The reader gives the same frozen array for a list that comes again, and the journal gets one for it. */
function candidatesJson(candidates: Asked["candidates"]): readonly JsonObject[] {
  const known = listJson.get(candidates);
  if (known !== undefined) return known;
  const json = candidates.map(candidateJson);
  if (!Object.isFrozen(candidates)) return json;
  listJson.set(candidates, json);
  return Object.freeze(json);
}

export function writeAsked(asked: Asked): JsonObject {
  const json: Record<string, unknown> = { candidates: candidatesJson(asked.candidates) };
  for (const [member, name] of entries) json[name] = asked[member];
  return json;
}

type KeptCandidate = Partial<CandidateInput> & { readonly price?: unknown };

/** A stated mode, with today's facts about it. */
function readMode(
  mode: CandidateMode | undefined,
  facts: ModelFacts | undefined,
): Pick<CandidateInput, "mode"> {
  if (mode === undefined) return {};
  const own = modeFactsOf(facts, mode.mode);
  const { facts: _then, ...stated } = mode;
  return { mode: own === undefined ? stated : { ...stated, facts: own } };
}

/** Whose prices a decision is made again at: those of its row, or those of the catalogue. */
type PriceTime = "then" | "today";

/** Candidates with today's facts. Members that were unknown are missing from JSON. */
function readCandidate(
  {
    label = "",
    callLabel,
    provider,
    model,
    inputUsdPerMTok,
    outputUsdPerMTok,
    latencyS,
    attributes,
    price,
    mode,
  }: KeptCandidate,
  catalog: ModelCatalog,
  time: PriceTime,
): CandidateInput {
  const facts = factsOfNamed(catalog, { label: callLabel ?? label, provider, model });
  return {
    label,
    ...(callLabel !== undefined && { callLabel }),
    provider,
    model,
    inputUsdPerMTok,
    outputUsdPerMTok,
    latencyS,
    attributes: attributes ?? {},
    facts: time === "then" ? atKeptPrice(facts, price) : facts,
    ...readMode(mode, facts),
  };
}

/** Lists as they are in many rows; a list of each is made once. */
const LISTS_MAX = 500;
const listsRead = new WeakMap<ModelCatalog, BoundedMap<Asked["candidates"]>>();

interface Read {
  readonly catalog: ModelCatalog;
  readonly time: PriceTime;
  readonly candidates: Asked["candidates"];
}

/** The last reading of a list: rows with the same request hold the same list. */
const lastReads = new WeakMap<readonly KeptCandidate[], Read>();

function readCandidates(
  kept: readonly KeptCandidate[],
  catalog: ModelCatalog,
  time: PriceTime,
): Asked["candidates"] {
  const last = lastReads.get(kept);
  if (last?.catalog === catalog && last.time === time) return last.candidates;
  const candidates = readList(kept, catalog, time);
  lastReads.set(kept, { catalog, time, candidates });
  return candidates;
}

/** The same frozen array for a list that comes again, so that whatever is made of candidates is made once, too. */
function readList(
  kept: readonly KeptCandidate[],
  catalog: ModelCatalog,
  time: PriceTime,
): Asked["candidates"] {
  const lists = listsRead.get(catalog) ?? createBoundedMap<Asked["candidates"]>(LISTS_MAX);
  listsRead.set(catalog, lists);
  const key = `${time} ${JSON.stringify(kept)}`;
  const known = lists.get(key);
  if (known !== undefined) return known;
  const read = Object.freeze(kept.map((candidate) => readCandidate(candidate, catalog, time)));
  lists.set(key, read);
  return read;
}

/** @param catalog at the time of the decision, whose prices stand in for rows that kept none */
export function readAsked(json: JsonObject, catalog: ModelCatalog, time: PriceTime = "then"): Asked {
  const kept = (json["candidates"] ?? []) as readonly KeptCandidate[];
  const members = Object.fromEntries(
    entries.map(([member, name]) => [member, json[name]]),
  ) as unknown as Kept;
  return {
    ...members,
    messages: [],
    tools: [],
    candidates: readCandidates(kept, catalog, time),
  };
}
