// The rules of a preference that hold for a request: those without a condition, and those whose tags the request has.
import { hasTags, type CandidateRule, type PreferencePolicy } from "@signalbox/contracts";

import type { DecisionInput } from "../input/decision-input.ts";

type Conditional = Pick<CandidateRule, "when">;

const LISTS = ["allow", "deny", "field_rules"] as const;

const isConditional = ({ when }: Conditional): boolean => when !== undefined;

const conditional = new WeakMap<PreferencePolicy, boolean>();

/** Policies are kept from decision to decision, so each is looked through once. */
function hasConditions(policy: PreferencePolicy): boolean {
  const known = conditional.get(policy);
  if (known !== undefined) return known;
  const found = LISTS.some((name) => policy[name]?.some(isConditional) === true);
  conditional.set(policy, found);
  return found;
}

/** The input with the rules alone that hold for its tags; the same input where no rule has a condition. */
export function withApplicableRules(input: DecisionInput): DecisionInput {
  const { asked, known } = input;
  const { preference } = known;
  if (preference === undefined || !hasConditions(preference.policy)) return input;
  const holds = ({ when }: Conditional): boolean => when === undefined || hasTags(asked.tags, when.tags);
  const { policy } = preference;
  const held = {
    ...policy,
    ...(policy.allow && { allow: policy.allow.filter(holds) }),
    ...(policy.deny && { deny: policy.deny.filter(holds) }),
    ...(policy.field_rules && { field_rules: policy.field_rules.filter(holds) }),
  };
  return { asked, known: { ...known, preference: { ...preference, policy: held } } };
}
