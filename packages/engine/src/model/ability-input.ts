// From what the catalogue and the caller say of a model to what the ability model asks for.
import { STATED_SOURCES } from "@signalbox/contracts";
import type { ModelFacts } from "@signalbox/contracts";

import type { AbilityInput } from "./routing-model.ts";

/** What the caller adds or overrides. */
export interface OwnAbilityFacts {
  /** Own or public scores by benchmark; they beat the catalogue's. @range 0..1 */
  readonly scores?: Readonly<Record<string, number>>;
  /** @range 0..1 */
  readonly quality?: number | undefined;
  readonly inputUsdPerMTok?: number | undefined;
  readonly outputUsdPerMTok?: number | undefined;
}

/** Three input tokens to one output token, the usual shape of a chat bill. @unit USD per 1M tokens */
function blend(input: number | undefined, output: number | undefined): number | undefined {
  return input === undefined || output === undefined ? undefined : (3 * input + output) / 4;
}

const STATED: ReadonlySet<string> = new Set(Object.values(STATED_SOURCES));

/** Scores that the operator or the account states, under those that the caller states. */
function statedScores(facts: ModelFacts | undefined, own: OwnAbilityFacts): Record<string, number> {
  const stated: Record<string, number> = {};
  for (const { benchmark, score, source } of facts?.scores ?? [])
    if (STATED.has(source)) stated[benchmark] = score;
  return { ...stated, ...own.scores };
}

/** One score per benchmark: the first listed, since the catalogue puts its most reliable first. */
function scoresByBenchmark(facts: ModelFacts | undefined): Record<string, number> {
  const scores: Record<string, number> = {};
  for (const { benchmark, score } of facts?.scores ?? []) scores[benchmark] ??= score;
  return scores;
}

export function abilityInputOf(facts: ModelFacts | undefined, own: OwnAbilityFacts): AbilityInput {
  return {
    modelId: facts?.id,
    scores: { ...scoresByBenchmark(facts), ...own.scores },
    stated: statedScores(facts, own),
    family: facts?.family,
    vendor: facts?.vendor,
    paramsB: facts?.paramsB,
    blendedUsdPerMTok: blend(
      facts?.prices?.inputUsdPerMTok ?? own.inputUsdPerMTok,
      facts?.prices?.outputUsdPerMTok ?? own.outputUsdPerMTok,
    ),
    releasedOn: facts?.releasedOn,
    isReasoning: facts?.isReasoning,
    thinksByDefault: facts?.isReasoningByDefault,
    quality: own.quality,
  };
}
