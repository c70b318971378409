// Entries joined with the catalogue and the ability model. Abilities of catalogue models are fitted once and kept.
import type { CandidateInput } from "./candidate-input.ts";
import type { Ability, AbilityInput } from "../abilities/ability.ts";
import type { RoutingModel } from "../model/routing-model.ts";
import { abilityInputFor, hasOwnScores, identityOf } from "./candidate-ability.ts";
import type { UnknownPrice } from "./candidate-ability.ts";
import type { Candidate } from "./candidate.ts";
import { plainModeOf } from "./candidate-mode.ts";
import { pricesOf } from "./candidate-prices.ts";
import { booleanOf, modalitiesOf, numberOf } from "./read-attributes.ts";

export type CandidateBuilder = (inputs: readonly CandidateInput[]) => readonly Candidate[];

interface KnownAbility {
  readonly abilityInput: AbilityInput;
  readonly ability: Ability;
}

/** Abilities of models outside the catalogue that are kept at a time; they are keyed by what is known of them. */
const OWN_ABILITIES_MAX = 2_000;

export function createCandidateBuilder(model: RoutingModel): CandidateBuilder {
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

  const abilityFor = (
    input: CandidateInput,
    prices: ReadonlyMap<string, UnknownPrice> | undefined,
  ): KnownAbility => {
    const { facts } = input;
    if (facts === undefined || hasOwnScores(input) || input.mode !== undefined)
      return fitOwn(abilityInputFor(input, prices?.get(identityOf(input))));
    const known = byFacts.get(facts) ?? fit(abilityInputFor(input, undefined));
    byFacts.set(facts, known);
    return known;
  };

  const build: CandidateBuilder = (inputs) => {
    const prices = inputs.some((input) => input.facts === undefined) ? unknownPrices(inputs) : undefined;
    return inputs.map((input) => buildCandidate(input, abilityFor(input, prices)));
  };
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

/** Entries of one unknown model share the lowest price that any of them states. */
function unknownPrices(inputs: readonly CandidateInput[]): ReadonlyMap<string, UnknownPrice> {
  const lowest = new Map<string, UnknownPrice>();
  for (const input of inputs) {
    const { inputUsdPerMTok, outputUsdPerMTok } = input;
    if (input.facts !== undefined || inputUsdPerMTok === undefined || outputUsdPerMTok === undefined)
      continue;
    const held = lowest.get(identityOf(input));
    if (
      held === undefined ||
      inputUsdPerMTok + outputUsdPerMTok < held.inputUsdPerMTok + held.outputUsdPerMTok
    )
      lowest.set(identityOf(input), { inputUsdPerMTok, outputUsdPerMTok });
  }
  return lowest;
}

function buildCandidate(input: CandidateInput, { abilityInput, ability }: KnownAbility): Candidate {
  const { facts, attributes } = input;
  return {
    input,
    label: input.label,
    modelId: facts?.id,
    mode: input.mode ?? plainModeOf(facts),
    abilityInput,
    ability,
    prices: pricesOf(input),
    tokenizer: facts?.tokenizer ?? "unknown",
    contextTokens: numberOf(attributes, "context_length") ?? facts?.contextTokens,
    maxOutputTokens: numberOf(attributes, "max_output_tokens") ?? facts?.maxOutputTokens,
    modalities: modalitiesOf(attributes) ?? facts?.inputModalities,
    supportsTools: booleanOf(attributes, "supports_tools") ?? facts?.supportsTools,
    supportsStructuredOutput:
      booleanOf(attributes, "supports_structured_output") ?? facts?.supportsStructuredOutput,
    isDeprecated: facts?.isDeprecated === true,
  };
}
