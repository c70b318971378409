// From what the catalogue and the caller say of a model to what the ability model asks for.
import { STATED_SOURCES } from "@signalbox/contracts";
import type { ModelFacts } from "@signalbox/contracts";

import type { AbilityInput } from "./ability.ts";

/** Facts that the caller adds or overrides. */
interface OwnAbilityFacts {
  /** Own scores by benchmark; they beat the operator's. @range 0..1 */
  readonly scores?: Readonly<Record<string, number>>;
  /** @range 0..1 */
  readonly quality?: number | undefined;
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

export function abilityInputOf(facts: ModelFacts | undefined, own: OwnAbilityFacts): AbilityInput {
  // A price that somebody states is what their endpoint costs, and no sign of ability; a vendor's list price is a weak one.
  const listed = STATED.has(facts?.prices?.source ?? "") ? undefined : facts?.prices;
  return {
    modelId: facts?.id,
    predecessors: facts?.predecessors,
    stated: statedScores(facts, own),
    quality: own.quality,
    paramsB: facts?.paramsB,
    blendedUsdPerMTok: blend(listed?.inputUsdPerMTok, listed?.outputUsdPerMTok),
  };
}
