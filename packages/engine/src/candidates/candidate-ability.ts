// What the ability model gets to know of a candidate: the catalogue's facts, and the caller's own scores over them.
// Of an unknown model only the size in its name and its price speak; entries of one unknown model share the lowest price,
// so that a clone is as able as its twin.
import type { CandidateInput } from "./candidate-input.ts";
import { plainModeOf } from "./candidate-mode.ts";
import { abilityInputOf } from "../abilities/ability-input.ts";
import type { AbilityInput } from "../abilities/ability.ts";
import { benchmarksOf, numberOf } from "./read-attributes.ts";

const SIZE_IN_NAME = /(?:^|[^a-z0-9.])(\d{1,4}(?:\.\d{1,2})?)b(?:$|[^a-z0-9])/i;

export interface UnknownPrice {
  readonly inputUsdPerMTok: number;
  readonly outputUsdPerMTok: number;
}

export function hasOwnScores({ attributes }: CandidateInput): boolean {
  return attributes["benchmarks"] !== undefined || attributes["quality"] !== undefined;
}

/** @param unknownPrice price of the model when the catalogue does not know it; a caller's price says nothing about a known one */
export function abilityInputFor(
  candidate: CandidateInput,
  unknownPrice: UnknownPrice | undefined,
): AbilityInput {
  const { facts, attributes } = candidate;
  const own = { scores: benchmarksOf(attributes), quality: numberOf(attributes, "quality") };
  const mode = (candidate.mode ?? plainModeOf(facts))?.mode;
  if (facts !== undefined) return { ...abilityInputOf(facts, own), mode };
  const size = SIZE_IN_NAME.exec(identityOf(candidate))?.[1];
  return {
    ...abilityInputOf(undefined, { ...own, ...unknownPrice }),
    mode,
    paramsB: size === undefined ? undefined : Number(size),
  };
}

/** What tells one unknown model from another. */
export function identityOf(candidate: CandidateInput): string {
  return candidate.model ?? candidate.label;
}
