// The playground's own member: a policy that is tried out before it is saved as a preference.
import type { PlaygroundRequest, PreferencePolicy } from "@signalbox/contracts";

import type { Principal } from "../../context/principal.ts";
import type { ServiceContext } from "../../context/service-context.ts";
import { assertPolicy } from "../preferences/check-policy.ts";

/** @throws SignalboxError validation_failed for what the schema of a policy cannot say */
export async function readDraftPolicy(
  context: ServiceContext,
  principal: Principal,
  policy: PlaygroundRequest["policy"],
): Promise<PreferencePolicy | undefined> {
  if (policy === undefined || policy === null) return undefined;
  const isTextAllowed = context.config.retention.allowText;
  await assertPolicy(context.storage, { accountId: principal.accountId, policy, isTextAllowed });
  return policy;
}
