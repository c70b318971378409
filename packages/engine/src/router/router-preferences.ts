// The preferences of a router inside the process: checked when it is made, so that no decision meets a broken one.
import type { PreferencePolicy } from "@signalbox/contracts";
import { parsePreferencePolicy, SignalboxError } from "@signalbox/contracts";

import type { Known } from "../input/decision-input.ts";

type Preference = NonNullable<Known["preference"]>;

interface RouterPreferences {
  /** The preference of the request, else the default. @throws SignalboxError not_found */
  find(id: string | undefined): Preference | undefined;
}

/** Members that name other things of an account, which only the service has. */
const SERVICE_MEMBERS = ["custom_router_id", "shadow_preference_id", "experiment"] as const;

function checkPolicy(id: string, value: PreferencePolicy): PreferencePolicy {
  const root = `preferences.${id}`;
  const policy = parsePreferencePolicy(value, root);
  const member = SERVICE_MEMBERS.find((name) => policy[name] !== undefined);
  if (member !== undefined)
    throw new SignalboxError(
      "invalid_configuration",
      `${root}.${member}: needs the journal of the service. Leave it out here, or ask the service.`,
    );
  return policy;
}

function unknownPreference(): SignalboxError {
  return new SignalboxError("not_found", "preference_id: there is no such preference in this router.", {
    errors: [
      {
        location: "preference_id",
        message: "It is not known in this router.",
        fix: "Name it in the `preferences` of createRouter, or leave it out.",
      },
    ],
  });
}

/** @throws SignalboxError validation_failed, invalid_configuration for a policy; not_found for the default */
export function readRouterPreferences(
  policies: Readonly<Record<string, PreferencePolicy>>,
  defaultId: string | undefined,
): RouterPreferences {
  const known = new Map<string, Preference>(
    Object.entries(policies).map(([id, policy]) => [id, { id, version: 1, policy: checkPolicy(id, policy) }]),
  );
  const find = (asked: string | undefined): Preference | undefined => {
    const id = asked ?? defaultId;
    if (id === undefined) return undefined;
    const found = known.get(id);
    if (found === undefined) throw unknownPreference();
    return found;
  };
  find(undefined);
  return { find };
}
