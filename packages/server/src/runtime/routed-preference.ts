// A preference with everything a decision under it needs, loaded once and kept in memory: its custom router, and the
// preference that decides beside it in the shadow.
import type { LearnedPolicy } from "@signalbox/engine";
import type { Storage, StoredPreference } from "@signalbox/storage";

import { decodeRouterPolicy } from "../learner/custom-router/router-artefact.ts";

export interface RoutedPreference extends StoredPreference {
  /** Of the custom router; undefined without one, or when it was trained on another artefact. */
  readonly learned: LearnedPolicy | undefined;
  /** Decides beside this one; its answer is journalled and never sent. It has no shadow of its own. */
  readonly shadow: RoutedPreference | undefined;
}

async function loadRouter(
  storage: Storage,
  { accountId, policy }: StoredPreference,
  artefactVersion: string,
): Promise<LearnedPolicy | undefined> {
  const { custom_router_id: id } = policy;
  if (id === undefined) return undefined;
  const blob = await storage.customRouters.findArtefact({ accountId, id });
  return blob && decodeRouterPolicy(id, blob, artefactVersion);
}

async function loadShadow(
  storage: Storage,
  { accountId, policy }: StoredPreference,
  artefactVersion: string,
): Promise<RoutedPreference | undefined> {
  const { shadow_preference_id: id } = policy;
  const shadow = id === undefined ? undefined : await storage.preferences.find({ accountId, id });
  if (shadow === undefined) return undefined;
  return { ...shadow, learned: await loadRouter(storage, shadow, artefactVersion), shadow: undefined };
}

export async function routePreference(
  storage: Storage,
  preference: StoredPreference,
  artefactVersion: string,
): Promise<RoutedPreference> {
  const [learned, shadow] = await Promise.all([
    loadRouter(storage, preference, artefactVersion),
    loadShadow(storage, preference, artefactVersion),
  ]);
  return { ...preference, learned, shadow };
}
