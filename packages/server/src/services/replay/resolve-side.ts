// Reads one side of a replay as a policy, and as words that outlive the preference.
import {
  findPolicyFaults,
  invalid,
  SignalboxError,
  type CreateReplay,
  type PreferencePolicy,
  type Replay,
} from "@signalbox/contracts";
import type { CustomRouter, StoredPreference } from "@signalbox/storage";

import type { ServiceContext } from "../../context/service-context.ts";
import { allPages } from "../accounts/all-pages.ts";
import { found } from "../faults.ts";
import { toStoredPolicy } from "../preferences/check-policy.ts";

export interface ResolvedSide {
  readonly policy: PreferencePolicy;
  readonly compared: Replay["a"];
}

const AS_WRITTEN: Replay["a"] = { preference_id: null, name: null, version: null };

/**
 * The preference of that id, else the only one of that name.
 * @throws SignalboxError conflict when several have the name
 */
async function findPreferenceNamed(
  context: ServiceContext,
  accountId: string,
  text: string,
): Promise<StoredPreference | undefined> {
  const known = await context.storage.preferences.find({ accountId, id: text });
  if (known !== undefined) return known;
  const named: StoredPreference[] = [];
  for await (const preference of allPages((page) => context.storage.preferences.list({ accountId, ...page })))
    if (preference.name === text) named.push(preference);
  if (named.length > 1)
    throw new SignalboxError(
      "conflict",
      `${named.length} preferences are named "${text}". Send the id of one.`,
    );
  return named[0];
}

function assertTrained({ hasArtefact, state }: CustomRouter): void {
  if (hasArtefact) return;
  throw new SignalboxError("conflict", `The custom router is ${state} and changes nothing to replay.`);
}

/** A policy as written, or a preference by id or name, at one version or now, or a custom router by its id. */
export async function resolveSide(
  context: ServiceContext,
  accountId: string,
  side: { readonly ref: CreateReplay["a"]; readonly location: string },
): Promise<ResolvedSide> {
  const { preference_id: text, version, policy } = side.ref;
  if (policy !== undefined) {
    const faults = findPolicyFaults(policy, side.location);
    if (faults.length > 0) throw invalid(faults);
    const { custom_router_id: routerId } = policy;
    if (typeof routerId === "string")
      assertTrained(
        found(await context.storage.customRouters.find({ accountId, id: routerId }), "custom router"),
      );
    return { policy: toStoredPolicy(policy, side.location), compared: AS_WRITTEN };
  }
  if (text === undefined) return { policy: {}, compared: AS_WRITTEN };
  const { preferences, customRouters } = context.storage;
  const preference = await findPreferenceNamed(context, accountId, text);
  if (version !== undefined) {
    const id = preference?.id ?? text;
    const past = found(await preferences.findVersion({ accountId, id, version }), "preference version");
    return { policy: past.policy, compared: { preference_id: id, name: past.name, version } };
  }
  if (preference !== undefined) {
    const { id, name } = preference;
    return { policy: preference.policy, compared: { preference_id: id, name, version: preference.version } };
  }
  const router = await customRouters.find({ accountId, id: text });
  if (router === undefined)
    throw new SignalboxError(
      "not_found",
      `There is no preference or custom router "${text}" in this account. Send an id, or the name of a preference.`,
    );
  assertTrained(router);
  const compared = { preference_id: null, name: router.name, version: null };
  return { policy: { custom_router_id: router.id }, compared };
}
