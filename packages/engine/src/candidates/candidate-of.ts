// A model of the catalogue as a candidate, about which nothing but its facts is stated.
import type { ModelFacts } from "@signalbox/contracts";

import type { CandidateInput } from "./candidate-input.ts";

/** Its label is its id. */
export function candidateOf(facts: ModelFacts): CandidateInput {
  return {
    label: facts.id,
    provider: facts.vendor,
    model: facts.id,
    inputUsdPerMTok: undefined,
    outputUsdPerMTok: undefined,
    latencyS: undefined,
    attributes: {},
    facts,
  };
}
