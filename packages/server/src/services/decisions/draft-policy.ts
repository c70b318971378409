// The playground's own member: a policy that is tried out before it is saved as a preference.
import {
  invalid,
  PlaygroundRequestSchema,
  type PlaygroundRequest,
  type PreferencePolicy,
} from "@signalbox/contracts";

import { compileSchema } from "../../validation/validate.ts";
import type { Principal } from "../../context/principal.ts";
import type { ServiceContext } from "../../context/service-context.ts";
import { assertPolicy } from "../preferences/check-policy.ts";

const policySchema = compileSchema(PlaygroundRequestSchema.properties.policy, "body.policy");

/** @throws SignalboxError validation_failed */
export async function readDraftPolicy(
  context: ServiceContext,
  principal: Principal,
  body: unknown,
): Promise<PreferencePolicy | undefined> {
  const { policy } = (body ?? {}) as Partial<PlaygroundRequest>;
  if (policy === undefined || policy === null) return undefined;
  const faults = policySchema.faultsOf(policy);
  if (faults.length > 0) throw invalid(faults);
  const isTextAllowed = context.config.retention.allowText;
  await assertPolicy(context.storage, { accountId: principal.accountId, policy, isTextAllowed });
  return policy;
}
