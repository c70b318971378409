// What the routing model may know of a catalogue model; one reading for training and for the laboratory.
import type { AbilityInput } from "@signalbox/engine";
import type { ModelFacts } from "@signalbox/contracts";

/** Three input tokens to one output token. @unit USD per 1M tokens */
export function blendedPrice(facts: ModelFacts): number | undefined {
  const input = facts.prices?.inputUsdPerMTok;
  const output = facts.prices?.outputUsdPerMTok;
  return input === undefined || output === undefined ? undefined : (3 * input + output) / 4;
}

export function abilityInputOf(facts: ModelFacts): AbilityInput {
  const scores: Record<string, number> = {};
  for (const { benchmark, score } of facts.scores) scores[benchmark] = score;
  return {
    modelId: facts.id,
    scores,
    family: facts.family,
    vendor: facts.vendor,
    paramsB: facts.paramsB,
    blendedUsdPerMTok: blendedPrice(facts),
    releasedOn: facts.releasedOn,
    isReasoning: facts.isReasoning,
  };
}
