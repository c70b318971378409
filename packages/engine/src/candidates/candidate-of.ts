// A model as a candidate, about which nothing but the catalogue's facts is stated.
import type { ModelFacts } from "@signalbox/contracts";

import type { CandidateInput } from "./candidate.ts";

/** A model that is called by this name. @param facts undefined where the catalogue does not know it */
export function candidateCalled(label: string, facts: ModelFacts | undefined): CandidateInput {
  return {
    label,
    provider: facts?.vendor,
    model: facts?.id ?? label,
    inputUsdPerMTok: undefined,
    outputUsdPerMTok: undefined,
    latencyS: undefined,
    attributes: {},
    facts,
  };
}

/** A model of the catalogue, called by its id. */
export const candidateOf = (facts: ModelFacts): CandidateInput => candidateCalled(facts.id, facts);
