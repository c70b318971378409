// Does a rule of a preference speak of this candidate? A rule matches when every stated member matches.
import type { CandidateMatch } from "@signalbox/contracts";

import type { Candidate } from "../candidates/candidate.ts";
import { matchesGlob } from "./glob.ts";

type Condition = NonNullable<CandidateMatch["attribute"]>;

/** Whether `ne` is met by an attribute that nobody stated: yes for deny rules, no for the others, so that doubt never lets one in. */
export type UnknownIs = "different" | "unmatched";

export function matchesCandidate(match: CandidateMatch, candidate: Candidate, unknownIs: UnknownIs): boolean {
  const { provider, model } = candidate.input;
  const { modelId } = candidate;
  return (
    (match.label === undefined || matchesGlob(match.label, candidate.label)) &&
    (match.provider === undefined || matchesAny(match.provider, provider, candidate.input.facts?.vendor)) &&
    (match.model === undefined || matchesAny(match.model, model ?? candidate.label, modelId)) &&
    (match.attribute === undefined ||
      meetsCondition(match.attribute, attributeOf(candidate, match.attribute.name), unknownIs))
  );
}

function matchesAny(pattern: string, ...texts: readonly (string | undefined)[]): boolean {
  return texts.some((text) => text !== undefined && matchesGlob(pattern, text));
}

/** An attribute of the entry, else the fact of the catalogue with that name; undefined when neither is known. */
function attributeOf(candidate: Candidate, name: string): unknown {
  const { attributes } = candidate.input;
  return Object.hasOwn(attributes, name) ? attributes[name] : FACTS.get(name)?.(candidate);
}

type Fact = (candidate: Candidate) => unknown;

const FACTS: ReadonlyMap<string, Fact> = new Map<string, Fact>([
  ["vendor", ({ input }) => input.facts?.vendor],
  ["family", ({ input }) => input.facts?.family],
  ["open_weights", ({ input }) => input.facts?.isOpenWeights],
  ["reasoning", ({ input }) => input.facts?.isReasoning],
  ["params_b", ({ input }) => input.facts?.paramsB],
  ["deprecated", ({ isDeprecated }) => isDeprecated],
  ["context_length", ({ contextTokens }) => contextTokens],
  ["max_output_tokens", ({ maxOutputTokens }) => maxOutputTokens],
  ["supports_tools", ({ supportsTools }) => supportsTools],
  ["input_price", ({ prices }) => prices.inputUsdPerMTok],
  ["output_price", ({ prices }) => prices.outputUsdPerMTok],
]);

function meetsCondition({ op, value }: Condition, actual: unknown, unknownIs: UnknownIs): boolean {
  if (actual === undefined || actual === null) return op === "ne" && unknownIs === "different";
  switch (op) {
    case "eq":
      return isSame(actual, value);
    case "ne":
      return !isSame(actual, value);
    case "in":
      return Array.isArray(value) && value.some((item) => isSame(actual, item));
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
function isSame(actual: unknown, value: unknown): boolean {
  if (Array.isArray(actual)) return actual.some((item) => isSame(item, value));
  if (typeof actual === "string" && typeof value === "string")
    return actual.toLowerCase() === value.toLowerCase();
  return actual === value;
}
