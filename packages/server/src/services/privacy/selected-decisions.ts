import { invalid, readKeptTags, type PrivacySelection } from "@signalbox/contracts";
import type { DecisionFilter } from "@signalbox/storage";

import { createDigestKey, digestSubject } from "../../context/content-digest.ts";
import type { ServiceContext } from "../../context/service-context.ts";
import { readTimestamp } from "../timestamps.ts";

type Selecting = Pick<ServiceContext, "storage" | "digestKeys">;

const MEMBERS = ["subject", "session_ids", "key_id", "tags", "from", "to"] as const;

/**
 * Each session's conversation, so far as it is about the same subject: later turns about another subject are not chosen. One that is
 * unknown here chooses nothing.
 */
async function sessionsOf({ storage }: Selecting, accountId: string, sessionIds: readonly string[]) {
  const chains = await storage.decisions.chainsOf({ accountId, sessionIds });
  return { sessionIds: chains.map(({ sessionId }) => sessionId), chains };
}

/** The same with whatever else is in those conversations; undefined where a selection follows none. */
export function withOtherSubjects(filter: DecisionFilter): DecisionFilter | undefined {
  const { sessions } = filter;
  if (sessions === undefined) return undefined;
  const chains = sessions.chains.map(({ chainId }) => ({ chainId, subjectDigest: undefined }));
  return { ...filter, sessions: { ...sessions, chains } };
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
  const { subject, session_ids: sessionIds, key_id: keyId, tags, from, to } = selection;
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
    tags: readKeptTags(tags),
    fromMs: from === undefined ? undefined : readTimestamp(from, "body.from"),
    toMs: to === undefined ? undefined : readTimestamp(to, "body.to"),
    sessions: sessionIds && (await sessionsOf(context, accountId, sessionIds)),
    subjectDigests: subject === undefined ? undefined : await subjectDigests(context, accountId, subject),
  };
}
