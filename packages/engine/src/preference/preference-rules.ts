// The allow, deny and field rules of a preference, applied to one candidate.
import type { CandidateMatch, PreferencePolicy } from "@signalbox/contracts";

import type { Candidate } from "../candidates/candidate.ts";
import { matchesCandidate } from "./matches-candidate.ts";

/** The rule that keeps a candidate out, in words; undefined when it may compete. Deny wins over allow. */
export function findForbiddingRule(policy: PreferencePolicy, candidate: Candidate): string | undefined {
  const denied = policy.deny?.find((match) => matchesCandidate(match, candidate, "different"));
  if (denied !== undefined) return `denied: ${describeMatch(denied)}`;
  if (policy.allow === undefined || policy.allow.length === 0) return undefined;
  if (policy.allow.some((match) => matchesCandidate(match, candidate, "unmatched"))) return undefined;
  return `not on the allow list`;
}

/** Bonus of the field rules for a candidate in a conversation of `field`, in units of success. */
export function fieldBonus(policy: PreferencePolicy, field: string, candidate: Candidate): number {
  let bonus = 0;
  for (const rule of policy.field_rules ?? []) {
    if (rule.field.toLowerCase() !== field.toLowerCase()) continue;
    if (matchesCandidate(rule.prefer, candidate, "unmatched")) bonus = Math.max(bonus, rule.bonus);
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
