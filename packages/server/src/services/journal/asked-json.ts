// What a decision was asked, as the journal keeps it: all that is needed to decide again, and no word of the conversation.
// A new member of the request is written and read here and nowhere else.
import type { ModelCatalog } from "@signalbox/contracts";
import type { Asked, CandidateInput } from "@signalbox/engine";
import type { JsonObject } from "@signalbox/storage";

/** Members under their own names in the journal. */
const KEPT = {
  tradeoff: "tradeoff",
  costQualityTradeoff: "cost_quality_tradeoff",
  maxModelDepth: "max_model_depth",
  outputFormat: "output_format",
} as const satisfies Partial<Record<keyof Asked, string>>;

type Kept = Pick<Asked, keyof typeof KEPT>;

const entries = Object.entries(KEPT) as readonly (readonly [keyof Kept, string])[];

function candidateJson({ facts, ...stated }: CandidateInput): JsonObject {
  return { ...stated, modelId: facts?.id };
}

const listJson = new WeakMap<Asked["candidates"], readonly JsonObject[]>();

/** The reader gives the same frozen array for a list that comes again. */
function candidatesJson(candidates: Asked["candidates"]): readonly JsonObject[] {
  const known = listJson.get(candidates);
  if (known !== undefined) return known;
  const json = candidates.map(candidateJson);
  if (Object.isFrozen(candidates)) listJson.set(candidates, json);
  return json;
}

export function writeAsked(asked: Asked): JsonObject {
  return {
    candidates: candidatesJson(asked.candidates),
    ...Object.fromEntries(entries.map(([member, name]) => [name, asked[member]])),
  };
}

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
  }: Partial<CandidateInput>,
  catalog: ModelCatalog,
): CandidateInput {
  return {
    label,
    provider,
    model,
    inputUsdPerMTok,
    outputUsdPerMTok,
    latencyS,
    attributes: attributes ?? {},
    facts: catalog.resolve({ provider, model: model ?? label }),
  };
}

export function readAsked(json: JsonObject, catalog: ModelCatalog): Asked {
  const kept = (json["candidates"] ?? []) as readonly Partial<CandidateInput>[];
  const members = Object.fromEntries(
    entries.map(([member, name]) => [member, json[name]]),
  ) as unknown as Kept;
  return {
    ...members,
    messages: [],
    tools: [],
    candidates: kept.map((candidate) => readCandidate(candidate, catalog)),
  };
}
