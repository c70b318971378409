import type { Page, PageQuery, Preference, PreferenceVersion } from "@signalbox/contracts";
import type { StoredPreference } from "@signalbox/storage";

import type { ServiceContext } from "../../context/service-context.ts";
import { authorise, type Caller } from "../access/authorise.ts";
import { found } from "../faults.ts";
import { preferenceToWire, versionToWire } from "./preference-wire.ts";

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
