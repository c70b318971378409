// A preference with everything a decision under it needs, loaded once and kept in memory: its custom router, the
// preference that decides beside it in the shadow, and the one that it is compared with in an experiment.
import type { LearnedPolicy } from "@signalbox/engine";
import type { Storage, StoredPreference } from "@signalbox/storage";

import { decodeRouterPolicy } from "../custom-routers/router-artefact.ts";

export interface RoutedPreference extends StoredPreference {
  /** Of the custom router; undefined without one, or when it was trained on another artefact. */
  readonly learned: LearnedPolicy | undefined;
  /** Decides beside this one; its answer is journalled and never sent. It has no shadow of its own. */
  readonly shadow: RoutedPreference | undefined;
  /** The other arm of an experiment: decides in its place for a share of the chains. It has no experiment of its own. */
  readonly challenger: RoutedPreference | undefined;
}

/** The correction of the custom router that a policy names; undefined as in `learned`. */
export async function loadRouter(
  storage: Storage,
  { accountId, policy }: Pick<StoredPreference, "accountId" | "policy">,
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
  const learned = await loadRouter(storage, shadow, artefactVersion);
  return { ...shadow, learned, shadow: undefined, challenger: undefined };
}

async function loadChallenger(
  storage: Storage,
  { accountId, policy }: StoredPreference,
  artefactVersion: string,
): Promise<RoutedPreference | undefined> {
  const id = policy.experiment?.preference_id;
  const other = id === undefined ? undefined : await storage.preferences.find({ accountId, id });
  if (other === undefined) return undefined;
  const [learned, shadow] = await Promise.all([
    loadRouter(storage, other, artefactVersion),
    loadShadow(storage, other, artefactVersion),
  ]);
  return { ...other, learned, shadow, challenger: undefined };
}

export async function routePreference(
  storage: Storage,
  preference: StoredPreference,
  artefactVersion: string,
): Promise<RoutedPreference> {
  const [learned, shadow, challenger] = await Promise.all([
    loadRouter(storage, preference, artefactVersion),
    loadShadow(storage, preference, artefactVersion),
    loadChallenger(storage, preference, artefactVersion),
  ]);
  return { ...preference, learned, shadow, challenger };
}
