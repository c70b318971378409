// Loads what decisions under a preference need beside its policy.
import { SignalboxError, UNREADABLE_POLICY } from "@signalbox/contracts";
import type { LearnedPolicy } from "@signalbox/engine";
import type { Storage, StoredPreference } from "@signalbox/storage";

import type { CompletePreference } from "../../context/complete-preference.ts";
import { decodeRouterPolicy } from "../custom-routers/router-artefact.ts";

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
): Promise<CompletePreference | undefined> {
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
): Promise<CompletePreference | undefined> {
  const id = policy.experiment?.preference_id;
  const other = id === undefined ? undefined : await storage.preferences.find({ accountId, id });
  if (other === undefined) return undefined;
  assertReadable(other);
  const [learned, shadow] = await Promise.all([
    loadRouter(storage, other, artefactVersion),
    loadShadow(storage, other, artefactVersion),
  ]);
  return { ...other, learned, shadow, challenger: undefined };
}

/** A ban that nobody can read must not end as no ban. */
function assertReadable({ id, policy }: StoredPreference): void {
  if (policy !== UNREADABLE_POLICY) return;
  throw new SignalboxError(
    "conflict",
    `The policy of preference ${id} is stored in a form that cannot be read, so nothing is decided under it. ` +
      "Save it again or restore an earlier version; `signalbox doctor` lists all such policies.",
  );
}

/** @throws SignalboxError conflict when the policy cannot be read */
export async function completePreference(
  storage: Storage,
  preference: StoredPreference,
  artefactVersion: string,
): Promise<CompletePreference> {
  assertReadable(preference);
  const [learned, shadow, challenger] = await Promise.all([
    loadRouter(storage, preference, artefactVersion),
    loadShadow(storage, preference, artefactVersion),
    loadChallenger(storage, preference, artefactVersion),
  ]);
  return { ...preference, learned, shadow, challenger };
}
