// The allow, deny and field rules of a preference, applied to one candidate.
import type { CandidateMatch, PreferencePolicy } from "@signalbox/contracts";

import type { Candidate } from "../candidates/candidate.ts";
import { matchesCandidate } from "./matches-candidate.ts";
import type { RuleBudget } from "./rule-budget.ts";

/** Longest text of a rule in the record of every candidate that it keeps out. @unit UTF-16 units */
const RULE_CHARS_MAX = 292;

/** The rule of a preference that keeps a candidate out. */
export type ForbiddingRule =
  /** The match of the rule, in its own terms: `provider openai, region ne eu`. */
  { readonly kind: "denied"; readonly match: string } | { readonly kind: "not_listed" };

/** Undefined when the candidate may compete. Deny wins over allow. */
export function findForbiddingRule(
  { allow, deny }: PreferencePolicy,
  candidate: Candidate,
  budget: RuleBudget,
): ForbiddingRule | undefined {
  const denied = deny?.find((match) =>
    matchesCandidate(match, candidate, { unknownIs: "different", budget }),
  );
  if (denied !== undefined) return { kind: "denied", match: describeMatch(denied) };
  if (allow === undefined || allow.length === 0) return undefined;
  const isAllowed = allow.some((match) =>
    matchesCandidate(match, candidate, { unknownIs: "unmatched", budget }),
  );
  return isAllowed ? undefined : { kind: "not_listed" };
}

interface FieldBonusInput {
  readonly policy: PreferencePolicy;
  /** Names of the conversation's field, and its operation where that was read. */
  readonly fields: readonly string[];
  readonly budget: RuleBudget;
}

/** Bonus of the field rules for a candidate, in units of success. */
export function fieldBonus({ policy, fields, budget }: FieldBonusInput, candidate: Candidate): number {
  let bonus = 0;
  for (const rule of policy.field_rules ?? []) {
    if (!fields.includes(rule.field.toLowerCase())) continue;
    if (matchesCandidate(rule.prefer, candidate, { unknownIs: "unmatched", budget }))
      bonus = Math.max(bonus, rule.bonus);
  }
  return bonus;
}

function describeMatch({ label, provider, model, attribute }: CandidateMatch): string {
  const parts: string[] = [];
  if (label !== undefined) parts.push(`label ${label}`);
  if (provider !== undefined) parts.push(`provider ${provider}`);
  if (model !== undefined) parts.push(`model ${model}`);
  if (attribute !== undefined) parts.push(`${attribute.name} ${attribute.op} ${String(attribute.value)}`);
  return parts.length === 0 ? "every candidate" : parts.join(", ").slice(0, RULE_CHARS_MAX);
}
