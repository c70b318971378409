// An account's own figures laid over the catalogue's: what the account states wins, everything else stays as it was.
import { refusedBeside, STATED_SOURCES } from "@signalbox/contracts";
import type { ModelFacts, ModelOverride, ModelPrices, ModelSpeed, PublicScore } from "@signalbox/contracts";
import type { JsonObject } from "@signalbox/storage";

/** The source that own figures name. */
export const OWN_SOURCE = STATED_SOURCES.account;

/** Members that are stated, for spreading: an absent figure must not erase a known one. */
function stated<T extends object>(members: T): Partial<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Partial<T>;
}

function mergePrices(base: ModelPrices | undefined, own: ModelOverride): ModelPrices | undefined {
  const prices = stated({
    inputUsdPerMTok: own.input_usd_per_mtok,
    cachedInputUsdPerMTok: own.cached_input_usd_per_mtok,
    outputUsdPerMTok: own.output_usd_per_mtok,
  });
  if (Object.keys(prices).length === 0) return base;
  // Tiers, windows and the surcharge on cache writes belong to the price they were published with, not to the account's own.
  const {
    tiers: _tiers,
    window: _window,
    asOf: _asOf,
    cacheWriteUsdPerMTok: _write,
    ...flat
  }: ModelPrices = base ?? { source: OWN_SOURCE };
  return { ...flat, ...prices, source: OWN_SOURCE };
}

function mergeSpeed(base: ModelSpeed | undefined, own: ModelOverride): ModelSpeed | undefined {
  const speed = stated({
    timeToFirstTokenS: own.time_to_first_token_s,
    outputTokensPerSecond: own.output_tokens_per_second,
  });
  return Object.keys(speed).length === 0 ? base : { ...base, ...speed, source: OWN_SOURCE };
}

function mergeScores(base: readonly PublicScore[], own: ModelOverride): readonly PublicScore[] {
  const scores = Object.entries(own.scores ?? {});
  if (scores.length === 0) return base;
  const names = new Set(scores.map(([benchmark]) => benchmark));
  const kept = base.filter((score) => !names.has(score.benchmark));
  const added = scores.map(([benchmark, score]): PublicScore => ({
    benchmark,
    score,
    source: OWN_SOURCE,
    reliability: "self-reported",
  }));
  return [...kept, ...added];
}

/** Facts of a model that the catalogue does not know. Its vendor is the part before the slash. */
function ownFacts(id: string): ModelFacts {
  const slash = id.indexOf("/");
  return {
    id,
    name: slash < 0 ? id : id.slice(slash + 1),
    vendor: slash < 0 ? "own" : id.slice(0, slash),
    tokenizer: "unknown",
    scores: [],
    sources: [OWN_SOURCE],
    confidence: "low",
  };
}

export function mergeFacts(id: string, base: ModelFacts | undefined, facts: JsonObject): ModelFacts {
  const own = facts as ModelOverride;
  const known = base ?? ownFacts(id);
  const prices = mergePrices(known.prices, own);
  const speed = mergeSpeed(known.speed, own);
  return {
    ...known,
    ...stated({
      name: own.name,
      contextTokens: own.context_tokens,
      maxOutputTokens: own.max_output_tokens,
      inputModalities: own.input_modalities,
      refusedModalities: own.input_modalities && refusedBeside(own.input_modalities),
      supportsTools: own.supports_tools,
      supportsStructuredOutput: own.supports_structured_output,
      isReasoning: own.is_reasoning,
    }),
    ...(prices === undefined ? {} : { prices }),
    ...(speed === undefined ? {} : { speed }),
    scores: mergeScores(known.scores, own),
  };
}
