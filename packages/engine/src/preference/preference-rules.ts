// The allow, deny and field rules of a preference, applied to one candidate.
import type { CandidateMatch, PreferencePolicy } from "@signalbox/contracts";

import type { Candidate } from "../candidates/candidate.ts";
import { matchesCandidate } from "./matches-candidate.ts";
import type { RuleBudget } from "./rule-budget.ts";

/** Of a rule in the explanation of every candidate that it keeps out. @unit UTF-16 units */
const RULE_CHARS_MAX = 300;

/** The rule that keeps a candidate out, in words; undefined when it may compete. Deny wins over allow. */
export function findForbiddingRule(
  { allow, deny }: PreferencePolicy,
  candidate: Candidate,
  budget: RuleBudget,
): string | undefined {
  const denied = deny?.find((match) =>
    matchesCandidate(match, candidate, { unknownIs: "different", budget }),
  );
  if (denied !== undefined) return `denied: ${describeMatch(denied)}`.slice(0, RULE_CHARS_MAX);
  if (allow === undefined || allow.length === 0) return undefined;
  const isAllowed = allow.some((match) =>
    matchesCandidate(match, candidate, { unknownIs: "unmatched", budget }),
  );
  return isAllowed ? undefined : `not on the allow list`;
}

export interface FieldBonusInput {
  readonly policy: PreferencePolicy;
  /** Of the conversation. */
  readonly field: string;
  readonly budget: RuleBudget;
}

/** Bonus of the field rules for a candidate, in units of success. */
export function fieldBonus({ policy, field, budget }: FieldBonusInput, candidate: Candidate): number {
  let bonus = 0;
  for (const rule of policy.field_rules ?? []) {
    if (rule.field.toLowerCase() !== field.toLowerCase()) continue;
    if (matchesCandidate(rule.prefer, candidate, { unknownIs: "unmatched", budget }))
      bonus = Math.max(bonus, rule.bonus);
  }
  return bonus;
}

function describeMatch(match: CandidateMatch): string {
  const parts: string[] = [];
  if (match.label !== undefined) parts.push(`label ${match.label}`);
  if (match.provider !== undefined) parts.push(`provider ${match.provider}`);
  if (match.model !== undefined) parts.push(`model ${match.model}`);
  const { attribute } = match;
  if (attribute !== undefined) parts.push(`${attribute.name} ${attribute.op} ${String(attribute.value)}`);
  return parts.length === 0 ? "every candidate" : parts.join(", ");
}
