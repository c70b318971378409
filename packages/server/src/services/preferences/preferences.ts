// Creates, lists and shows preferences and their versions.
import { randomUUID } from "node:crypto";
import type {
  CreatePreference,
  Preference,
  Page,
  PageQuery,
  PreferenceVersion,
  PreferenceVersion as PreferenceVersionWire,
} from "@signalbox/contracts";
import type { StoredPreference, PreferenceVersion as StoredVersion } from "@signalbox/storage";
import type { ServiceContext } from "../../context/service-context.ts";
import { actorOf, changeAs, changedBy } from "../audit/change.ts";
import { authorise, type Caller } from "../access/authorise.ts";
import { assertPolicy, toStoredPolicy } from "./check-policy.ts";
import { assertKnownNames } from "./unknown-names.ts";
import { found } from "../faults.ts";
import { toIso } from "../timestamps.ts";

/** Without a name or policy it is an unnamed preference that changes nothing yet. */
export async function createPreference(
  context: ServiceContext,
  caller: Caller,
  input: CreatePreference,
): Promise<Preference> {
  authorise(caller.principal, "preferences.write");
  const { accountId } = caller.principal;
  const { name = "Unnamed preference", policy = {}, unknown_ok: isUnknownFine = false } = input;
  if (!isUnknownFine) await assertKnownNames(context, { accountId, policy });
  return changeAs(context, changedBy(caller), async ({ repositories, note }) => {
    const isTextAllowed = context.config.retention.allowText;
    await assertPolicy(repositories, { accountId, policy, isTextAllowed });
    const preference = await repositories.preferences.create({
      id: randomUUID(),
      accountId,
      name,
      policy: toStoredPolicy(policy),
      atMs: context.clock.nowMs(),
      by: actorOf(caller.principal).name,
    });
    await note({ action: "preference.create", targetId: preference.id, details: { name } });
    return preferenceToWire(preference);
  });
}

/** Newest first. */
export async function listPreferences(
  context: ServiceContext,
  caller: Caller,
  query: PageQuery,
): Promise<Page<Preference>> {
  authorise(caller.principal, "preferences.read");
  const { accountId } = caller.principal;
  const page = await context.storage.preferences.list({ accountId, ...query });
  return { data: page.items.map(preferenceToWire), next_cursor: page.nextCursor };
}

/** @throws SignalboxError not_found */
export async function findPreference(
  context: ServiceContext,
  caller: Caller,
  id: string,
): Promise<StoredPreference> {
  authorise(caller.principal, "preferences.read");
  const { accountId } = caller.principal;
  return found(await context.storage.preferences.find({ accountId, id }), "preference");
}

export async function getPreference(
  context: ServiceContext,
  caller: Caller,
  id: string,
): Promise<Preference> {
  return preferenceToWire(await findPreference(context, caller, id));
}

/** Newest first. @throws SignalboxError not_found */
export async function listPreferenceVersions(
  context: ServiceContext,
  caller: Caller,
  query: PageQuery & { readonly id: string },
): Promise<Page<PreferenceVersion>> {
  const { version } = await findPreference(context, caller, query.id);
  const { accountId } = caller.principal;
  const page = await context.storage.preferences.listVersions({ accountId, ...query });
  return { data: page.items.map((item) => versionToWire(item, version)), next_cursor: page.nextCursor };
}

export function preferenceToWire(preference: StoredPreference): Preference {
  return {
    id: preference.id,
    name: preference.name,
    version: preference.version,
    policy: preference.policy,
    created_at: toIso(preference.createdAtMs),
    updated_at: toIso(preference.updatedAtMs),
  };
}

export function versionToWire(version: StoredVersion, currentVersion: number): PreferenceVersionWire {
  return {
    version: version.version,
    name: version.name,
    policy: version.policy,
    created_at: toIso(version.createdAtMs),
    created_by: version.createdBy,
    restored_from: version.restoredFrom,
    is_current: version.version === currentVersion,
  };
}
