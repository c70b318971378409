// Loads what decisions under a preference need beside its policy.
import { SignalboxError, UNREADABLE_POLICY } from "@signalbox/contracts";
import type { Storage, StoredPreference } from "@signalbox/storage";

import type { CompletePreference } from "../../context/account-state.ts";
import { noticeOf } from "../custom-routers/passed-over.ts";
import { decodeRouterPolicy } from "../custom-routers/router-artefact.ts";

type OfRouter = Pick<CompletePreference, "learned" | "notice">;

const WITHOUT: OfRouter = { learned: undefined, notice: undefined };

/** The learned policy that decisions get from the custom router that it names. */
export async function loadRouter(
  storage: Storage,
  { accountId, policy }: Pick<StoredPreference, "accountId" | "policy">,
  artefactVersion: string,
): Promise<OfRouter> {
  const { custom_router_id: id } = policy;
  if (id === undefined) return WITHOUT;
  const blob = await storage.customRouters.findArtefact({ accountId, id });
  if (blob === undefined) return WITHOUT;
  const learned = decodeRouterPolicy(id, blob, artefactVersion);
  if (learned !== undefined) return { learned, notice: undefined };
  const router = await storage.customRouters.find({ accountId, id });
  return { learned, notice: router && noticeOf(router) };
}

async function loadShadow(
  storage: Storage,
  { accountId, policy }: StoredPreference,
  artefactVersion: string,
): Promise<CompletePreference | undefined> {
  const { shadow_preference_id: id } = policy;
  const shadow = id === undefined ? undefined : await storage.preferences.find({ accountId, id });
  if (shadow === undefined) return undefined;
  const router = await loadRouter(storage, shadow, artefactVersion);
  return { ...shadow, ...router, shadow: undefined, challenger: undefined };
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
  const [router, shadow] = await Promise.all([
    loadRouter(storage, other, artefactVersion),
    loadShadow(storage, other, artefactVersion),
  ]);
  return { ...other, ...router, shadow, challenger: undefined };
}

/** An unreadable ban must not end as no ban. */
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
  const [router, shadow, challenger] = await Promise.all([
    loadRouter(storage, preference, artefactVersion),
    loadShadow(storage, preference, artefactVersion),
    loadChallenger(storage, preference, artefactVersion),
  ]);
  return { ...preference, ...router, shadow, challenger };
}
