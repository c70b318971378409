import { PreferencePolicySchema, type PreferencePolicy } from "@signalbox/contracts";

import type { ServiceContext } from "../../context/service-context.ts";
import { toStoredJson } from "../stored-json.ts";

/** A checked policy as it is kept. @throws SignalboxError validation_failed when it is too large */
export function toStoredPolicy(
  context: ServiceContext,
  value: PreferencePolicy,
  location = "body.policy",
): PreferencePolicy {
  return toStoredJson(context, { schema: PreferencePolicySchema, value, location });
}
