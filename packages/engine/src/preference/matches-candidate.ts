// Does a rule of a preference speak of this candidate? A rule matches when every stated member matches.
import type { CandidateMatch, CatalogueFact } from "@signalbox/contracts";

import type { Candidate } from "../candidates/candidate.ts";
import { globSteps, matchesGlob } from "./glob.ts";
import type { RuleBudget } from "./rule-budget.ts";

type Condition = NonNullable<CandidateMatch["attribute"]>;

/** Whether `ne` is met by an attribute that nobody stated: yes for deny rules, no for the others, so that doubt never lets one in. */
type UnknownIs = "different" | "unmatched";

interface MatchTerms {
  readonly unknownIs: UnknownIs;
  readonly budget: RuleBudget;
}

/** @throws SignalboxError validation_failed when the budget is used up */
export function matchesCandidate(match: CandidateMatch, candidate: Candidate, terms: MatchTerms): boolean {
  const { provider, model, facts } = candidate.input;
  const { label, modelId } = candidate;
  const { budget } = terms;
  return (
    (match.label === undefined || matchesAny(match.label, [label], budget)) &&
    (match.provider === undefined || matchesAny(match.provider, [provider, facts?.vendor], budget)) &&
    (match.model === undefined || matchesAny(match.model, [model ?? label, modelId], budget)) &&
    (match.attribute === undefined ||
      meetsCondition(match.attribute, attributeOf(candidate, match.attribute.name), terms))
  );
}

function matchesAny(pattern: string, texts: readonly (string | undefined)[], budget: RuleBudget): boolean {
  return texts.some((text) => {
    if (text === undefined) return false;
    budget.spend(globSteps(pattern, text));
    return matchesGlob(pattern, text);
  });
}

/** An attribute of the entry, else the fact of the catalogue with that name; undefined when neither is known. */
function attributeOf(candidate: Candidate, name: string): unknown {
  const { attributes } = candidate.input;
  return Object.hasOwn(attributes, name)
    ? attributes[name]
    : isFact(name)
      ? FACTS[name](candidate)
      : undefined;
}

type Fact = (candidate: Candidate) => unknown;

const FACTS: Readonly<Record<CatalogueFact, Fact>> = {
  vendor: ({ input }) => input.facts?.vendor,
  family: ({ input }) => input.facts?.family,
  open_weights: ({ input }) => input.facts?.isOpenWeights,
  reasoning: ({ input }) => input.facts?.isReasoning,
  params_b: ({ input }) => input.facts?.paramsB,
  deprecated: ({ isDeprecated }) => isDeprecated,
  context_length: ({ contextTokens }) => contextTokens,
  max_output_tokens: ({ maxOutputTokens }) => maxOutputTokens,
  supports_tools: ({ supportsTools }) => supportsTools,
  input_price: ({ prices }) => prices.inputUsdPerMTok,
  output_price: ({ prices }) => prices.outputUsdPerMTok,
};

const isFact = (name: string): name is CatalogueFact => Object.hasOwn(FACTS, name);

function meetsCondition(
  { op, value }: Condition,
  actual: unknown,
  { unknownIs, budget }: MatchTerms,
): boolean {
  if (actual === undefined || actual === null) return op === "ne" && unknownIs === "different";
  switch (op) {
    case "eq":
      return isSame(actual, value, budget);
    case "ne":
      return !isSame(actual, value, budget);
    case "in":
      return Array.isArray(value) && value.some((item) => isSame(actual, item, budget));
    default:
      return typeof actual === "number" && typeof value === "number" && compares(op, actual, value);
  }
}

function compares(op: "lt" | "le" | "gt" | "ge", actual: number, value: number): boolean {
  if (op === "lt") return actual < value;
  if (op === "le") return actual <= value;
  return op === "gt" ? actual > value : actual >= value;
}

/** Text is compared without regard to case; a list of the candidate's matches when any member does. */
function isSame(actual: unknown, value: unknown, budget: RuleBudget): boolean {
  budget.spend(1);
  if (Array.isArray(actual)) return actual.some((item) => isSame(item, value, budget));
  if (typeof actual !== "string" || typeof value !== "string") return actual === value;
  budget.spend(actual.length + value.length);
  return actual.toLowerCase() === value.toLowerCase();
}
