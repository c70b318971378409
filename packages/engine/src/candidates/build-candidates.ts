// Entries joined with the catalogue and the ability model. Abilities of catalogue models are fitted once and kept.
import type { CandidateInput, Candidate } from "./candidate.ts";
import { plainModeOf } from "./candidate-mode.ts";
import type { CandidateMode } from "./candidate-mode.ts";
import { abilityInputOf } from "../abilities/ability-input.ts";
import type { AbilityInput, Ability } from "../abilities/ability.ts";
import { benchmarksOf, numberOf, booleanOf, refusedOf } from "./read-attributes.ts";
import type { RoutingModel } from "../model/load-routing-model.ts";
import { pricesOf } from "./candidate-prices.ts";

// The facts that the ability model learns about a candidate: the catalogue's facts, and the caller's own scores over them.
// Of an unknown model only the size in its name counts: what it costs is no sign of ability.
const SIZE_IN_NAME = /(?:^|[^a-z0-9.])(\d{1,4}(?:\.\d{1,2})?)b(?:$|[^a-z0-9])/i;

function hasOwnScores({ attributes }: CandidateInput): boolean {
  return attributes["benchmarks"] !== undefined || attributes["quality"] !== undefined;
}

function abilityInputFor(candidate: CandidateInput, mode: AbilityInput["mode"]): AbilityInput {
  const { facts, attributes } = candidate;
  const own = { scores: benchmarksOf(attributes), quality: numberOf(attributes, "quality") };
  if (facts !== undefined) return { ...abilityInputOf(facts, own), mode };
  const size = SIZE_IN_NAME.exec(identityOf(candidate))?.[1];
  return {
    ...abilityInputOf(undefined, own),
    mode,
    paramsB: size === undefined ? undefined : Number(size),
  };
}

/** The name that tells one unknown model from another. */
function identityOf(candidate: CandidateInput): string {
  return candidate.model ?? candidate.label;
}

export type CandidateBuilder = (inputs: readonly CandidateInput[]) => readonly Candidate[];

interface KnownAbility {
  readonly abilityInput: AbilityInput;
  readonly ability: Ability;
}

/** Abilities of models outside the catalogue that are kept at a time; they are keyed by what is known of them. */
const OWN_ABILITIES_MAX = 2_000;

/** The mode of a call that states none. */
type UnstatedMode = (facts: CandidateInput["facts"]) => CandidateMode | undefined;

export function createCandidateBuilder(
  model: RoutingModel,
  unstated: UnstatedMode = plainModeOf,
): CandidateBuilder {
  const modeOf = ({ mode, facts }: CandidateInput): CandidateMode | undefined => mode ?? unstated(facts);
  const byFacts = new WeakMap<object, KnownAbility>();
  const byInput = new Map<string, KnownAbility>();

  const fit = (abilityInput: AbilityInput): KnownAbility => ({
    abilityInput,
    ability: model.abilityOf(abilityInput),
  });

  const fitOwn = (abilityInput: AbilityInput): KnownAbility => {
    const key = JSON.stringify(abilityInput);
    const known = byInput.get(key) ?? fit(abilityInput);
    if (byInput.size >= OWN_ABILITIES_MAX) byInput.clear();
    byInput.set(key, known);
    return known;
  };

  const abilityFor = (input: CandidateInput): KnownAbility => {
    const { facts } = input;
    if (facts === undefined || hasOwnScores(input) || input.mode !== undefined)
      return fitOwn(abilityInputFor(input, modeOf(input)?.mode));
    const known = byFacts.get(facts) ?? fit(abilityInputFor(input, modeOf(input)?.mode));
    byFacts.set(facts, known);
    return known;
  };

  const build: CandidateBuilder = (inputs) =>
    inputs.map((input) => buildCandidate(input, modeOf(input), abilityFor(input)));
  // A list that the reader keeps is frozen, and the same array every time.
  const byList = new WeakMap<readonly CandidateInput[], readonly Candidate[]>();
  return (inputs) => {
    const known = byList.get(inputs);
    if (known !== undefined) return known;
    const built = build(inputs);
    if (Object.isFrozen(inputs)) byList.set(inputs, built);
    return built;
  };
}

function buildCandidate(
  input: CandidateInput,
  mode: CandidateMode | undefined,
  { abilityInput, ability }: KnownAbility,
): Candidate {
  const { facts, attributes } = input;
  return {
    input,
    label: input.label,
    modelId: facts?.id,
    mode,
    abilityInput,
    ability,
    prices: pricesOf(input),
    tokenizer: facts?.tokenizer ?? "unknown",
    imageTokens: facts?.imageTokens,
    maxInputTokens: numberOf(attributes, "context_length") === undefined ? facts?.maxInputTokens : undefined,
    contextTokens: numberOf(attributes, "context_length") ?? facts?.contextTokens,
    maxOutputTokens: numberOf(attributes, "max_output_tokens") ?? facts?.maxOutputTokens,
    refusedModalities: refusedOf(attributes) ?? facts?.refusedModalities,
    supportsTools: booleanOf(attributes, "supports_tools") ?? facts?.supportsTools,
    supportsStructuredOutput:
      booleanOf(attributes, "supports_structured_output") ?? facts?.supportsStructuredOutput,
    isDeprecated: facts?.isDeprecated === true,
    shutdown: facts?.shutdown,
  };
}
