// What the schema of a policy cannot say: rules that match nothing in particular, comparisons that cannot hold, and
// references that must belong to the account.
import {
  PreferencePolicySchema,
  SignalboxError,
  type CandidateMatch,
  type FieldError,
  type PreferencePolicy,
} from "@signalbox/contracts";
import type { Repositories } from "@signalbox/storage";

const ORDERED = new Set(["lt", "le", "gt", "ge"]);

function matchFaults(match: CandidateMatch, location: string): FieldError[] {
  const { attribute } = match;
  if (Object.values(match).every((value) => value === undefined))
    return [
      {
        location,
        message: "names nothing, so it would match every candidate",
        fix: "State a label, provider, model or attribute.",
      },
    ];
  if (attribute === undefined) return [];
  if (ORDERED.has(attribute.op) && typeof attribute.value !== "number")
    return [
      {
        location: `${location}.attribute.value`,
        message: `must be a number for \`${attribute.op}\``,
        fix: "Send a number, or compare with `eq`, `ne` or `in`.",
      },
    ];
  if ((attribute.op === "in") !== Array.isArray(attribute.value))
    return [
      {
        location: `${location}.attribute.value`,
        message: "a list goes with `in`, and `in` with a list",
        fix: "Change the comparison or the value.",
      },
    ];
  return [];
}

const MEMBERS = Object.keys(PreferencePolicySchema.properties);

/** A ceiling with a misspelt name would be no ceiling, and nobody would notice. */
function memberFaults(policy: PreferencePolicy): FieldError[] {
  return Object.keys(policy)
    .filter((name) => !MEMBERS.includes(name))
    .map((name) => ({
      location: `body.policy.${name}`,
      message: "is not a member of a policy",
      fix: `Correct the name or leave it out; there are ${MEMBERS.join(", ")}.`,
    }));
}

/** Every fault of the names and the rules, wherever they stand. */
export function findPolicyFaults(policy: PreferencePolicy): readonly FieldError[] {
  const { allow = [], deny = [], field_rules: fieldRules = [] } = policy;
  return [
    ...memberFaults(policy),
    ...allow.flatMap((match, index) => matchFaults(match, `body.policy.allow.${index}`)),
    ...deny.flatMap((match, index) => matchFaults(match, `body.policy.deny.${index}`)),
    ...fieldRules.flatMap((rule, index) =>
      matchFaults(rule.prefer, `body.policy.field_rules.${index}.prefer`),
    ),
  ];
}

interface Reference {
  readonly name: string;
  readonly exists: boolean;
}

async function findReferences(
  repositories: Repositories,
  accountId: string,
  policy: PreferencePolicy,
): Promise<readonly Reference[]> {
  const { shadow_preference_id: shadowId, custom_router_id: routerId, experiment } = policy;
  const references: Reference[] = [];
  if (shadowId !== undefined) {
    const shadow = await repositories.preferences.find({ accountId, id: shadowId });
    references.push({ name: "shadow_preference_id", exists: shadow !== undefined });
  }
  if (experiment !== undefined) {
    const other = await repositories.preferences.find({ accountId, id: experiment.preference_id });
    references.push({ name: "experiment.preference_id", exists: other !== undefined });
  }
  if (routerId !== undefined) {
    const router = await repositories.customRouters.find({ accountId, id: routerId });
    references.push({ name: "custom_router_id", exists: router !== undefined });
  }
  return references;
}

export interface PolicyCheck {
  readonly accountId: string;
  readonly policy: PreferencePolicy;
  readonly isTextAllowed: boolean;
}

/** @throws SignalboxError validation_failed with every fault */
export async function assertPolicy(repositories: Repositories, check: PolicyCheck): Promise<void> {
  const { accountId, policy, isTextAllowed } = check;
  const faults = [...findPolicyFaults(policy)];
  for (const { name, exists } of await findReferences(repositories, accountId, policy))
    if (!exists)
      faults.push({
        location: `body.policy.${name}`,
        message: "is not of this account",
        fix: "Send an id of this account, or leave it out.",
      });
  if (policy.retention === "text" && !isTextAllowed)
    faults.push({
      location: "body.policy.retention",
      message: "cannot be `text`: this installation keeps no text",
      fix: "Send `none`, or let the operator turn `retention.allowText` on.",
    });
  const [first] = faults;
  if (first !== undefined)
    throw new SignalboxError("validation_failed", `${first.location}: ${first.message}. ${first.fix}`, {
      errors: faults,
    });
}
