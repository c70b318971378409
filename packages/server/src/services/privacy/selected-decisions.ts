import { invalid, type PrivacySelection } from "@signalbox/contracts";
import type { DecisionFilter } from "@signalbox/storage";

import { createDigestKey, digestSubject } from "../../context/content-digest.ts";
import type { ServiceContext } from "../../context/service-context.ts";
import { readTimestamp } from "../timestamps.ts";

export type Selecting = Pick<ServiceContext, "storage" | "digestKeys">;

const MEMBERS = ["subject", "session_ids", "key_id", "from", "to"] as const;

/** Each session's conversation; one that is unknown here chooses nothing. */
async function chainsOf({ storage }: Selecting, accountId: string, sessionIds: readonly string[]) {
  const found = await Promise.all(
    sessionIds.map((sessionId) => storage.decisions.findSummary({ accountId, sessionId })),
  );
  const known = found.filter((decision) => decision !== undefined);
  return {
    sessionIds: known.map(({ sessionId }) => sessionId),
    chainIds: known.map(({ chainId }) => chainId),
  };
}

/** Under every key that the account ever had: the subject was digested with the newest one of its time. */
async function subjectDigests({ digestKeys }: Selecting, accountId: string, subject: string) {
  const keys = await digestKeys.of(accountId);
  return keys.map((key) => digestSubject(subject, createDigestKey(key)));
}

/** By what it chooses, for the audit log: never the subject itself. */
export const selectedBy = (selection: PrivacySelection): readonly string[] =>
  MEMBERS.filter((name) => selection[name] !== undefined);

/** @throws SignalboxError validation_failed when nothing chooses, or a time cannot be read */
export async function selectedDecisions(
  context: Selecting,
  accountId: string,
  selection: PrivacySelection,
): Promise<DecisionFilter> {
  const { subject, session_ids: sessionIds, key_id: keyId, from, to } = selection;
  if (selectedBy(selection).length === 0)
    throw invalid([
      {
        location: "body",
        message: "Nothing says which decisions are meant.",
        fix: `Send one of ${MEMBERS.join(", ")}.`,
      },
    ]);
  return {
    accountId,
    keyId,
    fromMs: from === undefined ? undefined : readTimestamp(from, "body.from"),
    toMs: to === undefined ? undefined : readTimestamp(to, "body.to"),
    sessions: sessionIds && (await chainsOf(context, accountId, sessionIds)),
    subjectDigests: subject === undefined ? undefined : await subjectDigests(context, accountId, subject),
  };
}
