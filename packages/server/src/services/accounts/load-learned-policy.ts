// What decisions use of an account's learning: its current snapshot, if learning is on and the snapshot was made for
// the artefact that decides now.
import type { AccountSettings } from "@signalbox/contracts";
import type { LearnedPolicy } from "@signalbox/engine";
import { createKinPolicy, parseKin } from "@signalbox/engine/learn";
import type { Storage } from "@signalbox/storage";

/** Kind of the snapshots that online learning writes. */
export const ONLINE_KIND = "online";

export async function loadLearnedPolicy(
  storage: Storage,
  input: { readonly accountId: string; readonly settings: AccountSettings; readonly artefactVersion: string },
): Promise<LearnedPolicy | undefined> {
  const { accountId, settings, artefactVersion } = input;
  if (!settings.learning_enabled) return undefined;
  const snapshot = await storage.learned.findCurrent({ accountId, kind: ONLINE_KIND });
  if (snapshot === undefined || snapshot.meta["artefactVersion"] !== artefactVersion) return undefined;
  const fitted = parseKin(Buffer.from(snapshot.blob).toString("utf8"));
  return fitted && createKinPolicy(snapshot.version, fitted);
}
