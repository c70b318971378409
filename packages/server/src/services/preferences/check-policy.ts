// Checks that the schema of a policy cannot express: the faults of its rules, and references that must belong to the account.
import {
  PreferencePolicySchema,
  type PreferencePolicy,
  findPolicyFaults,
  invalid,
} from "@signalbox/contracts";
import type { Repositories } from "@signalbox/storage";
import { toStoredJson } from "../stored-json.ts";

/** A checked policy as it is kept. @throws SignalboxError validation_failed when it is too large */
export function toStoredPolicy(value: PreferencePolicy, location = "body.policy"): PreferencePolicy {
  return toStoredJson({ schema: PreferencePolicySchema, value, location });
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

interface PolicyCheck {
  readonly accountId: string;
  readonly policy: PreferencePolicy;
  readonly isTextAllowed: boolean;
}

/** @throws SignalboxError validation_failed with every fault */
export async function assertPolicy(repositories: Repositories, check: PolicyCheck): Promise<void> {
  const { accountId, policy, isTextAllowed } = check;
  const faults = [...findPolicyFaults(policy, "body.policy")];
  for (const { name, exists } of await findReferences(repositories, accountId, policy))
    if (!exists)
      faults.push({
        location: `body.policy.${name}`,
        message: "It is not of this account.",
        fix: "Send an id of this account, or leave it out.",
      });
  if (policy.retention === "text" && !isTextAllowed)
    faults.push({
      location: "body.policy.retention",
      message: "It cannot be `text`: this installation keeps no text.",
      fix: "Send `none`, or let the operator turn `retention.allowText` on.",
    });
  if (faults.length > 0) throw invalid(faults);
}
