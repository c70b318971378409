// What a decision was asked, as the journal keeps it: all that is needed to decide again, and no word of the conversation.
// Plain members are those of the list beside the input of a decision.
import type { ModelCatalog, ModelFacts } from "@signalbox/contracts";
import { JOURNALLED_MEMBERS } from "@signalbox/engine";
import type { Asked, CandidateInput } from "@signalbox/engine";
import { factsOfNamed, modeFactsOf, type CandidateMode } from "@signalbox/engine/internals";
import type { JsonObject } from "@signalbox/storage";

import { atKeptPrice, keptPrice } from "./kept-price.ts";

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
export type PriceTime = "then" | "today";

/** Candidates with today's facts. Members that were unknown are missing from JSON. */
function readCandidate(
  {
    label = "",
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
  const facts = factsOfNamed(catalog, { label, provider, model });
  return {
    label,
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
    candidates: kept.map((candidate) => readCandidate(candidate, catalog, time)),
  };
}
